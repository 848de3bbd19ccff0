// SPDX-License-Identifier: Apache-2.0
// Turns an exact sum into a result: rounding to the output format, and an ordinary addition. Compiled once
// per instruction set.
#if defined(KARAT_SIMD_FINISH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_FINISH_INL
#undef KARAT_SIMD_FINISH_INL
#else
#define KARAT_SIMD_FINISH_INL
#endif

#include "karat/simd/fused/vectors-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {

/// Clears the last 52 - `fraction` fraction bits of fp64 numbers.
HWY_INLINE VD cut(VD x, int fraction) {
    const std::uint64_t mask = ~((std::uint64_t{1} << (52 - fraction)) - 1);
    return hn::And(x, hn::BitCast(f64, hn::Set(u64, mask)));
}

/// Rounds fp64 numbers to odd, to fp32's 23 fraction bits: truncates them, and sets the last bit if anything
/// was lost. Rounding the result to nearest, to at most 21 bits, gives the same as rounding the original.
HWY_INLINE VD jammed(VD x) {
    const auto low = hn::Set(u64, (std::uint64_t{1} << 29) - 1);
    const auto bits = hn::BitCast(u64, x);
    const auto carried = hn::Add(hn::And(bits, low), low);
    return hn::BitCast(f64, hn::AndNot(low, hn::Or(bits, carried)));
}

/// Rounds by RNE to a format narrower than fp32. Returns the value in fp32.
HWY_INLINE VF round_narrow(const FinishRule& rule, VF x) {
    const VI e =
        hn::Sub(hn::And(hn::ShiftRight<23>(hn::BitCast(i32, x)), hn::Set(i32, 0xff)), hn::Set(i32, 127));
    const VI quantum = hn::Sub(hn::Max(e, hn::Set(i32, rule.min_exponent)), hn::Set(i32, rule.rule.fraction));
    // 1.5 * 2^(quantum + 23): adding it rounds away all bits below the quantum
    const VF magic = hn::BitCast(
        f32, hn::Or(hn::ShiftLeft<23>(hn::Add(quantum, hn::Set(i32, 23 + 127))), hn::Set(i32, 1 << 22)));
    const VF rounded = hn::Sub(hn::Add(x, magic), magic);
    const auto overflows = hn::Gt(hn::Abs(rounded), hn::Set(f32, rule.max_finite));
    const VF out = hn::CopySign(hn::IfThenElse(overflows, hn::Set(f32, rule.overflow), rounded), x);
    if (rule.rule.underflow_sign == UnderflowSign::keep) return out;
    return hn::Add(out, hn::Zero(f32));  // -0 + 0 is +0
}

/// Finish::scalar, lane by lane.
HWY_INLINE VF finish_each(const FinishRule& rule, const Sum& sum, VI lsb) {
    HWY_ALIGN std::array<double, kHalf> sums;
    HWY_ALIGN std::array<std::int32_t, kHalf> weights;
    HWY_ALIGN std::array<float, kHalf> out;
    hn::Store(sum.low, f64, sums.data());
    hn::Store(sum.high, f64, sums.data() + kHalf / 2);
    hn::Store(lsb, i32, weights.data());
    finish_scalar(rule, kHalf, sums.data(), weights.data(), out.data());
    return hn::Load(f32, out.data());
}

/// The last step: rounds sum * 2^lsb.
HWY_INLINE VF finish(const FinishRule& rule, const Sum& sum, VI lsb) {
    const VF unit = power_of_two(0, hn::Neg(lsb));
    switch (rule.finish) {
        case Finish::truncate:
            return hn::Mul(to_fp32({cut(sum.low, rule.rule.fraction), cut(sum.high, rule.rule.fraction)}),
                           unit);
        case Finish::nearest:
            return hn::Mul(to_fp32(sum), unit);
        case Finish::narrow:
            return round_narrow(rule, hn::Mul(to_fp32({jammed(sum.low), jammed(sum.high)}), unit));
        case Finish::scalar:
            break;
    }
    return finish_each(rule, sum, lsb);
}

