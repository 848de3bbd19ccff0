// SPDX-License-Identifier: Apache-2.0
// The fast path of the shape together, for NVIDIA's tensor cores: truncation, one width, sums in int32. If a
// lane is outside its limits, the operation takes the general path (operate-inl.hpp). Compiled once per
// instruction set.
#if defined(KARAT_SIMD_FAST_TOGETHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_FAST_TOGETHER_INL
#undef KARAT_SIMD_FAST_TOGETHER_INL
#else
#define KARAT_SIMD_FAST_TOGETHER_INL
#endif

#include "karat/simd/fused/operate-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

/// One vector of one row before its products are summed.
struct PlainRow {
    VF c;
    VI e;  ///< the largest exponent of the products and c

    HWY_INLINE PlainRow(const Work& work, std::size_t row)
        : c(hn::Load(f32, work.c + row * kLanes)),
          e(hn::Max(group_exponent(work, 0, row), CAddend(work.c_rule, c, false).exponent)) {}
};

/// The result of a row from its sum of aligned products. `scale` has aligned them, and also aligns c.
template <Finish kFinish>
HWY_INLINE VF finish_plain(const Work& work, const PlainRow& row, VI products, VI e_max, VF scale) {
    const VI c = truncated(hn::Mul(row.c, scale));
    return finish<kFinish>(work.finish_rule, hn::Add(products, c),
                           hn::Sub(e_max, set_exponent(work.plan.grid)));
}

/// One operation. Returns false, and writes nothing, if a lane is outside the guard, or if its sum is so
/// large that adding c might overflow int32. The latter needs almost all products to be near the maximum.
template <Finish kFinish>
HWY_NOINLINE bool operate_plain(const Work& work) {
    const FusedPlan& plan = work.plan;
    const PlainRow r0(work, 0);
    const PlainRow r1(work, 1);
    const PlainRow r2(work, 2);
    const PlainRow r3(work, 3);
    if (!within_guard({r0.e, r1.e, r2.e, r3.e}, least_e_max(plan), plan.e_high)) return false;
    const VI least = set_exponent(HWY_MAX(plan.floor, plan.e_low));
    const VI e0 = hn::Max(r0.e, least);
    const VI e1 = hn::Max(r1.e, least);
    const VI e2 = hn::Max(r2.e, least);
    const VI e3 = hn::Max(r3.e, least);
    const Rows<VF> scale{power_of_two(plan.F, e0), power_of_two(plan.F, e1), power_of_two(plan.F, e2),
                         power_of_two(plan.F, e3)};
    const Rows<VI> sum = aligned_sum<Rounding::RZ>(work.rows, work.lanes, plan.terms, scale);
    const VI longest =
        hn::Max(hn::Max(hn::Abs(sum.r0), hn::Abs(sum.r1)), hn::Max(hn::Abs(sum.r2), hn::Abs(sum.r3)));
    const VI room_for_c = hn::Set(i32, std::numeric_limits<std::int32_t>::max() - (2 << plan.F));
    if (!hn::AllFalse(i32, hn::Gt(longest, room_for_c))) return false;
    put_rows(work.d, {finish_plain<kFinish>(work, r0, sum.r0, e0, scale.r0),
                      finish_plain<kFinish>(work, r1, sum.r1, e1, scale.r1),
                      finish_plain<kFinish>(work, r2, sum.r2, e2, scale.r2),
                      finish_plain<kFinish>(work, r3, sum.r3, e3, scale.r3)});
    return true;
}

HWY_INLINE bool operate_plain(const Work& work) {
    switch (work.finish_rule.finish) {
        case Finish::truncate:
            return operate_plain<Finish::truncate>(work);
        case Finish::nearest:
            return operate_plain<Finish::nearest>(work);
        case Finish::narrow:
            return operate_plain<Finish::narrow>(work);
        default:
            return operate_plain<Finish::scalar>(work);
    }
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
