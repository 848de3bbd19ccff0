// SPDX-License-Identifier: Apache-2.0
// The alignment of sums of products and c, for each of the fused shapes. Compiled once per instruction set.
#if defined(KARAT_SIMD_ALIGN_C_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_ALIGN_C_INL
#undef KARAT_SIMD_ALIGN_C_INL
#else
#define KARAT_SIMD_ALIGN_C_INL
#endif

#include "karat/simd/fused/finish-inl.hpp"
#include "karat/simd/fused/products-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

using Mask = hn::Mask<decltype(i32)>;

/// The c of one vector of one row.
struct CAddend {
    VF value;
    VI exponent;
    Mask zero;

    HWY_INLINE CAddend(const AddendRule& rule, VF start, bool may_flush = true) {
        value = may_flush ? flush_small(start, rule.flush_below) : start;
        const VI magnitude = hn::And(hn::BitCast(i32, value), hn::Set(i32, 0x7fffffff));
        zero = hn::Eq(magnitude, hn::Zero(i32));
        const VI finite = hn::Max(hn::Sub(hn::ShiftRight<23>(magnitude), hn::Set(i32, 127)),
                                  hn::Set(i32, rule.min_exponent));
        exponent = hn::IfThenElse(zero, hn::Set(i32, rule.zero_exponent), finite);
    }
};

HWY_INLINE VI set_exponent(int e) { return hn::Set(i32, e); }
/// The lanes in which `e` is the largest exponent of products that are all 0 and do not count.
HWY_INLINE Mask without_products(VI e) { return hn::Lt(e, set_exponent(kNoProduct)); }

/// Clamps `e` to at least `low`. A lane whose `e` is outside [low, high] becomes bad. In the lanes of
/// `nothing`, all values are 0 and a low exponent is harmless.
HWY_INLINE VI guarded(VI e, int low, int high, Mask nothing, VI& bad) {
    const Mask too_low = hn::AndNot(nothing, hn::Lt(e, set_exponent(low)));
    bad = hn::Or(bad, hn::VecFromMask(i32, hn::Or(too_low, hn::Gt(e, set_exponent(high)))));
    return hn::Max(e, set_exponent(low));
}

/// Same as `rounded`, or rounds down if that is known at compile time.
template <bool kDown>
HWY_INLINE Sum rounded_to(const Sum& x, Rounding mode) {
    return kDown ? Sum{hn::Floor(x.low), hn::Floor(x.high)} : rounded(x, mode);
}

/// c aligned to e_max, in units of the grid.
HWY_INLINE Sum aligned_c(const FusedPlan& plan, VF c, VI e_max) {
    return rounded(Sum(c) * Sum(power_of_two(plan.F_c, e_max)), plan.c_rounding) * plan.c_factor;
}
/// The same rounded down, in fp32. The result has at most 30 bits, of which only the 24 bits of c are
/// significant.
HWY_INLINE Sum aligned_c_down(const FusedPlan& plan, VF c, VI e_max) {
    const auto negative = hn::Lt(c, hn::Zero(f32));
    const VF x = hn::Mul(c, power_of_two(plan.F_c, e_max));
    // a negative x may have underflowed to 0
    const VF seen = hn::Add(x, hn::IfThenElseZero(negative, hn::Set(f32, -0x1p-100F)));
    return Sum(hn::Mul(hn::Floor(seen), hn::Set(f32, static_cast<float>(plan.c_factor))));
}

/// c, or 0 in lanes where it is so far below e_max that it is cut off.
HWY_INLINE VF counted_c(const FusedPlan& plan, const CAddend& c, VI e_max) {
    if (plan.c_cutoff >= kNoCutoff) return c.value;
    const Mask too_low = hn::Lt(c.exponent, hn::Sub(e_max, set_exponent(plan.c_cutoff)));
    return hn::IfThenZeroElse(hn::RebindMask(f32, too_low), c.value);
}

/// The last step of all shapes except separate. Adds `dot`, in units of 2^(e_max - plan.F_dot), and c,
/// aligned to e_max, and rounds the sum. `kDown`: see FusedPlan::down.
template <bool kDown = false>
HWY_INLINE VF align_with_c(const Work& work, const Sum& dot, const CAddend& c, VI e_max) {
    const FusedPlan& plan = work.plan;
    const VF value = counted_c(plan, c, e_max);
    // a sum of zeros is +0
    const Sum total = kDown ? dot + aligned_c_down(plan, value, e_max)
                            : dot * plan.dot_factor + (aligned_c(plan, value, e_max) + zero_sum());
    return finish(work.finish_rule, total, hn::Sub(e_max, set_exponent(plan.grid)));
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
