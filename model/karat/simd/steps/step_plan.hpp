// SPDX-License-Identifier: Apache-2.0
// The plan of a recipe for the step kernel, which computes rounded steps: fused multiply-adds in sequence, or
// rounded products in sequence or in trees. The lanes hold the numbers themselves, in fp32 or fp64. Every
// step is the processor's own IEEE operation, rounded to nearest even, so infinities, NaNs, zeros and
// subnormals need no special treatment.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat::simd {

/// Maximum number of leaves of one tree, including c.
inline constexpr int kMaxLeaves = 65;

struct StepPlan {
    bool wide = false;   ///< lanes in fp64; otherwise in fp32
    bool fused = false;  ///< products are not rounded; otherwise products and sums are rounded separately
    int groups = 0;      ///< number of trees in sequence
    int group = 0;       ///< products per tree
    Pairing pairing = Pairing::adjacent;
    CPlace c_place = CPlace::first;
    bool positive_zero = false;   ///< a product that is exactly zero is +0
    bool flush_products = false;  ///< subnormal rounded products become zeros of the same sign
    bool flush_sums = false;      ///< the same for every addition
    double flush_a = 0;           ///< magnitudes of a below it become +0
    double flush_b = 0;
    double flush_c = 0;
    OutputRule out;
    std::vector<std::uint32_t> order;  ///< k of the p-th product that the steps use
};

/// Empty if the kernel does not support the recipe.
[[nodiscard]] std::optional<StepPlan> plan_steps(const Program& program, const Bounds& bounds);

}  // namespace karat::simd
