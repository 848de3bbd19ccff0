// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/stimulus/directed/hard_to_round.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "karat/arithmetic/integers.hpp"

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

/// Draws an a of wa bits, then solves a * b = tail modulo 2^chosen for a b of wb bits. `fits` judges a and b.
template <class Fits>
bool solve(std::uint64_t& a, std::uint64_t& b, int wa, int wb, int chosen, std::uint64_t tail, Random& random,
           const Fits& fits) {
    for (int tries = 0; tries < kTries; ++tries) {
        a = odd(wa, random);
        b = tail * inverse(a) & low_bits(chosen);
        if (chosen < wb) b |= (random.bits() << chosen & low_bits(wb)) | std::uint64_t{1} << (wb - 1);
        if (std::bit_width(b) == static_cast<unsigned>(wb) && fits(a, b)) return true;
    }
    return false;
}

/// A product of any number of bits.
HardToRoundProduct with_tail(const FormatInfo& fa, const FormatInfo& fb, Random& random) {
    const int wa = width(fa, random);
    const int wb = width(fb, random);
    const int chosen = random.between(1, wb + std::min(kTriedBits, wa) - 1);
    const std::uint64_t tail = tail_of(chosen, random);
    std::uint64_t a = 1;
    std::uint64_t b = 1;
    (void)solve(a, b, wa, wb, chosen, tail, random, [](std::uint64_t, std::uint64_t) { return true; });
    return put(a, wa, fa, b, wb, fb, chosen - 1);
}

/// Whether the product of a and b has this many bits.
bool has_bits(std::uint64_t a, std::uint64_t b, int bits) { return bit_length(uint128{a} * b) == bits; }

/// A product of two odd numbers with kept + 2 bits.
std::optional<HardToRoundLoneProduct> lone_tie(const FormatInfo& fa, const FormatInfo& fb, int kept,
                                               Random& random) {
    const int bits = kept + 2;
    const int wa =
        random.between(std::max(1, bits - fb.fraction_bits - 1), std::min(fa.fraction_bits + 1, bits));
    const int wb = std::min(bits - wa + (random.coin() ? 1 : 0), fb.fraction_bits + 1);
    if (wb < 1) return std::nullopt;
    for (int tries = 0; tries < kTries; ++tries) {
        const std::uint64_t a = odd(wa, random);
        const std::uint64_t b = odd(wb, random);
        if (has_bits(a, b, bits)) return HardToRoundLoneProduct{put(a, wa, fa, b, wb, fb, 0), 0};
    }
    return std::nullopt;
}

/// A product of full width whose last bits, from the half bit down, are chosen.
std::optional<HardToRoundLoneProduct> beside_a_lone_tie(const FormatInfo& fa, const FormatInfo& fb, int kept,
                                                        Random& random) {
    const int wa = fa.fraction_bits + 1;
    const int wb = fb.fraction_bits + 1;
    const int bits = wa + wb - (random.coin() ? 0 : 1);
    const int chosen = bits - (kept + 1);
    if (chosen < 2 || chosen > wb) return std::nullopt;
    const std::uint64_t tail = (tail_of(chosen, random) & low_bits(chosen)) | 1;
    std::uint64_t a = 1;
    std::uint64_t b = 1;
    if (!solve(a, b, wa, wb, chosen, tail, random,
               [bits](std::uint64_t x, std::uint64_t y) { return has_bits(x, y, bits); }))
        return std::nullopt;
    return HardToRoundLoneProduct{put(a, wa, fa, b, wb, fb, chosen - 1), 1 - chosen};
}

}  // namespace

HardToRoundProduct hard_to_round_product(const FormatInfo& fa, const FormatInfo& fb, Random& random) {
    if (random.coin()) {
        if (const auto found = off_by_the_last_place(fa, fb, random)) return *found;
    }
    return with_tail(fa, fb, random);
}

std::optional<HardToRoundLoneProduct> hard_to_round_alone(const FormatInfo& fa, const FormatInfo& fb,
                                                          int kept, Random& random) {
    if (fa.fraction_bits + fb.fraction_bits <= kept) return std::nullopt;
    return random.coin() ? lone_tie(fa, fb, kept, random) : beside_a_lone_tie(fa, fb, kept, random);
}

}  // namespace karat::tb
