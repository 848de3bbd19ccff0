// SPDX-License-Identifier: Apache-2.0
// One lane that differs from the model, and how a person is told. The C++ scoreboard, the C ABI and the
// SystemVerilog checkers read it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/trace/draw.hpp"

namespace karat {

/// What a design answered on one lane.
struct Answer {
    std::uint64_t d = 0;
    std::uint64_t unknown = 0;  ///< bits that are X or Z: never right, whatever is expected
};

/// Whether `got` is right where `expected` is: all bits known, and what DotAdd::matches says.
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

    [[nodiscard]] Operands operands() const { return {a, b, scale_a, scale_b, c}; }
};

/// Takes the operands of lane (m, n) of a tile along.
[[nodiscard]] LaneMismatch lane_mismatch(std::uint64_t tile, std::size_t m, std::size_t n, const Operands& in,
                                         std::uint64_t expected, Answer got);

/// "tile 3, lane (1,0)".
[[nodiscard]] std::string place_of(const LaneMismatch& mismatch);

/// Operands in hexadecimal and as values, expected, got, the distance in ulp, and the alignment picture;
/// several lines.
[[nodiscard]] std::string describe(const DotAdd& dot, const LaneMismatch& mismatch,
                                   const DrawStyle& style = {});

}  // namespace karat
