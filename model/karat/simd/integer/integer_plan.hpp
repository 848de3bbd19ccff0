// SPDX-License-Identifier: Apache-2.0
// The plan of a recipe for the integer kernel: round[int32](sum(product, c)), all products and c in one exact
// sum, which wraps or saturates once. The lanes hold c and d in int32, the panels operands in int16, two
// consecutive k in a word: every format of operands fits, whatever its sign, and so does each product of two
// of them in the int32 of a lane.
#pragma once
#include <optional>

#include "karat/recipe/program.hpp"

namespace karat::simd {

struct IntegerPlan {
    int k = 0;
    bool exclusive_or = false;  ///< of b1 operands; otherwise products
    bool saturate = false;      ///< otherwise d is modulo 2^32
    bool wide = false;          ///< an exact sum of products can leave the range of int32, and matters
};

/// The words of one dot-add in a line of a panel. An exclusive or takes a word: a (1 - b) + (1 - a) b.
[[nodiscard]] constexpr std::size_t words_of(const IntegerPlan& plan) {
    return static_cast<std::size_t>(plan.exclusive_or ? plan.k : (plan.k + 1) / 2);
}

/// Empty if the kernel does not support the recipe.
[[nodiscard]] std::optional<IntegerPlan> plan_integers(const Program& program);

}  // namespace karat::simd
