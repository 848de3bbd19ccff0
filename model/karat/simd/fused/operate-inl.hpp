// SPDX-License-Identifier: Apache-2.0
// One operation of each fused shape, on one vector of every row. Each function returns the lanes that are bad
// in any row. Compiled once per instruction set.
#if defined(KARAT_SIMD_OPERATE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_OPERATE_INL
#undef KARAT_SIMD_OPERATE_INL
#else
#define KARAT_SIMD_OPERATE_INL
#endif

#include <limits>

#include "karat/simd/fused/align_c-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

template <class V>
using PerRow = std::array<V, kRows>;

HWY_INLINE VI group_exponent(const Work& work, int g, std::size_t row) {
    return hn::PromoteTo(
        i32, hn::Load(half16, work.exponents + (g * kRows + static_cast<std::ptrdiff_t>(row)) * kLanes));
}
HWY_INLINE CAddend addend(const Work& work, std::size_t row) {
    return {work.c_rule, hn::Load(f32, work.c + static_cast<std::ptrdiff_t>(row) * kLanes)};
}

/// The products of one group and their sum, in units of 2^unit.
struct Group {
    PerRow<VI> largest;  // largest exponent, as it is compared
    PerRow<VI> unit;
    PerRow<Sum> sum;
};

HWY_INLINE void sum_group(const Work& work, int g, PerRow<VI>& bad, Group& out) {
    const FusedPlan& plan = work.plan;
    PerRow<VI> e;
    for (std::size_t r = 0; r < kRows; ++r) {
        out.largest[r] = group_exponent(work, g, r);
        e[r] = guarded(out.largest[r], plan.group_low, plan.e_high, without_products(out.largest[r]), bad[r]);
        out.unit[r] =
            plan.products >= Products::exact ? hn::Zero(i32) : hn::Sub(e[r], set_exponent(plan.F_products));
    }
    sum_products(work, g, e, out.sum);
}

HWY_INLINE VI stored(const Work& work, const PerRow<VI>& bad, const PerRow<VF>& result) {
    VI any = hn::Zero(i32);
    for (std::size_t r = 0; r < kRows; ++r) {
        store(work, static_cast<int>(r), bad[r], result[r]);
        any = hn::Or(any, bad[r]);
    }
    return any;
}

HWY_INLINE PerRow<VI> none_bad() {
    const VI zero = hn::Zero(i32);
    return {zero, zero, zero, zero};
}

/// The largest of the products' exponent, c's exponent and the floor, clamped to the guard.
HWY_INLINE VI guarded_e_max(const FusedPlan& plan, VI e_products, const CAddend& c, VI& bad) {
    const VI e = hn::Max(hn::Max(e_products, set_exponent(plan.floor)), c.exponent);
    return guarded(e, plan.e_low, plan.e_high, hn::And(c.zero, without_products(e_products)), bad);
}

/// The lower limit of the guard for an e_max before the floor is applied. If the floor is at least e_low, it
/// raises every smaller e_max, and the limit is kNoProduct.
HWY_INLINE int least_e_max(const FusedPlan& plan) {
    return plan.floor >= plan.e_low ? kNoProduct : plan.e_low;
}

/// Whether each exponent lies in [low, high] or belongs to zeros only. Precondition: low >= kNoProduct.
HWY_INLINE bool within_guard(const Rows<VI>& e, int low, int high) {
    constexpr std::int32_t kWrap = std::numeric_limits<std::int32_t>::min() - kNoProduct;
    // Adding this wraps the exponent of zeros around to above all others.
    const VI wrap = hn::Set(i32, kWrap);
    const VI lowest = hn::Min(hn::Min(hn::Add(e.r0, wrap), hn::Add(e.r1, wrap)),
                              hn::Min(hn::Add(e.r2, wrap), hn::Add(e.r3, wrap)));
    const VI highest = hn::Max(hn::Max(e.r0, e.r1), hn::Max(e.r2, e.r3));
    return hn::AllFalse(
        i32, hn::Or(hn::Lt(lowest, hn::Set(i32, kWrap + low)), hn::Gt(highest, set_exponent(high))));
}

