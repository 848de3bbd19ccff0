// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/hard_to_round.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace karat::tb {
namespace {

constexpr int kTriedBits = 5;  // chosen beyond what b can choose: 2^kTriedBits tries find one on average
constexpr int kTries = 2 << kTriedBits;

/// Modulo 2^64; x odd. Each step of Newton doubles the right bits, of which x has three.
std::uint64_t inverse(std::uint64_t x) {
    std::uint64_t y = x;
    for (int right = 3; right < 64; right *= 2) y *= 2 - x * y;
    return y;
}

std::uint64_t low_bits(int count) { return (std::uint64_t{1} << count) - 1; }

/// Bits from the leading 1 to the last 1 of a significand: often all that there are.
int width(const FormatInfo& f, Random& random) {
    return random.coin() ? f.fraction_bits + 1 : random.between(1, f.fraction_bits + 1);
}

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

std::uint64_t odd(int width, Random& random) {
    return (random.bits() & low_bits(width)) | 1 | std::uint64_t{1} << (width - 1);
}

HardToRoundProduct put(std::uint64_t a, int wa, const FormatInfo& fa, std::uint64_t b, int wb,
                       const FormatInfo& fb, int half) {
    return {fraction(a, wa, fa), fraction(b, wb, fb), half - (wa - 1) - (wb - 1)};
}

/// A few bits, the half, a run of zeros and the last place (or all of that less 2): (2q + 1) 2^half + 1 has
/// to be a multiple of a, which is so for some half or other often enough to look for it.
std::optional<HardToRoundProduct> off_by_the_last_place(const FormatInfo& fa, const FormatInfo& fb,
                                                        Random& random) {
    constexpr int kMostPlaces = 59;  // half is 60 at most, so that the product fits 64 bits
    const std::uint64_t places =
        static_cast<unsigned>(std::min(fa.fraction_bits + fb.fraction_bits, kMostPlaces));
    for (int tries = 0; tries < kTries; ++tries) {
        const int wa = random.between(2, fa.fraction_bits + 1);
        const std::uint64_t a = odd(wa, random);
        const std::uint64_t top = 2 * random.below(8) + 1;
        const bool above = random.coin();
        const std::uint64_t start = random.below(places);
        for (std::uint64_t i = 0; i < places; ++i) {
            const int half = 2 + static_cast<int>((start + i) % places);
            const std::uint64_t product = (top << half) + (above ? 1 : ~std::uint64_t{0});
            const int wb = static_cast<int>(std::bit_width(product / a));
            if (product % a == 0 && wb <= fb.fraction_bits + 1)
                return put(a, wa, fa, product / a, wb, fb, half);
        }
    }
    return std::nullopt;
}

/// b = tail * a^-1 modulo a power of two.
HardToRoundProduct with_tail(const FormatInfo& fa, const FormatInfo& fb, Random& random) {
    const int wa = width(fa, random);
    const int wb = width(fb, random);
    const int chosen = random.between(1, wb + std::min(kTriedBits, wa) - 1);
    const std::uint64_t tail = tail_of(chosen, random);
    std::uint64_t a = 1;
    std::uint64_t b = 1;
    for (int tries = 0; tries < kTries; ++tries) {
        a = odd(wa, random);
        b = tail * inverse(a) & low_bits(chosen);
        if (chosen < wb) b |= (random.bits() << chosen & low_bits(wb)) | std::uint64_t{1} << (wb - 1);
        if (std::bit_width(b) == static_cast<unsigned>(wb)) break;
    }
    return put(a, wa, fa, b, wb, fb, chosen - 1);
}

}  // namespace

HardToRoundProduct hard_to_round_product(const FormatInfo& fa, const FormatInfo& fb, Random& random) {
    if (random.coin()) {
        if (const auto found = off_by_the_last_place(fa, fb, random)) return *found;
    }
    return with_tail(fa, fb, random);
}

}  // namespace karat::tb
