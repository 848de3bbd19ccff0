// SPDX-License-Identifier: Apache-2.0
// The vectors of a kernel, and alignment by multiplication by a power of two. Compiled once per instruction
// set; include it after hwy/highway.h.
#if defined(KARAT_SIMD_VECTORS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef KARAT_SIMD_VECTORS_INL
#undef KARAT_SIMD_VECTORS_INL
#else
#define KARAT_SIMD_VECTORS_INL
#endif

#include <array>

#include "karat/simd/fused/fused_kernel.hpp"

/// Precedes a loop over products. Unrolling by two saves a fifth of the instructions.
#ifndef KARAT_UNROLL
#ifdef __clang__
#define KARAT_UNROLL _Pragma("unroll 2")
#else
#define KARAT_UNROLL _Pragma("GCC unroll 2")
#endif
#endif

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A kernel has as many lanes as a vector has 16-bit numbers. They take two vectors of 32-bit numbers, or four
// of fp64.
inline constexpr hn::ScalableTag<std::int16_t> i16;
inline constexpr hn::Half<hn::ScalableTag<std::int16_t>> half16;
inline constexpr hn::ScalableTag<std::int32_t> i32;
inline constexpr hn::ScalableTag<float> f32;
inline constexpr hn::Half<hn::ScalableTag<float>> half32;
inline constexpr hn::Half<hn::ScalableTag<std::int32_t>> half_i32;
inline constexpr hn::Half<hn::ScalableTag<std::uint32_t>> half_u32;
inline constexpr hn::ScalableTag<double> f64;
inline constexpr hn::ScalableTag<std::uint64_t> u64;
inline constexpr hn::ScalableTag<std::int64_t> i64;
using VI16 = hn::Vec<decltype(i16)>;
using VI = hn::Vec<decltype(i32)>;
using VF = hn::Vec<decltype(f32)>;
using VD = hn::Vec<decltype(f64)>;
inline constexpr auto kLanes = static_cast<std::ptrdiff_t>(hn::MaxLanes(i16));
inline constexpr std::ptrdiff_t kHalf = kLanes / 2;
static_assert(kLanes <= kMaxLanes && kHalf == static_cast<std::ptrdiff_t>(hn::MaxLanes(f32)));

/// 2^(width - e), for exponents within a plan's guard.
HWY_INLINE VF power_of_two(int width, VI e) {
    return hn::BitCast(f32, hn::ShiftLeft<23>(hn::Sub(hn::Set(i32, width + 127), e)));
}

/// Truncates to int32, without ConvertTo's costly handling of values out of range.
HWY_INLINE VI truncated(VF x) {
#if HWY_TARGET == HWY_AVX3
    // The unmasked intrinsic makes GCC 12 warn about its own header (bug 105593).
    return VI{_mm512_maskz_cvttps_epi32(__mmask16{0xffff}, x.raw)};
#elif HWY_TARGET == HWY_AVX2
    return VI{_mm256_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_SSE4
    return VI{_mm_cvttps_epi32(x.raw)};
#elif HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR
    // This is a C++ cast, which is undefined for a NaN. The lane of a NaN is bad anyway.
    return hn::ConvertTo(i32, hn::IfThenElseZero(hn::Eq(x, x), x));
#else
    return hn::ConvertTo(i32, x);
#endif
}

/// Rounds to an integer. Precondition: |x| < 2^31.
template <Rounding kMode>
HWY_INLINE VI to_integer(VF x) {
    if constexpr (kMode == Rounding::RD) return truncated(hn::Floor(x));
    if constexpr (kMode == Rounding::RU) return truncated(hn::Ceil(x));
    if constexpr (kMode == Rounding::RNE) return truncated(hn::Round(x));
    return truncated(x);
}

/// Numbers with a magnitude below `below` become +0. Zeros keep their sign.
HWY_INLINE VF flush_small(VF x, float below) {
    if (!(below > 0)) return x;
    const VF magnitude = hn::Abs(x);
    return hn::IfThenZeroElse(
        hn::And(hn::Lt(magnitude, hn::Set(f32, below)), hn::Gt(magnitude, hn::Zero(f32))), x);
}

/// A vector of numbers in fp64, in two halves.
struct Sum {
    VD low, high;

    Sum() = default;
    HWY_INLINE Sum(VD l, VD h) : low(l), high(h) {}
    HWY_INLINE explicit Sum(VI x)
        : low(hn::PromoteTo(f64, hn::LowerHalf(x))), high(hn::PromoteTo(f64, hn::UpperHalf(half_i32, x))) {}
    HWY_INLINE explicit Sum(VF x)
        : low(hn::PromoteTo(f64, hn::LowerHalf(x))), high(hn::PromoteTo(f64, hn::UpperHalf(half32, x))) {}
    HWY_INLINE friend Sum operator+(const Sum& x, const Sum& y) {
        return {hn::Add(x.low, y.low), hn::Add(x.high, y.high)};
    }
    HWY_INLINE friend Sum operator*(const Sum& x, const Sum& y) {
        return {hn::Mul(x.low, y.low), hn::Mul(x.high, y.high)};
    }
    HWY_INLINE friend Sum operator*(const Sum& x, double y) {
        return {hn::Mul(x.low, hn::Set(f64, y)), hn::Mul(x.high, hn::Set(f64, y))};
    }
};

HWY_INLINE Sum zero_sum() { return {hn::Zero(f64), hn::Zero(f64)}; }

/// Converts both halves to fp32, rounded to nearest (exactly if they fit).
HWY_INLINE VF to_fp32(const Sum& sum) {
    return hn::Combine(f32, hn::DemoteTo(half32, sum.high), hn::DemoteTo(half32, sum.low));
}

/// 2^n in fp64, with n clamped to at least -1022. No sum of products is so small that it vanishes with that
/// factor.
HWY_INLINE Sum power_of_two_wide(VI n) {
    const VI biased = hn::Add(hn::Max(n, hn::Set(i32, -1022)), hn::Set(i32, 1023));
    return {hn::BitCast(f64, hn::ShiftLeft<52>(hn::PromoteTo(i64, hn::LowerHalf(biased)))),
            hn::BitCast(f64, hn::ShiftLeft<52>(hn::PromoteTo(i64, hn::UpperHalf(half_i32, biased))))};
}

/// Rounds to an integer.
template <Rounding kMode>
HWY_INLINE VD to_integral(VD x) {
    if constexpr (kMode == Rounding::RD) return hn::Floor(x);
    if constexpr (kMode == Rounding::RU) return hn::Ceil(x);
    if constexpr (kMode == Rounding::RNE) return hn::Round(x);
    return hn::Trunc(x);
}

HWY_INLINE Sum rounded(const Sum& x, Rounding mode) {
    switch (mode) {
        case Rounding::RD:
            return {to_integral<Rounding::RD>(x.low), to_integral<Rounding::RD>(x.high)};
        case Rounding::RU:
            return {to_integral<Rounding::RU>(x.low), to_integral<Rounding::RU>(x.high)};
        case Rounding::RNE:
            return {to_integral<Rounding::RNE>(x.low), to_integral<Rounding::RNE>(x.high)};
        default:
            return {to_integral<Rounding::RZ>(x.low), to_integral<Rounding::RZ>(x.high)};
    }
}

/// Aligns x to a grid: x * 2^shift, rounded to an integer.
HWY_INLINE Sum aligned(const Sum& x, VI shift, Rounding mode) {
    return rounded(x * power_of_two_wide(shift), mode);
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