/// Stores all results at once, because the compiler reloads the plan after a store.
HWY_INLINE void put_rows(float* d, const Rows<VF>& result) {
    hn::Store(result.r0, f32, d);
    hn::Store(result.r1, f32, d + kLanes);
    hn::Store(result.r2, f32, d + 2 * kLanes);
    hn::Store(result.r3, f32, d + 3 * kLanes);
}

/// Clamps a right shift to 100 bits. After that, only 0 or the sign is left anyway.
HWY_INLINE VI not_far_below(VI shift) { return hn::Max(shift, set_exponent(-100)); }

/// Together: one alignment for the products and c.
static HWY_NOINLINE VI operate_together(const Work& work) {
    PerRow<VI> bad = none_bad();
    PerRow<VI> e_max;
    for (std::size_t r = 0; r < kRows; ++r)
        e_max[r] = guarded_e_max(work.plan, group_exponent(work, 0, r), addend(work, r), bad[r]);
    PerRow<Sum> sum;
    sum_products(work, 0, e_max, sum);
    PerRow<VF> result;
    for (std::size_t r = 0; r < kRows; ++r) result[r] = align_with_c(work, sum[r], addend(work, r), e_max[r]);
    return stored(work, bad, result);
}

/// Finishes late and late_groups: rounds `dot`, in units of 2^unit, once more and adds c.
template <bool kDown>
HWY_INLINE VI store_late(const Work& work, int row, const Sum& dot, VI unit, VI e_dot, VI bad) {
    const FusedPlan& plan = work.plan;
    const CAddend c(work.c_rule, hn::Load(f32, work.c + row * kLanes), !kDown);
    const VI e_max = guarded_e_max(plan, e_dot, c, bad);
    const VI shift = not_far_below(hn::Add(unit, hn::Sub(set_exponent(plan.F_dot), e_max)));
    const Sum kept = rounded_to<kDown>(dot * Sum(power_of_two(0, hn::Neg(shift))), plan.sum_rounding);
    store(work, row, bad, align_with_c<kDown>(work, kept, c, e_max));
    return bad;
}

/// Late: the products are aligned to their own largest exponent.
static HWY_NOINLINE VI operate_late(const Work& work) {
    const FusedPlan& plan = work.plan;
    PerRow<VI> bad = none_bad();
    PerRow<VI> e;
    for (std::size_t r = 0; r < kRows; ++r) {
        const VI e_dot = group_exponent(work, 0, r);
        e[r] = guarded(e_dot, plan.group_low, plan.e_high, without_products(e_dot), bad[r]);
    }
    PerRow<Sum> dot;
    sum_products(work, 0, e, dot);
    VI any = hn::Zero(i32);
    for (std::size_t r = 0; r < kRows; ++r) {
        const VI unit = hn::Sub(e[r], set_exponent(plan.F_products));
        any = hn::Or(any, store_late<false>(work, static_cast<int>(r), dot[r], unit,
                                            group_exponent(work, 0, r), bad[r]));
    }
    return any;
}

/// Late groups: each group is aligned to its own exponent, and the group sums to the largest of these.
template <bool kDown>
static HWY_NOINLINE VI operate_late_groups(const Work& work) {
    const FusedPlan& plan = work.plan;
    PerRow<VI> bad = none_bad();
    PerRow<VI> e_dot;
    PerRow<VI> unit;
    PerRow<Sum> dot;
    for (std::size_t r = 0; r < kRows; ++r) {
        e_dot[r] = group_exponent(work, 0, r);
        for (int g = 1; g < plan.groups; ++g) e_dot[r] = hn::Max(e_dot[r], group_exponent(work, g, r));
        unit[r] = hn::Sub(hn::Max(e_dot[r], set_exponent(plan.group_low)), set_exponent(plan.F_group));
        dot[r] = zero_sum();
    }
    for (int g = 0; g < plan.groups; ++g) {
        Group group;
        sum_group(work, g, bad, group);
        for (std::size_t r = 0; r < kRows; ++r) {
            const Sum part = group.sum[r] * power_of_two_wide(hn::Sub(group.unit[r], unit[r]));
            dot[r] = dot[r] + rounded_to<kDown>(part, plan.group_rounding);
        }
    }
    VI any = hn::Zero(i32);
    for (std::size_t r = 0; r < kRows; ++r) {
        any = hn::Or(any, store_late<kDown>(work, static_cast<int>(r), dot[r], unit[r], e_dot[r], bad[r]));
    }
    return any;
}

