// SPDX-License-Identifier: Apache-2.0
// This file is compiled once per instruction set (Highway's foreach_target).
#include "karat/simd/integer/pack_kernel.hpp"

#include "karat/simd/highway.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "karat/simd/integer/pack_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "karat/simd/dispatch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace karat::simd::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<std::int16_t> i16;
constexpr hn::ScalableTag<std::uint32_t> u32;
constexpr std::size_t kStep = hn::MaxLanes(i16);
using V16 = hn::Vec<decltype(i16)>;

/// The value of an encoding in two's complement.
HWY_INLINE V16 with_sign(V16 code, V16 sign) { return hn::Sub(hn::Xor(code, sign), sign); }
HWY_INLINE int with_sign(unsigned code, int sign) { return (static_cast<int>(code) ^ sign) - sign; }

HWY_INLINE const std::uint8_t* bytes_of(const std::byte* from) {
    return reinterpret_cast<const std::uint8_t*>(from);
}

void widen8(const std::byte* from, std::size_t count, std::int16_t sign, std::int16_t* out) {
    constexpr hn::Rebind<std::uint8_t, decltype(i16)> u8;
    std::size_t i = 0;
    for (; i + kStep <= count; i += kStep) {
        const V16 codes = hn::PromoteTo(i16, hn::LoadU(u8, bytes_of(from + i)));
        hn::StoreU(with_sign(codes, hn::Set(i16, sign)), i16, out + i);
    }
    for (; i < count; ++i)
        out[i] = static_cast<std::int16_t>(with_sign(std::to_integer<unsigned>(from[i]), sign));
}

void widen4(const std::byte* from, std::size_t count, std::int16_t sign, std::int16_t* out) {
    constexpr hn::Rebind<std::uint8_t, decltype(u32)> u8;
    std::size_t i = 0;
    for (; i + kStep <= count; i += kStep) {
        const auto both = hn::PromoteTo(u32, hn::LoadU(u8, bytes_of(from + i / 2)));
        // the first element is in the low half of each byte, and of each word
        const auto codes = hn::And(hn::Or(both, hn::ShiftLeft<12>(both)), hn::Set(u32, 0x000f000fU));
        hn::StoreU(with_sign(hn::BitCast(i16, codes), hn::Set(i16, sign)), i16, out + i);
    }
    for (; i < count; i += 2) {
        const auto both = std::to_integer<unsigned>(from[i / 2]);
        out[i] = static_cast<std::int16_t>(with_sign(both & 0xfU, sign));
        out[i + 1] = static_cast<std::int16_t>(with_sign(both >> 4U, sign));
    }
}

constexpr hn::FixedTag<std::int16_t, 2 * kPackWords> shorts;
constexpr hn::FixedTag<std::int32_t, kPackWords> words;
constexpr hn::FixedTag<std::int64_t, kPackWords / 2> pairs;
using Words = hn::Vec<decltype(words)>;

HWY_INLINE Words words_at(const std::int16_t* line) { return hn::BitCast(words, hn::LoadU(shorts, line)); }

/// Stores two words of four lines, from the words of lines 0 and 1 and those of lines 2 and 3.
HWY_INLINE void store_two(Words left, Words right, std::int32_t* out, std::size_t width) {
    const auto x = hn::BitCast(pairs, left);
    const auto y = hn::BitCast(pairs, right);
    hn::StoreU(hn::BitCast(words, hn::InterleaveLower(pairs, x, y)), words, out);
    hn::StoreU(hn::BitCast(words, hn::InterleaveUpper(pairs, x, y)), words, out + width);
}

void transpose(const std::int16_t* lines, std::size_t stride, std::size_t count, std::int32_t* out,
               std::size_t width) {
    for (std::size_t p = 0; p < count; p += kPackWords, out += kPackWords * width) {
        const Words w0 = words_at(lines + 2 * p);
        const Words w1 = words_at(lines + 2 * p + stride);
        const Words w2 = words_at(lines + 2 * p + 2 * stride);
        const Words w3 = words_at(lines + 2 * p + 3 * stride);
        store_two(hn::InterleaveLower(words, w0, w1), hn::InterleaveLower(words, w2, w3), out, width);
        store_two(hn::InterleaveUpper(words, w0, w1), hn::InterleaveUpper(words, w2, w3), out + 2 * width,
                  width);
    }
}

void zip(const std::int16_t* first, const std::int16_t* second, std::size_t count, std::int32_t* out,
         std::size_t width, std::size_t panel) {
    constexpr hn::FixedTag<std::int16_t, 2 * kPackLines> tag;
    for (std::size_t start = 0; start < count; start += width, out += panel) {
        for (std::size_t j = 0; j < width && start + j < count; j += kPackLines) {
            const auto x = hn::LoadU(tag, first + start + j);
            const auto y = hn::LoadU(tag, second + start + j);
            hn::StoreU(hn::BitCast(words, hn::InterleaveLower(tag, x, y)), words, out + j);
        }
    }
}

}  // namespace

PackKernel pack_kernel() { return {&widen8, &widen4, &transpose, &zip}; }

}  // namespace karat::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace karat::simd {
PackKernel pack_kernel(Simd simd) { KARAT_DISPATCH(simd, pack_kernel); }
}  // namespace karat::simd
#endif
