// SPDX-License-Identifier: Apache-2.0
// A tile as SystemVerilog passes it: packed vectors split into 32-bit words.
#pragma once
#include <limits>
#include <optional>

#include "karat.h"
#include "karat_dpi/sv/sv_array.hpp"

namespace karat::dpi {

/// Converts a count from SystemVerilog. A negative count becomes a value that every check refuses.
[[nodiscard]] constexpr std::size_t lines(int count) {
    return count < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(count);
}

/// The arrays of one tile as the imports pass them. `metadata` is null in the calls without metadata.
struct TileArrays {
    svOpenArrayHandle a, b, c, scale_a, scale_b, metadata = nullptr;
};

/// The operands of one tile in the layout of the candidate's ports: rows of A, columns of B, rows of C; scale
/// factors and metadata likewise.
class TileWords {
   public:
    TileWords(int m, int n, const TileArrays& arrays);
    [[nodiscard]] karat_tile_operands operands();

   private:
    std::size_t m_, n_;
    WordArray a_, b_, c_, scale_a_, scale_b_;
    std::optional<WordArray> metadata_;
};

}  // namespace karat::dpi
