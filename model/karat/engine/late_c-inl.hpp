// SPDX-License-Identifier: Apache-2.0
// fdrda: the products are summed by themselves, and the sum, rounded, meets c. Compiled once for every instruction set.
#if defined(KARAT_ENGINE_LATE_C_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_ENGINE_LATE_C_INL
#undef KARAT_ENGINE_LATE_C_INL
#else
#define KARAT_ENGINE_LATE_C_INL
#endif

#include "karat/engine/products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::engine::HWY_NAMESPACE {

/// 2^n in fp64 for a vector of exponents, in two halves.
HWY_INLINE Sum power_of_two_wide(VI n) {
    constexpr hn::ScalableTag<std::int64_t> i64;
    const VI biased = hn::Add(n, hn::Set(i32, 1023));
    return {hn::BitCast(f64, hn::ShiftLeft<52>(hn::PromoteTo(i64, hn::LowerHalf(biased)))),
            hn::BitCast(f64, hn::ShiftLeft<52>(hn::PromoteTo(i64, hn::UpperHalf(half_i32, biased))))};
}

HWY_INLINE Sum rounded(const Sum& x, Rounding mode) {
    switch (mode) {
        case Rounding::RD:
            return {hn::Floor(x.low), hn::Floor(x.high)};
        case Rounding::RU:
            return {hn::Ceil(x.low), hn::Ceil(x.high)};
        case Rounding::RNE:
            return {hn::Round(x.low), hn::Round(x.high)};
        default:
            return {hn::Trunc(x.low), hn::Trunc(x.high)};
    }
}

/// The lanes of one vector of one row during one operation of fdrda: the products have an exponent of their own.
struct LateLane {
    VF c;
    VI e_c;
    VI e_dot;  // within the guard
    VI e_max;  // the same
    VI bad;    // all ones: the guard does not hold

    HWY_INLINE LateLane(const FdaPlan& plan, const AddendRule& rule, VI e_products, VF start) {
        c = flush_small(start, rule.flush_below);
        const VI magnitude = hn::And(hn::BitCast(i32, c), hn::Set(i32, 0x7fffffff));
        const auto zero = hn::Eq(magnitude, hn::Zero(i32));
        const VI finite = hn::Max(hn::Sub(hn::ShiftRight<23>(magnitude), hn::Set(i32, 127)), hn::Set(i32, rule.min_exponent));
        e_c = hn::IfThenElse(zero, hn::Set(i32, rule.zero_exponent), finite);
        const VI e = hn::Max(hn::Max(e_products, hn::Set(i32, plan.floor)), e_c);
        const VI low = hn::Set(i32, plan.e_low);
        const auto no_products = hn::Lt(e_products, hn::Set(i32, kNoProduct));
        const auto low_products = hn::AndNot(no_products, hn::Lt(e_products, low));
        const auto low_all = hn::AndNot(hn::And(zero, no_products), hn::Lt(e, low));
        bad = hn::VecFromMask(i32, hn::Or(hn::Or(low_products, low_all), hn::Gt(e, hn::Set(i32, plan.e_high))));
        e_dot = hn::Max(e_products, low);
        e_max = hn::Max(e, low);
    }
};

/// fdrda's steps 6 to 8: the sum of products, rounded once more, meets c.
HWY_INLINE VF finish_late(const FdaPlan& plan, const FinishRule& rule, const LateLane& lane, const Sum& sum) {
    const Sum unit = power_of_two_wide(hn::Add(hn::Sub(lane.e_dot, lane.e_max), hn::Set(i32, plan.F_sum - plan.F)));
    Sum total = rounded({hn::Mul(sum.low, unit.low), hn::Mul(sum.high, unit.high)}, plan.sum_rounding) * plan.sum_factor;
    VI c = align_addend(lane.c, power_of_two(plan.F_c, lane.e_max), plan.c_rounding);
    c = hn::IfThenZeroElse(hn::Lt(lane.e_c, hn::Sub(lane.e_max, hn::Set(i32, plan.c_cutoff))), c);
    total = total + Sum(c) * plan.c_factor;
    return finish(rule, total, hn::Sub(lane.e_max, hn::Set(i32, plan.grid)));
}

/// One operation of fdrda on one vector of every row. Returns the lanes that are bad in any row.
inline VI operate_late(const Work& work, const Rows<VI>& e) {
    const FdaPlan& plan = work.plan;
    const std::array<LateLane, kRows> row{LateLane(plan, work.c_rule, e.r0, hn::Load(f32, work.c)),
                                          LateLane(plan, work.c_rule, e.r1, hn::Load(f32, work.c + kLanes)),
                                          LateLane(plan, work.c_rule, e.r2, hn::Load(f32, work.c + 2 * kLanes)),
                                          LateLane(plan, work.c_rule, e.r3, hn::Load(f32, work.c + 3 * kLanes))};
    const Rows<VF> scale{power_of_two(plan.F, row[0].e_dot), power_of_two(plan.F, row[1].e_dot), power_of_two(plan.F, row[2].e_dot),
                         power_of_two(plan.F, row[3].e_dot)};
    const std::array<Sum, kRows> sum = all_products(work, scale);
    VI bad = hn::Zero(i32);
    for (int r = 0; r < kRows; ++r) {
        const LateLane& lane = row[static_cast<std::size_t>(r)];
        store(work, r, lane.bad, finish_late(plan, work.finish_rule, lane, sum[static_cast<std::size_t>(r)]));
        bad = hn::Or(bad, lane.bad);
    }
    return bad;
}

}  // namespace karat::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
