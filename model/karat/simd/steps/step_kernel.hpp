// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>

#include "karat/simd/simd.hpp"
#include "karat/simd/steps/step_plan.hpp"

namespace karat::simd {

/// `count` dot-adds after each other on kRows rows (fused_kernel.hpp) and the kernel's lanes, each one's d
/// the next one's c. Elements stand in the order the steps take them: element p of row r at rows[p * kRows +
/// r], of lane j at lane_values[p * lanes + j]. `values` [kRows * lanes] holds the first c and takes the last
/// d.
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
