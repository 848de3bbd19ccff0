// SPDX-License-Identifier: Apache-2.0
// Sources by name, recorded ones and mixtures.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/stimulus.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The rows of a vector file. A tile has min(m, n) of them: row t of the tile's rows is applied whole to lane
/// (t, (t + s) mod n), s moving on by one a tile; so every row reaches one lane, and over n tiles all columns
/// are used. The other lanes get mixtures: A of their row, B of their column, c of their row. A last tile
/// that is not full starts again with the file's first rows. Ends after the last row.
class VectorSource final : public TileSource {
   public:
    /// Throws karat::Error naming the file where its formats, k or scales are not the specification's, or it
    /// has no rows.
    VectorSource(const VectorFile& file, const std::string& name, const Spec& spec, std::size_t m,
                 std::size_t n);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    std::vector<VectorRow> rows_;
    std::size_t m_, n_;
    std::size_t at_ = 0;
    std::size_t shift_ = 0;
};

/// Its sources in turn; one that has ended is left out. Ends when all have.
class MixedSource final : public TileSource {
   public:
    explicit MixedSource(std::vector<std::unique_ptr<TileSource>> sources) : sources_(std::move(sources)) {}
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    std::vector<std::unique_ptr<TileSource>> sources_;
    std::size_t at_ = 0;
};

/// The tiles of one class among those of Stimulus, the others left out. Never ends.
class ClassSource final : public TileSource {
   public:
    /// `operand_class` is one that Stimulus gives this specification (directed_classes).
    ClassSource(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed,
                OperandClass operand_class)
        : all_(spec, m, n, seed), operand_class_(operand_class) {}
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    Stimulus all_;
    OperandClass operand_class_;
};

/// What make_source accepts for every specification, besides its directed classes and the path of a `.vec`
/// file.
[[nodiscard]] std::vector<std::string_view> source_kinds();
/// source_kinds(), then the directed classes of this specification that are not among them.
[[nodiscard]] std::vector<std::string_view> source_kinds(const Spec& spec);

/// A source of tiles of m x n lanes for `spec`: directed (Stimulus), level1, level2, uniform, normal,
/// heavy_tailed, relu, chain_boundary, mixed (directed every other tile, the others in turn), one directed
/// class by its name, or `FILE.vec`. Throws karat::NameError naming what is allowed for another kind.
[[nodiscard]] std::unique_ptr<TileSource> make_source(std::string_view kind, const Spec& spec, std::size_t m,
                                                      std::size_t n, std::uint64_t seed);

}  // namespace karat::tb
