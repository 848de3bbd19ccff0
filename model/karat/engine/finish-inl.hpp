// SPDX-License-Identifier: Apache-2.0
// Vector steps that kernels share: alignment by multiplication, exact sums, rounding. Compiled once for every instruction set; include it
// after hwy/highway.h.
#if defined(KARAT_ENGINE_FINISH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_ENGINE_FINISH_INL
#undef KARAT_ENGINE_FINISH_INL
#else
#define KARAT_ENGINE_FINISH_INL
#endif

#include <array>
#include <cmath>

#include "karat/engine/fda_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::engine::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A kernel has as many lanes as there are 16-bit numbers in a vector, in two vectors of 32-bit numbers or four of fp64.
inline constexpr hn::ScalableTag<std::int16_t> i16;
inline constexpr hn::Half<hn::ScalableTag<std::int16_t>> half16;
inline constexpr hn::ScalableTag<std::int32_t> i32;
inline constexpr hn::ScalableTag<float> f32;
inline constexpr hn::Half<hn::ScalableTag<float>> half32;
inline constexpr hn::Half<hn::ScalableTag<std::int32_t>> half_i32;
inline constexpr hn::ScalableTag<double> f64;
inline constexpr hn::ScalableTag<std::uint64_t> u64;
using VI16 = hn::Vec<decltype(i16)>;
using VI = hn::Vec<decltype(i32)>;
using VF = hn::Vec<decltype(f32)>;
using VD = hn::Vec<decltype(f64)>;
inline constexpr int kLanes = static_cast<int>(hn::MaxLanes(i16));
inline constexpr int kHalf = kLanes / 2;
static_assert(kLanes <= kMaxLanes && kHalf == static_cast<int>(hn::MaxLanes(f32)));

/// 2^(width - e), for exponents within a plan's guard.
HWY_INLINE VF power_of_two(int width, VI e) { return hn::BitCast(f32, hn::ShiftLeft<23>(hn::Sub(hn::Set(i32, width + 127), e))); }

