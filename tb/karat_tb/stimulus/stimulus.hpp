// SPDX-License-Identifier: Apache-2.0
// Operands for a tile: directed classes in turn, reproducible from one seed.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/directed/chain_boundary.hpp"
#include "karat_tb/stimulus/directed/integer_tiles.hpp"
#include "karat_tb/stimulus/directed/rounding_edges.hpp"
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/scales.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The classes that Stimulus generates for `spec` in turn: scale_extremes only if there are scale factors,
/// chain_boundary only if there is a chain; kIntegerClasses for integers.
[[nodiscard]] std::vector<OperandClass> directed_classes(const Spec& spec);

class Stimulus final : public TileSource {
   public:
    /// Tiles of m x n lanes for `spec`. The same arguments always give the same tiles. Scale factors come
    /// from a separate random sequence, so they do not affect the operands.
    Stimulus(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    struct Outline;  // exponents and special values of one tile, chosen before the significands
    void fill(Tile& tile, const Outline& outline);
    [[nodiscard]] Outline outline_for(OperandClass operand_class);
    void outline_exponents(OperandClass operand_class, Outline& outline);
    void outline_specials(OperandClass operand_class, Outline& outline);
    void cancel(Tile& tile, const Outline& outline, bool many);
    void cancel_two(Tile& tile, const Outline& outline);
    void uniform(Tile& tile);
    void flushed_signs(Tile& tile);
    [[nodiscard]] std::uint64_t significand(OperandClass operand_class, const FormatInfo& format);

    Spec spec_;
    OperandFormats formats_;
    std::size_t m_, n_, k_;
    StimulusFacts facts_;
    int f_;
    ScaleFactors scales_;
    RoundingEdges edges_;
    ChainBoundarySource chain_;
    std::optional<IntegerTiles> integers_;
    bool has_chain_;
    std::uint64_t classes_;
    Random random_;
    std::uint64_t index_ = 0;
    std::array<std::uint64_t, 3> nan_walk_{};  ///< for a, b, c: number of NaNs with a single-bit payload
};

}  // namespace karat::tb
