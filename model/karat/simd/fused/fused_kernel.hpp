// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/fused/fused_plan.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Rows a kernel takes at once.
inline constexpr std::ptrdiff_t kRows = 4;
/// No kernel has more lanes to a row.
inline constexpr int kMaxLanes = 32;

/// Decoded operands of kRows rows and of a kernel's lanes (panel.hpp), in the order the operations take them.
struct FusedOperands {
    const float* row_values = nullptr;
    const std::int32_t* row_exponents = nullptr;
    const float* lane_values = nullptr;
    const std::int16_t* lane_exponents = nullptr;
};

/// Gets the lanes a kernel cannot do.
class Repair {
   public:
    virtual ~Repair() = default;
    /// In dot-add `index`, the lanes (r, j) with bad[r * lanes + j] != 0 still need their result, from c =
    /// before[...] to after[...].
    virtual void repair(std::size_t index, const std::int32_t* bad, const float* before, float* after) = 0;

   protected:
    Repair() = default;
    Repair(const Repair&) = default;
    Repair& operator=(const Repair&) = default;
};

/// `count` dot-adds after each other, each one's d the next one's c; `values` [kRows * lanes] holds the first
/// c and takes the last d (lane_value.hpp). `scratch`: FusedKernel::scratch_bytes, on a cache line boundary;
/// the stack stays small.
using FusedFunction = void (*)(const FusedPlan& plan, std::size_t count, const FusedOperands& in,
                               Repair& repair, float* values, std::byte* scratch);

struct FusedKernel {
    FusedFunction run = nullptr;
    int lanes = 0;
    std::size_t group_bytes = 0;  ///< of scratch, for a group of an operation

    [[nodiscard]] std::size_t scratch_bytes(const FusedPlan& plan) const {
        return static_cast<std::size_t>(plan.groups) * group_bytes;
    }
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] FusedKernel fused_kernel(Simd simd);

}  // namespace karat::simd
