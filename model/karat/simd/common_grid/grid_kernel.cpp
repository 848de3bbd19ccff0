// SPDX-License-Identifier: Apache-2.0
// Sums on a common grid, vectorised across lanes. This file is compiled once per instruction set (Highway's
// foreach_target).
#include "karat/simd/common_grid/grid_kernel.hpp"

#include "karat/simd/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/simd/common_grid/grid_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/simd/common_grid/grid_step-inl.hpp"
#include "karat/simd/dispatch-inl.hpp"
#include "karat/simd/repair_loop-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace {

/// The steps of one dot-add on one vector of one row. Returns the lanes with special values.
template <int kGroups, int kSize>
HWY_INLINE VI steps_of_row(const GridPlan& plan, GridOperands at, const float* before, float* after) {
    const GridSizes<kGroups, kSize> sizes(plan);
    const std::ptrdiff_t terms = std::ptrdiff_t{sizes.groups} * sizes.size;
    VF c = hn::Load(f32, before);
    SpecialLanes special{constant(2 * kZeroExponent), hn::Zero(i32)};
    for (int i = 0; i < plan.operations; ++i) {
        const GridRound& round = i + 1 == plan.operations ? plan.out : plan.link;
        c = grid_step<kGroups, kSize>(plan, round, at, c, special);
        at.row_significands += terms * kRows;
        at.row_exponents += terms * kRows;
        at.lane_words += terms * kLanes;
    }
    hn::Store(c, f32, after);
    return special.any();
}

/// Computes one dot-add: see run_dot_adds().
template <int kGroups, int kSize>
HWY_NOINLINE bool dot_add(const GridPlan& plan, const GridOperands& in, const float* before, float* after,
                          std::int32_t* bad) {
    VI any = hn::Zero(i32);
    for (std::ptrdiff_t half = 0; half < kLanes; half += kHalf) {
        for (std::ptrdiff_t r = 0; r < kRows; ++r) {
            const std::ptrdiff_t place = r * kLanes + half;
            const VI is_bad = steps_of_row<kGroups, kSize>(
                plan, {in.row_significands + r, in.row_exponents + r, in.lane_words + half}, before + place,
                after + place);
            hn::Store(is_bad, i32, bad + place);
            any = hn::Or(any, is_bad);
        }
    }
    return !hn::AllTrue(i32, hn::Eq(any, hn::Zero(i32)));
}

template <int kGroups, int kSize>
void run_sizes(const GridPlan& plan, std::size_t count, const GridOperands& in, Repair& repair,
               float* values) {
    const std::ptrdiff_t k = std::ptrdiff_t{plan.groups} * plan.group * plan.operations;
    GridOperands at = in;
    run_dot_adds(count, values, repair,
                 [&](std::size_t /*i*/, const float* before, float* after, std::int32_t* bad) {
                     const bool any = dot_add<kGroups, kSize>(plan, at, before, after, bad);
                     at.row_significands += k * kRows;
                     at.row_exponents += k * kRows;
                     at.lane_words += k * kLanes;
                     return any;
                 });
}

void run(const GridPlan& plan, std::size_t count, const GridOperands& in, Repair& repair, float* values) {
    if (plan.groups == 2 && plan.group == 2) return run_sizes<2, 2>(plan, count, in, repair, values);
    run_sizes<0, 0>(plan, count, in, repair, values);
}

/// The signed significands of elements, with `fraction` fraction bits. A zero or special value has 0.
HWY_INLINE VI significands(int fraction, VF values, VI exponents) {
    const VI bits = hn::BitCast(i32, values);
    const Split split(bits);
    // A subnormal of its format is a normal number of fp32, with a smaller exponent.
    const VI down = hn::Add(hn::Sub(exponents, split.exponent), constant(23 - fraction));
    return with_sign_of(shifted_down(split.significand, hn::Max(down, hn::Zero(i32))), bits);
}

void pack_rows(int fraction, std::size_t count, const float* values, const std::int32_t* exponents,
               std::int32_t* out, std::int32_t* packed_exponents) {
    for (std::size_t i = 0; i < count; i += kHalf) {
        const VI e = hn::ShiftRight<16>(hn::Load(i32, exponents + i));
        hn::Store(significands(fraction, hn::Load(f32, values + i), e), i32, out + i);
        hn::Store(e, i32, packed_exponents + i);
    }
}

void pack_lanes(int fraction, std::size_t count, const float* values, const std::int16_t* exponents,
                std::int32_t* words) {
    for (std::size_t i = 0; i < count; i += kHalf) {
        const VI e = hn::PromoteTo(i32, hn::Load(half16, exponents + i));
        const VI x = significands(fraction, hn::Load(f32, values + i), e);
        hn::Store(hn::Or(hn::ShiftLeft<16>(e), hn::And(x, constant(0xffff))), i32, words + i);
    }
}

}  // namespace

GridKernel grid_kernel() { return {&run, &pack_rows, &pack_lanes, kLanes}; }

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::simd {
GridKernel grid_kernel(Simd simd) { KARAT_DISPATCH(simd, grid_kernel); }
}  // namespace karat::simd
#endif
