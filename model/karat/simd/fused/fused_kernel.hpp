// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/fused/fused_plan.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Rows that a kernel processes at once.
inline constexpr std::ptrdiff_t kRows = 4;
/// Maximum number of lanes per row of any kernel.
inline constexpr int kMaxLanes = 32;

/// Decoded operands of kRows rows and of a kernel's lanes (panel.hpp), in the order in which the operations
/// use them.
struct FusedOperands {
    const float* row_values = nullptr;
    const std::int32_t* row_exponents = nullptr;
    const float* lane_values = nullptr;
    const std::int16_t* lane_exponents = nullptr;
};

/// Computes the lanes that a kernel cannot compute.
class Repair {
   public:
    virtual ~Repair() = default;
    /// Computes the lanes (r, j) of dot-add `index` with bad[r * lanes + j] != 0, from c = before[...] to
    /// after[...].
    virtual void repair(std::size_t index, const std::int32_t* bad, const float* before, float* after) = 0;
    /// The same for lanes in fp64.
    virtual void repair(std::size_t index, const std::int32_t* bad, const double* before, double* after) = 0;

   protected:
    Repair() = default;
    Repair(const Repair&) = default;
    Repair& operator=(const Repair&) = default;
};

/// Runs `count` consecutive dot-adds. Each d is the c of the next dot-add. `values` [kRows * lanes] holds the
/// first c on entry and the last d on return (lane_value.hpp). `scratch`: FusedKernel::scratch_bytes of
/// working storage, aligned to a cache line, which limits stack use.
using FusedFunction = void (*)(const FusedPlan& plan, std::size_t count, const FusedOperands& in,
                               Repair& repair, float* values, std::byte* scratch);

struct FusedKernel {
    FusedFunction run = nullptr;
    int lanes = 0;
    std::size_t group_bytes = 0;  ///< scratch bytes per group of an operation

    [[nodiscard]] std::size_t scratch_bytes(const FusedPlan& plan) const {
        return static_cast<std::size_t>(plan.groups) * group_bytes;
    }
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] FusedKernel fused_kernel(Simd simd);

}  // namespace karat::simd
