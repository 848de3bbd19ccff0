// SPDX-License-Identifier: Apache-2.0
//
// Kinds of cases with ordinary numbers: alignment, dropped bits, cancellation, carries, ties.

#include <algorithm>
#include <numeric>

#include "reference/operands.hpp"

namespace reference {

void OperandSource::fill_random_bits(Case& target) {
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        target.a[k] = random_bits() & (~std::uint64_t{0} >> static_cast<unsigned>(64 - a_.width));
        target.b[k] = random_bits() & (~std::uint64_t{0} >> static_cast<unsigned>(64 - b_.width));
    }
    target.c = random_bits() & (~std::uint64_t{0} >> static_cast<unsigned>(64 - c_.width));
    for (std::size_t i = 0; i < target.scale_a.size(); ++i) {
        target.scale_a[i] = random_bits() & 0xFFU;
        target.scale_b[i] = random_bits() & 0xFFU;
    }
}

void OperandSource::fill_ordinary(Case& target) {
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        target.a[k] = make(a_, coin(), between(-3, 2), random_bits());
        target.b[k] = make(b_, coin(), between(-3, 2), random_bits());
    }
    target.c = make(c_, coin(), between(-4, 4), random_bits());
    for (std::size_t i = 0; i < target.scale_a.size(); ++i) {
        target.scale_a[i] = make(format_named(shape_.scale), false, between(-2, 2), random_bits());
        target.scale_b[i] = make(format_named(shape_.scale), false, between(-2, 2), random_bits());
    }
}

// The largest term takes every position in turn, c last.
void OperandSource::fill_one_large(Case& target) {
    const int top = reference_exponent();
    const std::size_t positions = target.a.size() + 1;
    const std::size_t large = turn_ % positions;
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        set_product(target, k, coin(), k == large ? top : top - between(1, shape_.F + 3));
    }
    set_c(target, coin(), large == target.a.size() ? top : top - between(1, shape_.F + 3));
}

void OperandSource::fill_shifts(Case& target) {
    const int top = reference_exponent();
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        set_product(target, k, coin(), top - a_shift());
    }
    set_c(target, coin(), top - a_shift());
    if (coin()) {
        set_product(target, any_position(), coin(), top);
    } else {
        set_c(target, coin(), top);
    }
}

void OperandSource::fill_negative_shifted(Case& target) {
    const int top = reference_exponent();
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        set_product(target, k, true, top - a_shift());
    }
    set_c(target, true, top - a_shift());
    if (coin()) {
        set_product(target, any_position(), coin(), top, 0, 0);
    } else {
        target.c = make(c_, coin(), top, 0);
    }
}

// One term is a power of two. One to three others, whose b is a power of two, lose exactly the `lost` low
// bits of a's fraction. The lost bits are all ones, half of the last kept bit, half of it plus or minus the
// lowest bit, the lowest bit alone, or random.
void OperandSource::fill_dropped_bits(Case& target) {
    const int top = reference_exponent();
    const int bits = a_.fraction_bits;
    const std::size_t large = any_position();
    const bool large_is_c = coin();
    for (int repeat = between(1, 3); repeat > 0; --repeat) {
        const int lost = between(1, bits);
        const std::uint64_t half = std::uint64_t{1} << static_cast<unsigned>(lost - 1);
        const std::uint64_t kept = coin() ? 0 : random_bits() & ~(2 * half - 1);
        const std::uint64_t patterns[] = {2 * half - 1, half, half + 1, 1, half - 1, random_bits()};
        const std::uint64_t dropped = patterns[turn_ % 6] & (2 * half - 1);
        const std::size_t k = any_position();
        set_product(target, k, coin(), top - (shape_.F - bits + lost), kept + dropped, 0);
    }
    if (large_is_c) {
        target.c = make(c_, coin(), top, 0);
    } else {
        set_product(target, large, coin(), top, 0, 0);
        set_c(target, coin(), top - a_shift());
    }
}

void OperandSource::fill_dropped_bits_of_c(Case& target) {
    const int top = reference_exponent();
    const int lost = between(1, c_.fraction_bits);
    const std::uint64_t half = std::uint64_t{1} << static_cast<unsigned>(lost - 1);
    const std::uint64_t patterns[] = {2 * half - 1, half, half + 1, 1, half - 1, random_bits()};
    const std::uint64_t dropped = patterns[turn_ % 6] & (2 * half - 1);
    const std::uint64_t kept = random_bits() & ~(2 * half - 1);
    set_product(target, any_position(), coin(), top);
    target.c = make(c_, coin(), top - (shape_.F - c_.fraction_bits + lost), kept + dropped);
}

