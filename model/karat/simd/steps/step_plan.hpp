// SPDX-License-Identifier: Apache-2.0
// The plan of a recipe for the step kernel, which computes rounded steps: fused multiply-adds in sequence, or
// rounded products in sequence or in trees. The lanes hold the numbers themselves, in fp32 or fp64. Every
// step is the processor's own IEEE operation, rounded to nearest even, so infinities, NaNs, zeros and
// subnormals need no special treatment. A NaN stays a NaN to the last step. So if the kernel cannot compute a
// result, it makes a NaN, and all NaNs are left to the readable model (`leaves_nan`).
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"

namespace karat::simd {

/// Maximum number of leaves of one tree, including c.
inline constexpr int kMaxLeaves = 65;

/// How subnormal results become zeros of the same sign.
enum class StepFlush : std::uint8_t {
    none,
    rounded,  ///< results that are subnormal as rounded (FlushWhen::encoded)
    /// Results that were below the smallest normal number before that rounding (the other FlushWhen). The
    /// smallest normal number may be such a result. It becomes a NaN.
    exact,
};

struct StepPlan {
    bool wide = false;   ///< lanes in fp64; otherwise in fp32
    bool fused = false;  ///< products are not rounded; otherwise products and sums are rounded separately
    int groups = 0;      ///< number of trees in sequence
    int group = 0;       ///< products per tree
    Pairing pairing = Pairing::adjacent;
    CPlace c_place = CPlace::first;
    bool positive_zero = false;  ///< a product that is exactly zero is +0
    StepFlush flush_products = StepFlush::none;
    StepFlush flush_sums = StepFlush::none;
    bool leaves_nan = false;  ///< a NaN is left to the readable model
    double flush_a = 0;       ///< magnitudes of a below it become zeros
    double flush_b = 0;
    double flush_c = 0;
    FlushSign flush_sign = FlushSign::positive;  ///< the sign of these zeros
    OutputRule out;
    std::vector<std::uint32_t> order;  ///< k of the p-th product that the steps use
};

/// Empty if the kernel does not support the recipe.
[[nodiscard]] std::optional<StepPlan> plan_steps(const Program& program, const Bounds& bounds);

}  // namespace karat::simd
