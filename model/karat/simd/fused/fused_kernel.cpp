// SPDX-License-Identifier: Apache-2.0
// Fused sums, vectorised across lanes. This file is compiled once per instruction set (Highway's
// foreach_target).
#include "karat/simd/fused/fused_kernel.hpp"

#include "karat/simd/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/simd/fused/fused_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/simd/dispatch-inl.hpp"
#include "karat/simd/fused/fast_late-inl.hpp"
#include "karat/simd/fused/fast_together-inl.hpp"
#include "karat/simd/fused/operate-inl.hpp"
#include "karat/simd/repair_loop-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace {

/// The late addition of c, in place. Returns the bad lanes.
VI add_late_c(const FusedPlan& plan, const float* before, float* after, std::int32_t* bad) {
    VI any = hn::Zero(i32);
    for (int i = 0; i < kRows * kLanes; i += kHalf) {
        const VF c = flush_small(hn::Load(f32, before + i), plan.late_c.flush_below);
        VI is_bad = hn::Load(i32, bad + i);
        hn::Store(add_rounded(plan.out, Sum(hn::Load(f32, after + i)), Sum(c), is_bad), f32, after + i);
        hn::Store(is_bad, i32, bad + i);
        any = hn::Or(any, is_bad);
    }
    return any;
}

VI operate(const Work& work) {
    switch (work.plan.shape) {
        case FusedShape::late:
            return operate_late(work);
        case FusedShape::plain_late:
            if (operate_plain_late(work)) return hn::Zero(i32);
            return operate_late(work);
        case FusedShape::late_groups:
            return work.plan.down ? operate_late_groups<true>(work) : operate_late_groups<false>(work);
        case FusedShape::groups:
            return operate_groups(work);
        case FusedShape::separate:
            return operate_separate(work);
        case FusedShape::plain:
            if (operate_plain(work)) return hn::Zero(i32);
            return operate_together(work);
        default:
            return operate_together(work);
    }
}

/// Stores the largest exponents of each group.
void store_exponents(const FusedPlan& plan, const std::int32_t* rows, const std::int16_t* lanes,
                     std::int16_t* out) {
    for (int g = 0; g < plan.groups; ++g, out += kRows * kLanes) {
        const std::ptrdiff_t first = std::ptrdiff_t{g} * plan.group;
        const Rows<VI16> e =
            largest_exponents(rows + first * kRows, lanes + first * kLanes, plan.exponent_terms);
        hn::Store(e.r0, i16, out);
        hn::Store(e.r1, i16, out + kLanes);
        hn::Store(e.r2, i16, out + 2 * kLanes);
        hn::Store(e.r3, i16, out + 3 * kLanes);
    }
}

/// Runs one operation on both halves of the lanes.
HWY_NOINLINE VI by_operation(Work& work, const std::int32_t* row_exponents,
                             const std::int16_t* lane_exponents) {
    store_exponents(work.plan, row_exponents, lane_exponents, work.exponents);
    const VI any = operate(work);
    to_upper_half(work);
    return hn::Or(any, operate(work));
}

/// Computes one dot-add: see run_dot_adds().
bool dot_add(const FusedPlan& plan, const FusedOperands& in, const float* before, float* after,
             std::int32_t* bad, std::byte* scratch) {
    HWY_ALIGN static constexpr std::array<float, kRows * kLanes> kZeros{};
    const auto groups = static_cast<std::size_t>(plan.groups);
    VI any = hn::Zero(i32);
    for (int i = 0; i < plan.operations; ++i) {
        const bool last = i + 1 == plan.operations;
        const std::ptrdiff_t first = std::ptrdiff_t{i} * plan.terms;
        const float* const start = plan.late ? kZeros.data() : before;
        Work work{plan,
                  i == 0 ? plan.first_c : plan.linked_c,
                  last && !plan.late ? plan.out : plan.link,
                  in.row_values + first * kRows,
                  in.lane_values + first * kLanes,
                  reinterpret_cast<std::int16_t*>(scratch + groups * sizeof(Group)),
                  reinterpret_cast<Group*>(scratch),
                  i == 0 ? start : after,
                  after,
                  bad};
        any = hn::Or(
            any, by_operation(work, in.row_exponents + first * kRows, in.lane_exponents + first * kLanes));
    }
    if (plan.late) any = hn::Or(any, add_late_c(plan, before, after, bad));
    return !hn::AllTrue(i32, hn::Eq(any, hn::Zero(i32)));
}

void run(const FusedPlan& plan, std::size_t count, const FusedOperands& in, Repair& repair, float* values,
         std::byte* scratch) {
    FusedOperands at = in;
    const std::ptrdiff_t k = std::ptrdiff_t{plan.terms} * plan.operations;
    run_dot_adds(count, values, repair,
                 [&](std::size_t /*i*/, const float* before, float* after, std::int32_t* bad) {
                     const bool any = dot_add(plan, at, before, after, bad, scratch);
                     at.row_values += k * kRows;
                     at.row_exponents += k * kRows;
                     at.lane_values += k * kLanes;
                     at.lane_exponents += k * kLanes;
                     return any;
                 });
}

}  // namespace

FusedKernel fused_kernel() { return {&run, kLanes, sizeof(Group) + sizeof(std::int16_t) * kRows * kLanes}; }

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::simd {
FusedKernel fused_kernel(Simd simd) { KARAT_DISPATCH(simd, fused_kernel); }
}  // namespace karat::simd
#endif
