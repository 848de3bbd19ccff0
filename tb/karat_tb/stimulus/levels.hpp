// SPDX-License-Identifier: Apache-2.0
// A systematic walk over operand classes times significand patterns, after the levels of Berkeley TestFloat.
#pragma once
#include <cstdint>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/scales.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The encodings of one format at a level, with both signs, in ascending order and without duplicates. Level
/// 1: zeros, infinities and NaNs; the subnormals and the exponents least, least + 1, -1, 0, 1, largest - 1
/// and largest, each with the significands all zeros, all ones, a single 1, a single 0, and a run of ones at
/// the low or the high end. Level 2 adds, for every one of these exponents, a run of ones at each end.
[[nodiscard]] std::vector<std::uint64_t> level_values(const FormatInfo& format, int level);

/// Walks all pairs of level values through one product, whose k moves on with each tile. c walks through its
/// own values. The other elements of A are all the same, either zero or a level value; those of B are all 1,
/// all -1 or all the same level value. Row i and column j of a tile are i and j steps ahead. Level 2
/// randomises the significands in a quarter of the tiles. Never ends; one walk is `pairs()` tiles.
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