// Products with a significand in [2, 4): a multiplier that normalises would use a larger exponent.
void OperandSource::fill_large_significands(Case& target) {
    const int top = reference_exponent();
    const std::uint64_t ones = ~std::uint64_t{0};
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        set_product(target, k, coin(), top - a_shift(), ones, ones);
    }
    set_product(target, any_position(), coin(), top, coin() ? ones : fraction_pattern(a_), ones);
    set_c(target, coin(), top + between(-1, 1));
}

// Two products cancel, exactly or except for one bit of one operand. The others are small or zero.
void OperandSource::fill_cancel_two(Case& target) {
    const int top = reference_exponent();
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        if (coin()) {
            set_product(target, k, coin(), top - a_shift());
        }
    }
    const std::size_t i = any_position();
    const std::size_t j = any_position();
    set_product(target, i, coin(), top);
    target.a[j] = target.a[i];
    target.b[j] = target.b[i];
    negate_product(target, j);
    if (coin()) {
        target.a[j] ^= std::uint64_t{1} << static_cast<unsigned>(a_.ignored_bits);
    }
    target.c = coin() ? 0 : make(c_, coin(), top - a_shift(), random_bits());
}

// x + x - 2x, with exact or nearly exact cancellation, and sometimes a small additional term.
void OperandSource::fill_cancel_three(Case& target) {
    const int top = reference_exponent();
    const std::uint64_t fraction_a = fraction_pattern(a_);
    const std::uint64_t fraction_b = fraction_pattern(b_);
    const std::size_t k = target.a.size();
    const std::size_t first = any_position();
    const bool negative = coin();
    set_product(target, first, negative, top, fraction_a, fraction_b);
    set_product(target, (first + 1) % k, negative, top, fraction_a, fraction_b);
    set_product(target, (first + 2) % k, !negative, top + 1, fraction_a ^ (coin() ? 1U : 0U), fraction_b);
    if (k > 3 && coin()) {
        set_product(target, (first + 3) % k, coin(), top - a_shift());
    }
    target.c = coin() ? 0 : make(c_, coin(), top - a_shift(), random_bits());
}

// One half of the products, at random positions, is the negative of the other half.
void OperandSource::fill_cancel_many(Case& target) {
    const int top = reference_exponent();
    const std::size_t half = target.a.size() / 2;
    std::vector<std::size_t> order(target.a.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size() - 1; i > 0; --i) {
        std::swap(order[i], order[static_cast<std::size_t>(between(0, static_cast<int>(i)))]);
    }
    for (std::size_t i = 0; i < half; ++i) {
        const std::size_t from = order[i];
        const std::size_t to = order[half + i];
        set_product(target, from, coin(), top - between(0, 6));
        target.a[to] = target.a[from];
        target.b[to] = target.b[from];
        negate_product(target, to);
    }
    if (half > 0 && coin()) {
        target.a[order[half]] ^= std::uint64_t{1} << static_cast<unsigned>(a_.ignored_bits);
    }
    target.c = coin() ? 0 : make(c_, coin(), top - a_shift(), random_bits());
}

// c is the negated exact sum of the products, rounded to its format, sometimes with one bit flipped.
void OperandSource::fill_cancel_with_c(Case& target) {
    const int top = reference_exponent();
    Dyadic sum;
    const int terms = between(1, 3);
    for (int i = 0; i < terms; ++i) {
        set_product(target, any_position(), coin(), top - between(0, 3));
    }
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        sum = sum + decode(target.a[k], a_).value * decode(target.b[k], b_).value;
    }
    if (!sum.is_zero()) {
        Output output = output_of(c_, Rounding::RNE);
        output.overflow = "saturate";
        target.c = encode(Number::finite(-sum), output);
    }
    if (coin()) {
        target.c ^= std::uint64_t{1} << static_cast<unsigned>(c_.ignored_bits);
    }
}

// All significands at their maximum, all terms of one sign.
void OperandSource::fill_carry_growth(Case& target) {
    const int top = reference_exponent();
    const bool negative = coin();
    const std::uint64_t ones = ~std::uint64_t{0};
    const int step = between(0, 1);
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        set_product(target, k, negative, top - step * between(0, 2), ones, ones);
    }
    target.c = make(c_, negative, top + between(0, 1), ones);
}

// A large c or product, another term of about half an ulp of d, and sometimes a tiny third term that
// breaks the tie in either direction.
void OperandSource::fill_output_ties(Case& target) {
    const int top = reference_exponent();
    const std::size_t first = any_position();
    const std::size_t k = target.a.size();
    const int half_unit = top - d_.fraction_bits - 1;
    if (coin()) {
        set_c(target, coin(), top);
    } else {
        set_product(target, first, coin(), top);
    }
    set_product(target, (first + 1) % k, coin(), half_unit + between(-1, 1), coin() ? 0U : random_bits(), 0);
    if (k > 2 && coin()) {
        set_product(target, (first + 2) % k, coin(), half_unit - between(1, 2 * shape_.F));
    }
}

}  // namespace reference
