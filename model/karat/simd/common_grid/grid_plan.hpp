// SPDX-License-Identifier: Apache-2.0
// The plan of a recipe for the vector kernel of sums on a common grid. The kernel works with integers:
//
//   An operand is a significand and an exponent. Significands are multiplied in int32. An arithmetic right
//   shift aligns a product, a group sum or c, and rounds it down. All sums fit int32.
//
// A fast path aligns c and rounds the total in fp32. It needs a grid with an ordinary exponent (`low`,
// `high`). Without one, c is aligned as an integer and the total is rounded by the readable rounding. So only
// lanes with an infinity or a NaN are left to the readable model.
#pragma once
#include <cstdint>
#include <optional>

#include "karat/simd/fused/fused_plan.hpp"

namespace karat::simd {

/// How the result of a step is rounded.
struct GridRound {
    FinishRule finish;
    /// The second rounding keeps these bits of the fp32 encoding.
    std::uint32_t kept = ~std::uint32_t{0};
    bool positive_zero = false;  ///< a number that the second rounding makes zero becomes +0
};

struct GridPlan {
    int operations = 1;
    int groups = 0;
    int group = 0;       ///< products of a group
    int fraction_a = 0;  ///< fraction bits of a significand of a
    int fraction_b = 0;
    int up = 0;          ///< products are shifted left by it: the row's significands include that
    int F_products = 0;  ///< a group sum is in units of 2^(its exponent - F_products)
    int F_groups = 0;
    int F_c = 0;
    int least_exponent = 0;   ///< of c
    bool drops_tiny = false;  ///< c below the unit of the grid counts as 0, unless that is tiny itself
    GridRound link;           ///< of every step except the last
    GridRound out;
    OutputRule stored;  ///< of d
    DecodePlan decode;

    bool fast = false;  ///< there is a fast path, for an exponent of the grid in [low, high]
    int low = -126;
    int high = 0;
};

/// Empty if the kernel does not support the recipe.
[[nodiscard]] std::optional<GridPlan> plan_grid(const Program& program);

}  // namespace karat::simd
