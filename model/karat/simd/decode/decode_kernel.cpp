// SPDX-License-Identifier: Apache-2.0
// This file is compiled once per instruction set (Highway's foreach_target).
#include "karat/simd/decode/decode_kernel.hpp"

#include <array>
#include <cstring>

#include "karat/simd/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/simd/decode/decode_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/evaluate/packed.hpp"
#include "karat/simd/dispatch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::uint32_t> u32;
constexpr hn::ScalableTag<std::int32_t> i32;
constexpr hn::ScalableTag<float> f32;
constexpr hn::Rebind<std::int16_t, decltype(i32)> narrow;
constexpr std::size_t kStep = hn::MaxLanes(f32);
using VU = hn::Vec<decltype(u32)>;
using VI = hn::Vec<decltype(i32)>;
using VF = hn::Vec<decltype(f32)>;

struct Elements {
    VF value;
    VI exponent;
};

/// Decodes a vector of encodings.
HWY_INLINE Elements decode(const FieldLayout& f, VU code) {
    const VU bits = hn::ShiftRightSame(code, f.ignored_low_bits);
    const VU magnitude = hn::And(bits, hn::Set(u32, f.magnitude_mask));
    const VU sign = hn::And(hn::ShiftLeftSame(bits, f.sign_shift), hn::Set(u32, 0x80000000U));
    const VF value =
        hn::Mul(hn::BitCast(f32, hn::Or(sign, hn::ShiftLeftSame(magnitude, 23 - f.fraction_bits))),
                hn::Set(f32, f.factor));
    const VI field = hn::BitCast(i32, hn::ShiftRightSame(magnitude, f.fraction_bits));
    const VI finite = hn::Sub(hn::Max(field, hn::Set(i32, 1)), hn::Set(i32, f.bias));
    const VI exponent = hn::IfThenElse(hn::Eq(hn::BitCast(i32, magnitude), hn::Zero(i32)),
                                       hn::Set(i32, f.zero_exponent), finite);
    // A signed comparison suffices, because magnitudes are below 2^31.
    const auto above =
        hn::Gt(hn::BitCast(i32, magnitude), hn::Set(i32, static_cast<std::int32_t>(f.max_finite)));
    const auto special =
        hn::Or(above, hn::Eq(hn::BitCast(i32, bits), hn::Set(i32, static_cast<std::int32_t>(f.nan_code))));
    return {hn::IfThenElse(hn::RebindMask(f32, special), hn::Zero(f32), value),
            hn::IfThenElse(special, hn::Set(i32, kSpecialExponent), exponent)};
}

HWY_INLINE Elements nothing() { return {hn::Zero(f32), hn::Set(i32, kZeroExponent)}; }

struct Four {
    Elements e0, e1, e2, e3;
    HWY_INLINE Four(const FieldLayout& f, const std::uint32_t* codes, std::size_t stride, int lines)
        : e0(lines > 0 ? decode(f, hn::LoadU(u32, codes)) : nothing()),
          e1(lines > 1 ? decode(f, hn::LoadU(u32, codes + stride)) : nothing()),
          e2(lines > 2 ? decode(f, hn::LoadU(u32, codes + 2 * stride)) : nothing()),
          e3(lines > 3 ? decode(f, hn::LoadU(u32, codes + 3 * stride)) : nothing()) {}
};

HWY_INLINE VI twice(VI e) { return hn::Or(hn::ShiftLeft<16>(e), hn::And(e, hn::Set(i32, 0xffff))); }

/// Copies `count` rows of four into columns [j, j + 4) of a panel.
template <class T>
HWY_INLINE void place(const T* quads, std::size_t count, T* at, std::size_t width) {
    for (std::size_t p = 0; p < count; ++p) std::memcpy(at + p * width, quads + 4 * p, 4 * sizeof(T));
}

/// Decodes four lines into columns [j, j + 4) of a panel. `interleave` stores their exponents in the panel's
/// layout.
template <class Exponent, class Panel, class Interleave>
HWY_INLINE void decode_panel(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride,
                             int lines, std::size_t count, const Panel& panel, std::size_t j,
                             Interleave interleave) {
    HWY_ALIGN std::array<float, 4 * kStep> values;
    HWY_ALIGN std::array<Exponent, 4 * kStep> exponents;
    for (std::size_t p = 0; p < count; p += kStep) {
        const Four four(layout, codes + p, stride, lines);
        hn::StoreInterleaved4(four.e0.value, four.e1.value, four.e2.value, four.e3.value, f32, values.data());
        interleave(four, exponents.data());
        const std::size_t some = HWY_MIN(kStep, count - p);
        place(values.data(), some, panel.values + p * panel.width + j, panel.width);
        place(exponents.data(), some, panel.exponents + p * panel.width + j, panel.width);
    }
}

void decode_rows(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride, int lines,
                 std::size_t count, const RowPanel& panel, std::size_t j) {
    const auto interleave = [](const Four& four, std::int32_t* out) {
        hn::StoreInterleaved4(twice(four.e0.exponent), twice(four.e1.exponent), twice(four.e2.exponent),
                              twice(four.e3.exponent), i32, out);
    };
    decode_panel<std::int32_t>(layout, codes, stride, lines, count, panel, j, interleave);
}

void decode_lanes(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride, int lines,
                  std::size_t count, const LanePanel& panel, std::size_t j) {
    const auto interleave = [](const Four& four, std::int16_t* out) {
        hn::StoreInterleaved4(hn::DemoteTo(narrow, four.e0.exponent), hn::DemoteTo(narrow, four.e1.exponent),
                              hn::DemoteTo(narrow, four.e2.exponent), hn::DemoteTo(narrow, four.e3.exponent),
                              narrow, out);
    };
    decode_panel<std::int16_t>(layout, codes, stride, lines, count, panel, j, interleave);
}

template <class T>
void widen(const std::byte* from, std::size_t count, std::uint32_t* out) {
    constexpr hn::Rebind<T, decltype(u32)> short_words;
    std::size_t p = 0;
    for (; p + kStep <= count; p += kStep) {
        HWY_ALIGN std::array<T, kStep> words;
        std::memcpy(words.data(), from + p * sizeof(T), sizeof words);
        hn::StoreU(hn::PromoteTo(u32, hn::Load(short_words, words.data())), u32, out + p);
    }
    for (; p < count; ++p) out[p] = static_cast<std::uint32_t>(load_as<T>(from + p * sizeof(T)));
}

}  // namespace

DecodeKernel decode_kernel() {
    return {&decode_rows, &decode_lanes, &widen<std::uint8_t>, &widen<std::uint16_t>};
}

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::simd {
DecodeKernel decode_kernel(Simd simd) { KARAT_DISPATCH(simd, decode_kernel); }
}  // namespace karat::simd
#endif
