// SPDX-License-Identifier: Apache-2.0
// What the vector kernel of rounded steps (fused multiply-adds in sequence; rounded products in sequence or
// in trees) needs to know of a recipe. Its lanes hold the numbers themselves, in fp32 or fp64, and every step
// is the processor's own IEEE operation, rounded to nearest even; so infinities, NaNs, zeros and subnormals
// need no care.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat::simd {

/// Leaves of one tree, c among them.
inline constexpr int kMaxLeaves = 65;

struct StepPlan {
    bool wide = false;   ///< lanes in fp64; else in fp32
    bool fused = false;  ///< products are not rounded; else products and sums are rounded apart
    int groups = 0;      ///< trees in sequence
    int group = 0;       ///< products of a tree
    Pairing pairing = Pairing::adjacent;
    CPlace c_place = CPlace::first;
    bool positive_zero = false;   ///< a product that is exactly zero is +0
    bool flush_products = false;  ///< rounded products below the least normal become zeros of their sign
    bool flush_sums = false;      ///< the same for every addition
    double flush_a = 0;           ///< magnitudes of a below it become +0
    double flush_b = 0;
    double flush_c = 0;
    OutputRule out;
    std::vector<std::uint32_t> order;  ///< k of the p-th product that the steps take
};

/// Nothing if the kernel does not do the recipe.
[[nodiscard]] std::optional<StepPlan> plan_steps(const Program& program, const Bounds& bounds);

}  // namespace karat::simd
