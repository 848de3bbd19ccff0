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

const GridRound& round_of(const GridPlan& plan, int step) {
    return step + 1 == plan.operations ? plan.out : plan.link;
}

GridOperands of_row(const GridOperands& at, std::ptrdiff_t r) {
    return {at.row_significands + r, at.row_exponents + r, at.lane_significands, at.lane_exponents};
}

/// The steps of one dot-add on one vector of one row. Returns the lanes with special values.
VI careful_row(const GridPlan& plan, GridOperands at, const float* before, float* after) {
    VF c = hn::Load(f32, before);
    SpecialLanes special{constant(2 * kZeroExponent), hn::Zero(i32)};
    for (int i = 0; i < plan.operations; ++i, advance(at, std::ptrdiff_t{plan.groups} * plan.group))
        c = careful_step(plan, round_of(plan, i), at, c, special);
    hn::Store(c, f32, after);
    return special.any();
}

/// The same for one vector of every row. Returns the lanes that are special in any row.
VI careful_rows(const GridPlan& plan, const GridOperands& at, const float* before, float* after,
                std::int32_t* bad) {
    VI any = hn::Zero(i32);
    for (std::ptrdiff_t r = 0; r < kRows; ++r) {
        const std::ptrdiff_t place = r * kLanes;
        const VI is_bad = careful_row(plan, of_row(at, r), before + place, after + place);
        hn::Store(is_bad, i32, bad + place);
        any = hn::Or(any, is_bad);
    }
    return any;
}

/// The same in fp32. The rows are interleaved, because each is one long sequence of dependent operations.
/// Returns false if careful_rows() must compute them again.
template <int kPairs>
HWY_INLINE bool fast_rows(const GridPlan& plan, GridOperands at, const float* before, float* after) {
    VF c0 = hn::Load(f32, before);
    VF c1 = hn::Load(f32, before + kLanes);
    VF c2 = hn::Load(f32, before + 2 * kLanes);
    VF c3 = hn::Load(f32, before + 3 * kLanes);
    GridRange seen{constant(0), constant(0)};
    for (int i = 0; i < plan.operations; ++i, advance(at, std::ptrdiff_t{2} * kPairs)) {
        const GridRound& round = round_of(plan, i);
        c0 = fast_step<kPairs>(plan, round, of_row(at, 0), c0, seen);
        c1 = fast_step<kPairs>(plan, round, of_row(at, 1), c1, seen);
        c2 = fast_step<kPairs>(plan, round, of_row(at, 2), c2, seen);
        c3 = fast_step<kPairs>(plan, round, of_row(at, 3), c3, seen);
    }
    hn::Store(c0, f32, after);
    hn::Store(c1, f32, after + kLanes);
    hn::Store(c2, f32, after + 2 * kLanes);
    hn::Store(c3, f32, after + 3 * kLanes);
    return seen.within(plan);
}

/// Computes one dot-add: see run_dot_adds(). kPairs = 0: without a fast path.
template <int kPairs>
HWY_NOINLINE bool dot_add(const GridPlan& plan, GridOperands at, const float* before, float* after,
                          std::int32_t* bad) {
    VI any = hn::Zero(i32);
    for (std::ptrdiff_t half = 0; half < kLanes; half += kHalf) {
        if (kPairs == 0 || !fast_rows<HWY_MAX(kPairs, 1)>(plan, at, before + half, after + half))
            any = hn::Or(any, careful_rows(plan, at, before + half, after + half, bad + half));
        at.lane_significands += kHalf;
        at.lane_exponents += kHalf;
    }
    return !hn::AllTrue(i32, hn::Eq(any, hn::Zero(i32)));
}

template <int kPairs>
void run_pairs(const GridPlan& plan, std::size_t count, GridOperands at, Repair& repair, float* values) {
    run_dot_adds(count, values, repair,
                 [&](std::size_t /*i*/, const float* before, float* after, std::int32_t* bad) {
                     const bool any = dot_add<kPairs>(plan, at, before, after, bad);
                     advance(at, std::ptrdiff_t{plan.groups} * plan.group * plan.operations);
                     return any;
                 });
}

void run(const GridPlan& plan, std::size_t count, const GridOperands& in, Repair& repair, float* values) {
    if (plan.fast && plan.groups == 2) return run_pairs<2>(plan, count, in, repair, values);
    if (plan.fast && plan.groups == 1) return run_pairs<1>(plan, count, in, repair, values);
    run_pairs<0>(plan, count, in, repair, values);
}

/// The signed significands of elements, with `fraction` fraction bits. A zero or special value has 0.
HWY_INLINE VI significands(int fraction, VF values, VI exponents) {
    const VI bits = hn::BitCast(i32, values);
    const Split split(bits);
    // A subnormal of its format is a normal number of fp32, with a smaller exponent.
    const VI down = hn::Add(hn::Sub(exponents, split.exponent), constant(23 - fraction));
    return with_sign_of(shifted_down(split.significand, hn::Max(down, hn::Zero(i32))), bits);
}

void pack(int fraction, const float* values, VI exponents, std::int32_t* out, std::int32_t* packed) {
    hn::Store(significands(fraction, hn::Load(f32, values), exponents), i32, out);
    hn::Store(exponents, i32, packed);
}

void pack_rows(int fraction, std::size_t count, const float* values, const std::int32_t* exponents,
               std::int32_t* out, std::int32_t* packed) {
    for (std::size_t i = 0; i < count; i += kHalf)
        pack(fraction, values + i, hn::ShiftRight<16>(hn::Load(i32, exponents + i)), out + i, packed + i);
}

void pack_lanes(int fraction, std::size_t count, const float* values, const std::int16_t* exponents,
                std::int32_t* out, std::int32_t* packed) {
    for (std::size_t i = 0; i < count; i += kHalf)
        pack(fraction, values + i, hn::PromoteTo(i32, hn::Load(half16, exponents + i)), out + i, packed + i);
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
