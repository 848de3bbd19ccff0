// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/hard_to_round.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace karat::tb {
namespace {

/// Most tail bits beyond those that b determines. They take 2^kTriedBits tries on average.
constexpr int kTriedBits = 5;
constexpr int kTries = 2 << kTriedBits;

/// The inverse of x modulo 2^64. Precondition: x is odd. x itself is correct to three bits, and each Newton
/// step doubles the number of correct bits.
std::uint64_t inverse(std::uint64_t x) {
    std::uint64_t y = x;
    for (int right = 3; right < 64; right *= 2) y *= 2 - x * y;
    return y;
}

std::uint64_t low_bits(int count) { return (std::uint64_t{1} << count) - 1; }

/// Draws the number of bits from the leading 1 to the last 1 of a significand. Half the time it is the full
/// width.
int width(const FormatInfo& f, Random& random) {
    return random.coin() ? f.fraction_bits + 1 : random.between(1, f.fraction_bits + 1);
}

/// Draws a tail of `chosen` bits: a half, one above it, one below it, or a little above it.
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

/// The fraction field for a significand of `width` bits, which include the leading 1.
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

/// Searches for a product (2q + 1) 2^half + 1 or (2q + 1) 2^half - 1, which is a tie plus or minus one unit
/// of the last place. The product must be a multiple of a. This holds for some value of `half` often enough
/// to make the search worthwhile.
std::optional<HardToRoundProduct> off_by_the_last_place(const FormatInfo& fa, const FormatInfo& fb,
                                                        Random& random) {
    constexpr int kMostPlaces = 59;  // half is at most 60, so the product fits in 64 bits
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

/// Draws a, then solves a * b = tail modulo 2^chosen for b.
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
