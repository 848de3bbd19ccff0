// SPDX-License-Identifier: Apache-2.0
// Scale factors of a tile.
#pragma once
#include <cstdint>

#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

class ScaleFactors {
   public:
    ScaleFactors(const Spec& spec, std::uint64_t seed);
    /// Fills scale_a and scale_b of a tile of m x n lanes; nothing without scales. Most are near 1. In
    /// scale_extremes most are least, largest, zero, NaN, or have bits set that the format ignores, or each
    /// block's are at one end of the range; in half of underflow and overflow their products carry the sums
    /// to where the output format ends, as far as the scales' format reaches. In zeros all those of a or of b
    /// may be 0.
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
