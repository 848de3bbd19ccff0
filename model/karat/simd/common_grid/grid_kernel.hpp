// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/common_grid/grid_plan.hpp"
#include "karat/simd/fused/fused_kernel.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Operands of kRows rows and of a kernel's lanes, as signed significands and exponents, in the order in
/// which the steps use them. Element p of row r is at [p * kRows + r], and of lane j at [p * lanes + j].
struct GridOperands {
    const std::int32_t* row_significands = nullptr;
    const std::int32_t* row_exponents = nullptr;
    const std::int32_t* lane_significands = nullptr;
    const std::int32_t* lane_exponents = nullptr;
};

struct GridKernel {
    /// Runs `count` consecutive dot-adds. Each d is the c of the next one. `values` [kRows * lanes] holds the
    /// first c on entry and the last d on return.
    void (*run)(const GridPlan& plan, std::size_t count, const GridOperands& in, Repair& repair,
                float* values) = nullptr;
    /// Converts decoded elements (panel.hpp) to significands with `fraction` fraction bits, and to exponents.
    /// They may read and write a whole vector where `count` ends.
    void (*pack_rows)(int fraction, std::size_t count, const float* values, const std::int32_t* exponents,
                      std::int32_t* significands, std::int32_t* packed) = nullptr;
    void (*pack_lanes)(int fraction, std::size_t count, const float* values, const std::int16_t* exponents,
                       std::int32_t* significands, std::int32_t* packed) = nullptr;
    int lanes = 0;
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] GridKernel grid_kernel(Simd simd);

}  // namespace karat::simd
