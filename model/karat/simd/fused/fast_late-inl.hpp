// SPDX-License-Identifier: Apache-2.0
// The fast path of the shape late, for CDNA3: products are truncated, everything else is rounded down, and
// the fp32 output is rounded to nearest. If a lane is outside the guard, the operation takes the general path
// (operate-inl.hpp). Compiled once per instruction set.
#if defined(KARAT_SIMD_FAST_LATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_FAST_LATE_INL
#undef KARAT_SIMD_FAST_LATE_INL
#else
#define KARAT_SIMD_FAST_LATE_INL
#endif

#include "karat/simd/fused/operate-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

/// One vector of one row before its products are summed.
struct PlainLateRow {
    CAddend c;
    VI e_dot;  ///< the largest exponent of the products
    VI e;      ///< the same, including c

    HWY_INLINE PlainLateRow(const Work& work, std::size_t row)
        : c(work.c_rule, hn::Load(f32, work.c + row * kLanes), false),
          e_dot(group_exponent(work, 0, row)),
          e(hn::Max(e_dot, c.exponent)) {}
};

/// Finishes a row: adds c to the sum of products, which is aligned to `e_products`.
HWY_INLINE VF finish_plain_late(const Work& work, const PlainLateRow& row, VI products, VI e_products) {
    const FusedPlan& plan = work.plan;
    const VI e_max = hn::Max(row.e, set_exponent(HWY_MAX(plan.floor, plan.e_low)));
    const VI shift = hn::Add(hn::Sub(e_products, e_max), set_exponent(plan.F_dot - plan.F_products));
    const Sum kept =
        rounded_to<true>(Sum(products) * Sum(power_of_two(0, hn::Neg(not_far_below(shift)))), Rounding::RD);
    const Sum total = kept + aligned_c_down(plan, counted_c(plan, row.c, e_max), e_max);
    return hn::Mul(to_fp32(total), power_of_two(0, hn::Sub(set_exponent(plan.grid), e_max)));
}

/// One operation. Returns false, and writes nothing, if a lane is outside the guard.
static HWY_NOINLINE bool operate_plain_late(const Work& work) {
    const FusedPlan& plan = work.plan;
    const PlainLateRow r0(work, 0);
    const PlainLateRow r1(work, 1);
    const PlainLateRow r2(work, 2);
    const PlainLateRow r3(work, 3);
    if (!within_guard({r0.e_dot, r1.e_dot, r2.e_dot, r3.e_dot}, plan.group_low, plan.e_high)) return false;
    if (!within_guard({r0.e, r1.e, r2.e, r3.e}, least_e_max(plan), plan.e_high)) return false;
    const VI least = set_exponent(plan.group_low);
    const VI e0 = hn::Max(r0.e_dot, least);
    const VI e1 = hn::Max(r1.e_dot, least);
    const VI e2 = hn::Max(r2.e_dot, least);
    const VI e3 = hn::Max(r3.e_dot, least);
    const Rows<VF> scale{power_of_two(plan.F_products, e0), power_of_two(plan.F_products, e1),
                         power_of_two(plan.F_products, e2), power_of_two(plan.F_products, e3)};
    const Rows<VI> sum = aligned_sum<Rounding::RZ>(work.rows, work.lanes, plan.group, scale);
    put_rows(work.d, {finish_plain_late(work, r0, sum.r0, e0), finish_plain_late(work, r1, sum.r1, e1),
                      finish_plain_late(work, r2, sum.r2, e2), finish_plain_late(work, r3, sum.r3, e3)});
    return true;
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
