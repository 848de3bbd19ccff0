// SPDX-License-Identifier: Apache-2.0
// Operand classes times significand patterns, walked systematically (the idea of Berkeley TestFloat's
// levels).
#pragma once
#include <cstdint>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/scales.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Encodings of one format at a level, both signs, without repetition, ascending. Level 1: zeros, infinities,
/// NaNs; exponents least, least + 1, -1, 0, 1, largest - 1, largest and the subnormals, each with
/// significands all zeros, all ones, one bit, one zero bit, a run at the low or the high end. Level 2: also
/// two runs of ones, for every one of those exponents.
[[nodiscard]] std::vector<std::uint64_t> level_values(const FormatInfo& format, int level);

/// Walks all pairs of level values through one product (its k moves on with each tile) while c walks its own
/// values; the other terms hold one small pattern, zeros or level values. Row i and column j of a tile are i
/// and j steps ahead. Level 2 puts random significands into a quarter of the tiles. Never ends: `pairs()`
/// tiles are one walk.
class LevelSource final : public TileSource {
   public:
    /// `level` is 1 or 2.
    LevelSource(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed, int level);
    [[nodiscard]] std::optional<Tile> next() override;
    [[nodiscard]] std::uint64_t pairs() const { return a_.size() * b_.size(); }

   private:
    const Spec spec_;
    std::size_t m_, n_;
    int level_;
    std::vector<std::uint64_t> a_, b_, c_;
    std::uint64_t stride_ = 1;
    ScaleFactors scales_;
    Random random_;
    std::uint64_t index_ = 0;
};

}  // namespace karat::tb
