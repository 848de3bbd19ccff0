// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "karat/simd/simd.hpp"
#include "karat/simd/steps/step_plan.hpp"

namespace karat::simd {

/// Runs `count` consecutive dot-adds on kRows rows (fused_kernel.hpp) and the kernel's lanes. Each d is the c
/// of the next dot-add. Elements are in the order in which the steps use them: element p of row r is at
/// rows[p * kRows + r], that of lane j at lane_values[p * lanes + j]. `values` [kRows * lanes] holds the
/// first c on entry and the last d on return.
template <class T>
using StepFunction = void (*)(const StepPlan& plan, std::size_t count, const T* rows, const T* lane_values,
                              T* values);

template <class T>
struct StepKernel {
    StepFunction<T> run = nullptr;
    int lanes = 0;
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] StepKernel<float> step_kernel_fp32(Simd simd);
[[nodiscard]] StepKernel<double> step_kernel_fp64(Simd simd);

}  // namespace karat::simd
