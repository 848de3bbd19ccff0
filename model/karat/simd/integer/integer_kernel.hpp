// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/integer/integer_plan.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Runs `count` consecutive dot-adds on a panel of kRows rows and one of the kernel's lanes: word p of line j
/// is at [p * width + j]. `values` [kRows * lanes] holds the first c on entry and the last d on return.
struct IntegerKernel {
    void (*run)(const IntegerPlan& plan, std::size_t count, const std::int32_t* rows,
                const std::int32_t* lanes, std::int32_t* values) = nullptr;
    int lanes = 0;
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] IntegerKernel integer_kernel(Simd simd);

}  // namespace karat::simd
