// SPDX-License-Identifier: Apache-2.0
// The short way through fda, for what tensor cores do: truncation, one width, sums in int32. Compiled once for every instruction set.
#if defined(KARAT_ENGINE_PLAIN_FDA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_ENGINE_PLAIN_FDA_INL
#undef KARAT_ENGINE_PLAIN_FDA_INL
#else
#define KARAT_ENGINE_PLAIN_FDA_INL
#endif

#include "karat/engine/meet_c-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::engine::HWY_NAMESPACE {

HWY_INLINE Rows<VI> lower(const Rows<VI16>& e) {
    const auto half = [](VI16 v) { return hn::PromoteTo(i32, hn::LowerHalf(v)); };
    return {half(e.r0), half(e.r1), half(e.r2), half(e.r3)};
}
HWY_INLINE Rows<VI> upper(const Rows<VI16>& e) {
    const auto half = [](VI16 v) { return hn::PromoteTo(i32, hn::UpperHalf(half16, v)); };
    return {half(e.r0), half(e.r1), half(e.r2), half(e.r3)};
}

/// The lanes of one vector of one row during one operation.
struct PlainLane {
    VF c;
    VI e_max;
    VI bad;

    HWY_INLINE PlainLane(const FusedPlan& plan, const AddendRule& rule, VI e_products, VF start) {
        const Addend addend(rule, start, false);
        c = start;
        bad = hn::Zero(i32);
        const VI e = hn::Max(hn::Max(e_products, set_exponent(plan.floor)), addend.exponent);
        e_max = guarded(e, plan.e_low, plan.e_high, hn::And(addend.zero, without_products(e_products)), bad);
    }
};

/// The result of a lane from its sum of aligned products; `scale` aligned them, and aligns c. Where c makes it overflow int32, which takes
/// terms almost all near the largest, the lane is bad.
template <Finish kFinish>
HWY_INLINE VF finish_plain(const Work& work, PlainLane& lane, VI products, VF scale) {
    const VI c = truncated(hn::Mul(lane.c, scale));
    const VI sum = hn::Add(products, c);
    const VI overflow = hn::And(hn::Xor(sum, products), hn::Xor(sum, c));
    lane.bad = hn::Or(lane.bad, hn::BroadcastSignBit(overflow));
    return finish<kFinish>(work.finish_rule, sum, hn::Sub(lane.e_max, set_exponent(work.plan.grid)));
}

/// One operation. Returns the lanes that are bad in any row. Nothing is written before everything is computed: after a write the compiler
/// would have to read the plan again.
template <Finish kFinish>
HWY_NOINLINE VI operate_plain(const Work& work, const Rows<VI>& e) {
    const FusedPlan& plan = work.plan;
    PlainLane l0(plan, work.c_rule, e.r0, hn::Load(f32, work.c));
    PlainLane l1(plan, work.c_rule, e.r1, hn::Load(f32, work.c + kLanes));
    PlainLane l2(plan, work.c_rule, e.r2, hn::Load(f32, work.c + 2 * kLanes));
    PlainLane l3(plan, work.c_rule, e.r3, hn::Load(f32, work.c + 3 * kLanes));
    const Rows<VF> scale{power_of_two(plan.F, l0.e_max), power_of_two(plan.F, l1.e_max), power_of_two(plan.F, l2.e_max),
                         power_of_two(plan.F, l3.e_max)};
    const Rows<VI> sum = aligned_sum<Rounding::RZ>(work.rows, work.lanes, plan.terms, scale);
    const VF r0 = finish_plain<kFinish>(work, l0, sum.r0, scale.r0);
    const VF r1 = finish_plain<kFinish>(work, l1, sum.r1, scale.r1);
    const VF r2 = finish_plain<kFinish>(work, l2, sum.r2, scale.r2);
    const VF r3 = finish_plain<kFinish>(work, l3, sum.r3, scale.r3);
    store(work, 0, l0.bad, r0);
    store(work, 1, l1.bad, r1);
    store(work, 2, l2.bad, r2);
    store(work, 3, l3.bad, r3);
    return hn::Or(hn::Or(l0.bad, l1.bad), hn::Or(l2.bad, l3.bad));
}

HWY_INLINE VI operate_plain(const Work& work, const Rows<VI>& e) {
    switch (work.finish_rule.finish) {
        case Finish::truncate:
            return operate_plain<Finish::truncate>(work, e);
        case Finish::nearest:
            return operate_plain<Finish::nearest>(work, e);
        case Finish::narrow:
            return operate_plain<Finish::narrow>(work, e);
        default:
            return operate_plain<Finish::scalar>(work, e);
    }
}

}  // namespace karat::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