/// Exponent of the leading bit of x * 2^unit, x != 0.
HWY_INLINE VI leading_bit(const Sum& x, VI unit) {
    const auto field = [](VD half) {
        return hn::TruncateTo(half_u32, hn::ShiftRight<52>(hn::BitCast(u64, hn::Abs(half))));
    };
    const auto biased = hn::Combine(hn::ScalableTag<std::uint32_t>(), field(x.high), field(x.low));
    return hn::Add(hn::Sub(hn::BitCast(i32, biased), set_exponent(1023)), unit);
}

/// The lanes in which a sum is 0.
HWY_INLINE Mask is_zero(const Sum& x) {
    const auto half = [](VD v) {
        return hn::TruncateTo(half_u32, hn::BitCast(u64, hn::VecFromMask(f64, hn::Eq(v, hn::Zero(f64)))));
    };
    return hn::MaskFromVec(
        hn::BitCast(i32, hn::Combine(hn::ScalableTag<std::uint32_t>(), half(x.high), half(x.low))));
}

/// Groups: group sums and c are aligned together.
static HWY_NOINLINE VI operate_groups(const Work& work) {
    const FusedPlan& plan = work.plan;
    PerRow<VI> bad = none_bad();
    const VI none = set_exponent(2 * kZeroExponent);
    PerRow<VI> e_groups{none, none, none, none};
    // Without HWY_RESTRICT, the compiler reloads the plan after each store.
    Group* const HWY_RESTRICT groups = work.groups;
    for (int g = 0; g < plan.groups; ++g) {
        Group& group = groups[g];
        sum_group(work, g, bad, group);
        for (std::size_t r = 0; r < kRows; ++r) {
            VI e = plan.group_normalised ? leading_bit(group.sum[r], group.unit[r]) : group.largest[r];
            if (!plan.zero_group_counts) e = hn::IfThenElse(is_zero(group.sum[r]), none, e);
            e_groups[r] = hn::Max(e_groups[r], e);
        }
    }
    PerRow<VF> result;
    for (std::size_t r = 0; r < kRows; ++r) {
        const CAddend c = addend(work, r);
        const VI e_max = guarded_e_max(plan, e_groups[r], c, bad[r]);
        const VI depth = hn::Sub(set_exponent(plan.F_dot), e_max);
        Sum total = zero_sum();
        for (std::size_t g = 0; g < static_cast<std::size_t>(plan.groups); ++g) {
            total = total + aligned(groups[g].sum[r], hn::Add(groups[g].unit[r], depth), plan.group_rounding);
        }
        result[r] = align_with_c(work, total, c, e_max);
    }
    return stored(work, bad, result);
}

/// Separate: the sum of products, then an ordinary addition of c.
static HWY_NOINLINE VI operate_separate(const Work& work) {
    const FusedPlan& plan = work.plan;
    PerRow<VI> bad = none_bad();
    PerRow<VI> e_dot;
    for (std::size_t r = 0; r < kRows; ++r) {
        const VI e_products = group_exponent(work, 0, r);
        e_dot[r] = guarded(hn::Max(e_products, set_exponent(plan.floor)), plan.e_low, plan.e_high,
                           without_products(e_products), bad[r]);
    }
    PerRow<Sum> sum;
    sum_products(work, 0, e_dot, sum);
    PerRow<VF> result;
    for (std::size_t r = 0; r < kRows; ++r) {
        const VI unit = hn::Sub(e_dot[r], set_exponent(plan.F_products));
        const Sum dot =
            plan.dot_exact ? sum[r] * power_of_two_wide(unit) : Sum(finish(plan.dot, sum[r], unit));
        result[r] = add_rounded(work.finish_rule, dot, Sum(addend(work, r).value), bad[r]);
    }
    return stored(work, bad, result);
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
