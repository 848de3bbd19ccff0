// SPDX-License-Identifier: Apache-2.0
// A lane whose output differs from the model, and its report as text. Used by the C++ scoreboard, the C ABI
// and the SystemVerilog checkers.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/trace/draw.hpp"

namespace karat {

/// The output of a design on one lane.
struct Answer {
    std::uint64_t d = 0;
    std::uint64_t unknown = 0;  ///< bits that are X or Z; any such bit is a mismatch
};

/// Whether `got` is correct: all bits are known, and DotAdd::matches accepts it.
[[nodiscard]] inline bool is_right(const DotAdd& dot, std::uint64_t expected, const Answer& got) {
    return got.unknown == 0 && dot.matches(expected, got.d);
}

struct LaneMismatch {
    std::uint64_t tile = 0;  ///< 0-based
    std::size_t m = 0, n = 0;
    std::vector<std::uint64_t> a, b, scale_a, scale_b;
    std::uint64_t c = 0;
    std::uint64_t expected = 0;
    Answer got;
    std::vector<std::uint64_t> metadata = {};

    [[nodiscard]] Operands operands() const { return {a, b, scale_a, scale_b, c, metadata}; }
};

/// Makes the record of a mismatch on lane (m, n) of a tile, with a copy of its operands.
[[nodiscard]] LaneMismatch lane_mismatch(std::uint64_t tile, std::size_t m, std::size_t n, const Operands& in,
                                         std::uint64_t expected, Answer got);

/// "tile 3, lane (1,0)".
[[nodiscard]] std::string place_of(const LaneMismatch& mismatch);

/// A report of several lines: the operands in hexadecimal and as values, the expected and the actual output,
/// the distance in ulp, and the drawing of the alignment.
[[nodiscard]] std::string describe(const DotAdd& dot, const LaneMismatch& mismatch,
                                   const DrawStyle& style = {});

}  // namespace karat