/// The same for a sum in int32, |sum| < 2^31. `kFinish` is that of the rule. Fast if the conversion to fp32
/// can do the rounding.
template <Finish kFinish>
HWY_INLINE VF finish(const FinishRule& rule, VI sum, VI lsb) {
    if constexpr (kFinish == Finish::nearest)
        return hn::Mul(hn::ConvertTo(f32, sum), power_of_two(0, hn::Neg(lsb)));
    if constexpr (kFinish != Finish::truncate) return finish(rule, Sum(sum), lsb);
    const VI magnitude = hn::Abs(sum);
    // With the rounding bit cleared (24 positions below the leading one), conversion to nearest truncates.
    const VI undecided = hn::AndNot(hn::ShiftRight<24>(magnitude), magnitude);
    const VI kept = hn::Set(
        i32, static_cast<std::int32_t>(~((1U << static_cast<unsigned>(23 - rule.rule.fraction)) - 1)));
    const VF cut = hn::And(hn::ConvertTo(f32, undecided), hn::BitCast(f32, kept));
    const VF sign = hn::BitCast(f32, hn::And(sum, hn::Set(i32, static_cast<std::int32_t>(0x80000000U))));
    return hn::Or(hn::Mul(cut, power_of_two(0, hn::Neg(lsb))), sign);
}

/// x + y rounded to odd in fp64. Rounding the result to at most 50 bits gives the same as rounding the exact
/// sum.
HWY_INLINE VD odd_sum(VD x, VD y) {
    const VD sum = hn::Add(x, y);
    const VD from_y = hn::Sub(sum, x);
    const VD error = hn::Add(hn::Sub(x, hn::Sub(sum, from_y)), hn::Sub(y, from_y));  // Knuth's TwoSum: exact
    const auto bits = hn::BitCast(i64, sum);
    const auto one = hn::Set(i64, 1);
    const auto odd = hn::Eq(hn::And(bits, one), one);
    const auto exact = hn::RebindMask(i64, hn::Eq(error, hn::Zero(f64)));
    // The odd neighbour lies in the direction of the error: a larger magnitude if the signs agree.
    const auto differ = hn::Lt(hn::Xor(bits, hn::BitCast(i64, error)), hn::Zero(i64));
    const auto step = hn::IfThenElse(differ, hn::Set(i64, -1), one);
    return hn::BitCast(f64, hn::Add(bits, hn::IfThenZeroElse(hn::Or(odd, exact), step)));
}

// Sums with magnitudes within these limits are rounded without reaching the limits of fp32.
inline constexpr double kOrdinaryLow = 0x1p-100;
inline constexpr double kOrdinaryHigh = 0x1p100;

/// All ones where x is neither zero nor within these limits, which includes infinities and NaNs. With
/// `zero_too`, all ones for a zero as well.
HWY_INLINE auto unusual(VD x, bool zero_too) {
    const VD magnitude = hn::Abs(x);
    const auto low = hn::Lt(magnitude, hn::Set(f64, kOrdinaryLow));
    const auto not_high = hn::Le(magnitude, hn::Set(f64, kOrdinaryHigh));
    const auto zero = hn::Eq(x, hn::Zero(f64));
    const auto usual = zero_too ? hn::AndNot(low, not_high) : hn::And(not_high, hn::Or(hn::Not(low), zero));
    return hn::BitCast(u64, hn::VecFromMask(f64, hn::Not(usual)));
}

/// Ordinary addition of two numbers, rounded once. Lanes with unusual sums become bad.
HWY_INLINE VF add_rounded(const FinishRule& rule, const Sum& x, const Sum& y, VI& bad) {
    const Sum sum{odd_sum(x.low, y.low), odd_sum(x.high, y.high)};
    const bool zero_too = rule.rule.rounding == Rounding::RD;  // x - x is -0
    const auto low = hn::TruncateTo(half_u32, unusual(sum.low, zero_too));
    const auto high = hn::TruncateTo(half_u32, unusual(sum.high, zero_too));
    bad = hn::Or(bad, hn::BitCast(i32, hn::Combine(hn::ScalableTag<std::uint32_t>(), high, low)));
    return finish(rule, sum, hn::Zero(i32));
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
