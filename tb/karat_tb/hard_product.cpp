// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/hard_product.hpp"

#include <bit>

namespace karat::tb {
namespace {

constexpr int kTriedBits = 5;  // chosen beyond what b can choose: 2^kTriedBits tries find one on average

/// Modulo 2^64; x odd. Each step of Newton doubles the right bits, of which x has three.
std::uint64_t inverse(std::uint64_t x) {
    std::uint64_t y = x;
    for (int right = 3; right < 64; right *= 2) y *= 2 - x * y;
    return y;
}

std::uint64_t low_bits(int count) { return (std::uint64_t{1} << count) - 1; }

/// Bits from the leading 1 to the last 1 of a significand: often all that there are.
int width(const FormatInfo& f, Random& random) { return random.coin() ? f.fraction_bits + 1 : random.between(1, f.fraction_bits + 1); }

/// One above a half, one below, the half itself, or a little above.
std::uint64_t tail_of(int chosen, Random& random) {
    const std::uint64_t half = std::uint64_t{1} << (chosen - 1);
    switch (random.below(4)) {
        case 0:
            return half;
        case 1:
            return half - 1;
        case 2:
            return half + random.below(8);
        default:
            return half + 1;
    }
}

/// Fraction bits of a significand of `width` bits, the leading one among them.
std::uint64_t fraction(std::uint64_t significand, int width, const FormatInfo& f) {
    return (significand & low_bits(width - 1)) << (f.fraction_bits + 1 - width);
}

}  // namespace

HardProduct hard_product(const FormatInfo& fa, const FormatInfo& fb, Random& random) {
    const int wa = width(fa, random);
    const int wb = width(fb, random);
    const int chosen = random.between(1, wb - 1 + kTriedBits);
    const std::uint64_t tail = tail_of(chosen, random);
    std::uint64_t a = 1;
    std::uint64_t b = 1;
    for (int tries = 0; tries < 2 << kTriedBits; ++tries) {
        a = (random.bits() & low_bits(wa)) | 1 | std::uint64_t{1} << (wa - 1);
        b = tail * inverse(a) & low_bits(chosen);
        if (chosen < wb) b |= (random.bits() << chosen & low_bits(wb)) | std::uint64_t{1} << (wb - 1);
        if (std::bit_width(b) == static_cast<unsigned>(wb)) break;
    }
    return {fraction(a, wa, fa), fraction(b, wb, fb), chosen - 1 - (wa - 1) - (wb - 1)};
}

}  // namespace karat::tb
