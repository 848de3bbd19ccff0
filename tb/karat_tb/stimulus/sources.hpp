// SPDX-License-Identifier: Apache-2.0
// Sources selected by name, recorded vectors, and mixtures of sources.
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

/// The rows of a vector file. First come the tiles of which it holds every lane, as they were
/// (whole_tiles.hpp). Of the other rows a tile takes min(m, n) rows. Row t of the tile is applied unmixed to
/// lane (t, (t + s) mod n), where s increases by one with each tile. So every row reaches one lane unmixed,
/// and n tiles use all columns. The other lanes get mixtures: A and c from their row, B from their column.
/// The last tile is filled up with the first rows of the file if necessary. Ends after the last row.
class VectorSource final : public TileSource {
   public:
    /// Throws karat::Error, naming the file, if its formats, k or scales differ from the specification's or
    /// it has no rows.
    VectorSource(const VectorFile& file, const std::string& name, const Spec& spec, std::size_t m,
                 std::size_t n);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    std::vector<VectorRow> rows_;  // those in no whole tile
    std::vector<Tile> whole_;
    std::size_t m_, n_;
    std::size_t next_whole_ = 0;
    std::size_t at_ = 0;
    std::size_t shift_ = 0;
};

/// Takes tiles from its sources in turn. A source that has ended is skipped. Ends when all sources have
/// ended.
class MixedSource final : public TileSource {
   public:
    explicit MixedSource(std::vector<std::unique_ptr<TileSource>> sources) : sources_(std::move(sources)) {}
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    std::vector<std::unique_ptr<TileSource>> sources_;
    std::size_t at_ = 0;
};

/// The tiles of one class from Stimulus. Tiles of other classes are skipped. Never ends.
class ClassSource final : public TileSource {
   public:
    /// Precondition: `operand_class` is one of directed_classes(spec).
    ClassSource(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed,
                OperandClass operand_class)
        : all_(spec, m, n, seed), operand_class_(operand_class) {}
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    Stimulus all_;
    OperandClass operand_class_;
};

/// The kinds that make_source accepts for every specification, in addition to the directed classes and the
/// path of a `.vec` file.
[[nodiscard]] std::vector<std::string_view> source_kinds();
/// source_kinds(), followed by the directed classes of this specification that are not in it.
[[nodiscard]] std::vector<std::string_view> source_kinds(const Spec& spec);

/// Makes a source of tiles of m x n lanes for `spec`. `kind` is directed (Stimulus), level1, level2, uniform,
/// normal, heavy_tailed, relu, chain_boundary, mixed (every other tile is directed, the others take turns),
/// the name of a directed class, or `FILE.vec`. Throws karat::NameError, listing the allowed kinds, for any
/// other kind.
[[nodiscard]] std::unique_ptr<TileSource> make_source(std::string_view kind, const Spec& spec, std::size_t m,
                                                      std::size_t n, std::uint64_t seed);

}  // namespace karat::tb
