// SPDX-License-Identifier: Apache-2.0
// Draws the scale factors of a tile.
#pragma once
#include <cstdint>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

class ScaleFactors {
   public:
    ScaleFactors(const Spec& spec, std::uint64_t seed);
    /// Fills scale_a and scale_b of a tile of m x n lanes. Does nothing if the specification has no scales.
    /// Most factors are near 1. The class of the tile changes this:
    /// - scale_extremes: most factors are the smallest, the largest, zero, NaN or random, or have bits set
    ///   that the format ignores. Or the factors of each block are at one end of the range.
    /// - underflow, overflow: in half of the tiles the factors move the sums to the end of the range of the
    ///   output format, as far as the scale format allows.
    /// - zeros: all factors of a or of b may be 0.
    void fill(Tile& tile, std::size_t m, std::size_t n, OperandClass operand_class);

   private:
    [[nodiscard]] std::uint64_t near_one();
    [[nodiscard]] std::uint64_t extreme();
    [[nodiscard]] std::uint64_t power(int exponent);
    void block_towards(Tile& tile, std::size_t m, std::size_t n, std::size_t block, int exponent);
    void towards(Tile& tile, std::size_t m, std::size_t n, int exponent);

    const FormatInfo* format_;
    const FormatInfo* output_;
    std::size_t blocks_ = 0;
    Random random_;
};

}  // namespace karat::tb