/// Truncation, without the repair of values beyond int32 that ConvertTo pays for.
HWY_INLINE VI truncated(VF x) {
#if HWY_TARGET == HWY_AVX3
    return VI{_mm512_maskz_cvttps_epi32(__mmask16{0xffff}, x.raw)};  // unmasked, GCC 12 warns of its own header (bug 105593)
#elif HWY_TARGET == HWY_AVX2
    return VI{_mm256_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_SSE4
    return VI{_mm_cvttps_epi32(x.raw)};
#else
    return hn::ConvertTo(i32, x);
#endif
}

/// |x| < 2^31.
template <Rounding kMode>
HWY_INLINE VI to_integer(VF x) {
    if constexpr (kMode == Rounding::RD) return truncated(hn::Floor(x));
    if constexpr (kMode == Rounding::RU) return truncated(hn::Ceil(x));
    if constexpr (kMode == Rounding::RNE) return truncated(hn::Round(x));
    return truncated(x);
}

HWY_INLINE VF flush_small(VF x, float below) { return below > 0 ? hn::IfThenZeroElse(hn::Lt(hn::Abs(x), hn::Set(f32, below)), x) : x; }

/// c * scale as an integer. A c so small that the product vanishes still rounds by its sign.
HWY_INLINE VI align_addend(VF c, VF scale, Rounding mode) {
    VF x = hn::Mul(c, scale);
    if (mode == Rounding::RZ) return truncated(x);
    const VF tiny = hn::Set(f32, 0x1p-100F);
    const auto vanishing = hn::And(hn::Lt(hn::Abs(x), tiny), hn::Ne(c, hn::Zero(f32)));
    x = hn::IfThenElse(vanishing, hn::CopySign(tiny, c), x);
    switch (mode) {
        case Rounding::RD:
            return to_integer<Rounding::RD>(x);
        case Rounding::RU:
            return to_integer<Rounding::RU>(x);
        default:
            return to_integer<Rounding::RNE>(x);
    }
}

/// A vector of integers in fp64, in two halves.
struct Sum {
    VD low, high;

    Sum() = default;
    HWY_INLINE Sum(VD l, VD h) : low(l), high(h) {}
    HWY_INLINE explicit Sum(VI x) : low(hn::PromoteTo(f64, hn::LowerHalf(x))), high(hn::PromoteTo(f64, hn::UpperHalf(half_i32, x))) {}
    HWY_INLINE friend Sum operator+(const Sum& x, const Sum& y) { return {hn::Add(x.low, y.low), hn::Add(x.high, y.high)}; }
    HWY_INLINE friend Sum operator*(const Sum& x, double y) { return {hn::Mul(x.low, hn::Set(f64, y)), hn::Mul(x.high, hn::Set(f64, y))}; }
};

/// Both halves to fp32, rounded to nearest (or exactly, if they fit).
HWY_INLINE VF to_fp32(const Sum& sum) { return hn::Combine(f32, hn::DemoteTo(half32, sum.high), hn::DemoteTo(half32, sum.low)); }

/// The fp64 numbers without their last 52 - `fraction` fraction bits.
HWY_INLINE VD cut(VD x, int fraction) {
    const std::uint64_t mask = ~((std::uint64_t{1} << (52 - fraction)) - 1);
    return hn::And(x, hn::BitCast(f64, hn::Set(u64, mask)));
}

/// The fp64 numbers cut to fp32's 23 fraction bits, the last one set if anything was lost ("rounding to odd"): rounding that again to
/// nearest, to at most 21 bits, is as good as rounding the original.
HWY_INLINE VD jammed(VD x) {
    const auto low = hn::Set(u64, (std::uint64_t{1} << 29) - 1);
    const auto bits = hn::BitCast(u64, x);
    const auto carried = hn::Add(hn::And(bits, low), low);
    return hn::BitCast(f64, hn::AndNot(low, hn::Or(bits, carried)));
}

/// RNE to a format narrower than fp32, as a value.
HWY_INLINE VF round_narrow(const FinishRule& rule, VF x) {
    const VI e = hn::Sub(hn::And(hn::ShiftRight<23>(hn::BitCast(i32, x)), hn::Set(i32, 0xff)), hn::Set(i32, 127));
    const VI quantum = hn::Sub(hn::Max(e, hn::Set(i32, rule.min_exponent)), hn::Set(i32, rule.rule.fraction));
    // 1.5 * 2^(quantum + 23): adding it leaves no bit below the quantum
    const VF magic = hn::BitCast(f32, hn::Or(hn::ShiftLeft<23>(hn::Add(quantum, hn::Set(i32, 23 + 127))), hn::Set(i32, 1 << 22)));
    const VF rounded = hn::Sub(hn::Add(x, magic), magic);
    const auto overflows = hn::Gt(hn::Abs(rounded), hn::Set(f32, rule.max_finite));
    return hn::CopySign(hn::IfThenElse(overflows, hn::Set(f32, rule.overflow), rounded), x);
}

/// The last step: sum * 2^lsb, rounded.
HWY_INLINE VF finish(const FinishRule& rule, const Sum& sum, VI lsb) {
    const VF unit = power_of_two(0, hn::Neg(lsb));
    switch (rule.finish) {
        case Finish::truncate:
            return hn::Mul(to_fp32({cut(sum.low, rule.rule.fraction), cut(sum.high, rule.rule.fraction)}), unit);
        case Finish::nearest:
            return hn::Mul(to_fp32(sum), unit);
        case Finish::narrow:
            return round_narrow(rule, hn::Mul(to_fp32({jammed(sum.low), jammed(sum.high)}), unit));
        case Finish::scalar:
            break;
    }
    HWY_ALIGN double sums[kHalf];
    HWY_ALIGN std::int32_t weights[kHalf];
    HWY_ALIGN float out[kHalf];
    hn::Store(sum.low, f64, sums);
    hn::Store(sum.high, f64, sums + kHalf / 2);
    hn::Store(lsb, i32, weights);
    finish_scalar(rule, kHalf, sums, weights, out);
    return hn::Load(f32, out);
}

/// The same for a sum in int32, |sum| < 2^31. Cheap where rounding can be left to the conversion.
HWY_INLINE VF finish(const FinishRule& rule, VI sum, VI lsb) {
    if (rule.finish == Finish::nearest) return hn::Mul(hn::ConvertTo(f32, sum), power_of_two(0, hn::Neg(lsb)));
    if (rule.finish != Finish::truncate) return finish(rule, Sum(sum), lsb);
    const VI magnitude = hn::Abs(sum);
    // Without the bit that decides the rounding (24 below the leading one), conversion to nearest truncates.
    const VI undecided = hn::AndNot(hn::ShiftRight<24>(magnitude), magnitude);
    const VI kept = hn::Set(i32, static_cast<std::int32_t>(~((1U << static_cast<unsigned>(23 - rule.rule.fraction)) - 1)));
    const VF cut = hn::And(hn::ConvertTo(f32, undecided), hn::BitCast(f32, kept));
    const VF sign = hn::BitCast(f32, hn::And(sum, hn::Set(i32, static_cast<std::int32_t>(0x80000000U))));
    return hn::Or(hn::Mul(cut, power_of_two(0, hn::Neg(lsb))), sign);
}

/// Ordinary addition of c after the last operation, RNE; both are numbers.
HWY_INLINE VF add_late(const FinishRule& rule, VF sum, VF c) {
    const VF rounded = hn::Add(sum, c);
    return rule.finish == Finish::narrow ? round_narrow(rule, rounded) : rounded;
}

}  // namespace karat::engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
