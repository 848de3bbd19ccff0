// SPDX-License-Identifier: Apache-2.0
//
// Kinds of cases at the range limits: overflow, subnormals, zeros, special values, scales.

#include <algorithm>

#include "reference/operands.hpp"

namespace reference {

// The largest possible products, or products near the largest value of d.
void OperandSource::fill_overflow_products(Case& target) {
    const int a_limit = a_.largest_exponent() + b_.largest_exponent();
    const int top = std::min(a_limit, d_.largest_exponent() + between(-2, 2));
    const bool negative = coin();
    const int count = between(1, static_cast<int>(target.a.size()));
    for (int i = 0; i < count; ++i) {
        const bool sign = coin() ? negative : coin();
        set_product(target, any_position(), sign, coin() ? top : a_limit);
    }
    if (coin()) {
        target.c = largest(c_, coin());
    }
}

// The largest finite value of d or its lower neighbour, plus terms of about one ulp or a fraction of it.
void OperandSource::fill_overflow_threshold(Case& target) {
    const bool negative = coin();
    const int unit = d_.largest_exponent() - d_.fraction_bits;
    Output output = output_of(c_, Rounding::RZ);
    output.overflow = "saturate";
    const Dyadic limit = d_.largest_finite();
    target.c = encode(Number::finite(negative ? -limit : limit), output);
    if (turn_ % 3 == 2) {
        target.c -= std::uint64_t{1} << static_cast<unsigned>(c_.ignored_bits);
    }
    set_product(target, any_position(), coin() ? negative : !negative, unit - between(0, 3),
                coin() ? 0U : random_bits(), 0);
    if (coin()) {
        set_product(target, any_position(), coin(), unit - between(0, shape_.F));
    }
}

void OperandSource::fill_subnormal_inputs(Case& target) {
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        const int side = between(0, 3);
        const int e_a = a_.least_exponent() - between(side == 3 ? 0 : -1, a_.fraction_bits);
        const int e_b = b_.least_exponent() - between(side == 3 ? 0 : -1, b_.fraction_bits);
        const bool a_is_small = side == 0 || side == 2;
        const bool b_is_small = side == 1 || side == 2;
        target.a[k] = make(a_, coin(), a_is_small ? e_a : between(-3, 3), random_bits());
        target.b[k] = make(b_, coin(), b_is_small ? e_b : between(-3, 3), random_bits());
    }
    target.c = make(c_, coin(), c_.least_exponent() - between(-2, c_.fraction_bits), random_bits());
}

// Products around the least normal value of d or of fp32.
void OperandSource::fill_subnormal_products(Case& target) {
    const int least = coin() ? d_.least_exponent() : -126;
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        set_product(target, k, coin(), least + between(-d_.fraction_bits - 4, 3));
    }
    target.c = coin() ? 0 : make(c_, coin(), least + between(-d_.fraction_bits, 2), random_bits());
}

// Few terms, so that the result is subnormal or just above the subnormal range.
void OperandSource::fill_subnormal_output(Case& target) {
    const int least = d_.least_exponent();
    set_product(target, any_position(), coin(), least + between(-3, 1));
    set_product(target, any_position(), coin(), least - between(0, d_.fraction_bits + 3));
    target.c = make(c_, coin(), least - between(-1, d_.fraction_bits), fraction_pattern(c_));
}

// Sums below the least subnormal of d, of either sign.
void OperandSource::fill_rounds_to_zero(Case& target) {
    const int least_bit = d_.least_exponent() - d_.fraction_bits;
    if (coin()) {
        set_product(target, any_position(), coin(), least_bit - between(0, 4), coin() ? 0U : random_bits(),
                    0);
    }
    if (coin()) {
        set_product(target, any_position(), coin(), least_bit - between(0, 2 * shape_.F));
    }
    if (coin()) {
        target.c = make(c_, coin(), least_bit - between(0, 2), coin() ? 0U : random_bits());
    }
}

void OperandSource::fill_zeros(Case& target) {
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        target.a[k] = coin() ? 0 : make(a_, coin(), between(-2, 2), random_bits());
        target.b[k] = target.a[k] != 0 || coin() ? 0 : make(b_, coin(), between(-2, 2), random_bits());
    }
    target.c = turn_ % 2 == 0 ? 0 : smallest(c_, coin());
}

// All products, or all but one, are negative zeros. c is a zero of either sign.
void OperandSource::fill_negative_zeros(Case& target) {
    const auto zero = [](const Format& format, bool negative) {
        return encode(Number::zero(negative), output_of(format, Rounding::RNE));
    };
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        const bool a_is_negative = coin();
        target.a[k] = coin() ? zero(a_, a_is_negative) : make(a_, a_is_negative, 0, random_bits());
        target.b[k] = zero(b_, !a_is_negative);
    }
    if (turn_ % 3 == 1) {
        target.b[any_position()] = zero(b_, coin());
    }
    target.c = zero(c_, turn_ % 2 == 0);
}

// Zeros times the largest operands, together with small terms: tests the exponent of a zero product.
void OperandSource::fill_zeros_times_large(Case& target) {
    const int small = d_.least_exponent() + between(-4, shape_.F + 4);
    for (std::size_t k = 0; k < target.a.size(); ++k) {
        const int side = between(0, 2);
        target.a[k] = side == 0 ? 0 : largest(a_, coin());
        target.b[k] = side == 0 ? largest(b_, coin()) : 0;
        if (side == 2) {
            set_product(target, k, coin(), small - a_shift());
        }
    }
    target.c = turn_ % 2 == 0 ? 0 : make(c_, coin(), small, random_bits());
}

// `which`: 0 NaN in a, 1 NaN in b, 2 product +inf, 3 product -inf, 4 0 * inf, 5 inf * 0, 6 and 7 the largest
// positive and negative product, 8 least subnormal * inf. If a format has no infinity or no NaN, its largest
// value is used instead.
void OperandSource::put_special(Case& target, std::size_t position, std::uint64_t which) {
    const bool negative = coin();
    std::uint64_t x = make(a_, negative, between(-2, 2), random_bits());
    std::uint64_t y = make(b_, negative, between(-2, 2), random_bits());
    switch (which % 9) {
        case 0:
            x = any_nan(a_).value_or(largest(a_, coin()));
            break;
        case 1:
            y = any_nan(b_).value_or(largest(b_, coin()));
            break;
        case 2:
            x = infinity(a_, negative).value_or(largest(a_, negative));
            break;
        case 3:
            y = infinity(b_, !negative).value_or(largest(b_, !negative));
            break;
        case 4:
            x = 0;
            y = infinity(b_, coin()).value_or(largest(b_, coin()));
            break;
        case 5:
            x = infinity(a_, coin()).value_or(largest(a_, coin()));
            y = 0;
            break;
        case 8:
            x = smallest(a_, coin());
            y = infinity(b_, coin()).value_or(largest(b_, coin()));
            break;
        default:
            x = largest(a_, negative);
            y = largest(b_, (which % 9 == 7) != negative);
            break;
    }
    target.a[position] = x;
    target.b[position] = y;
}

void OperandSource::put_special_in_c(Case& target, std::uint64_t which) {
    switch (which % 5) {
        case 0:
            target.c = any_nan(c_).value_or(0);
            break;
        case 1:
            target.c = infinity(c_, false).value_or(largest(c_, false));
            break;
        case 2:
            target.c = infinity(c_, true).value_or(largest(c_, true));
            break;
        default:
            target.c = largest(c_, which % 5 == 3);
            break;
    }
}

void OperandSource::fill_one_special(Case& target) {
    if (turn_ % 2 == 0) {
        fill_ordinary(target);
    }
    const std::uint64_t which = (turn_ / 2) % 14;
    if (which < 9) {
        put_special(target, any_position(), which);
    } else {
        put_special_in_c(target, which - 9);
    }
}

// All pairs in turn: 9 x 9 among the products (in different positions if k > 1), then 9 x 5 with c.
void OperandSource::fill_two_specials(Case& target) {
    if (coin()) {
        fill_ordinary(target);
    }
    const std::uint64_t pair = turn_ % (9 * 14);
    const std::size_t first = any_position();
    put_special(target, first, pair % 9);
    if (pair / 9 >= 9) {
        put_special_in_c(target, pair / 9 - 9);
    } else if (target.a.size() > 1) {
        const auto step = static_cast<std::size_t>(between(1, shape_.k - 1));
        put_special(target, (first + step) % target.a.size(), pair / 9);
    }
}

// Blocks whose scales produce the chosen shifts between blocks and relative to c.
void OperandSource::fill_scaled_shifts(Case& target) {
    fill_ordinary(target);
    for (std::size_t i = 0; i < target.scale_a.size(); ++i) {
        const Format& scale = format_named(shape_.scale);
        const int e_a = between(-8, 8);
        target.scale_a[i] = make(scale, false, e_a, random_bits());
        target.scale_b[i] = make(scale, false, -a_shift() - e_a, random_bits());
    }
    target.c = make(c_, coin(), -a_shift(), fraction_pattern(c_));
}

// Largest, least, zero and NaN scales, and subnormal scales if the format has them.
void OperandSource::fill_extreme_scales(Case& target) {
    fill_ordinary(target);
    for (std::vector<std::uint64_t>* scales : {&target.scale_a, &target.scale_b}) {
        for (std::uint64_t& encoding : *scales) {
            const Format& scale = format_named(shape_.scale);
            switch (between(0, 9)) {
                case 0:
                    encoding = largest(scale, false);
                    break;
                case 1:
                    encoding = smallest(scale, false);
                    break;
                case 2:
                    encoding = 0;
                    break;
                case 3:
                    encoding = turn_ % 4 == 0 ? any_nan(scale).value_or(0) : 0x80U;
                    break;
                case 4:
                    encoding = make(scale, false, scale.largest_exponent() - between(0, 3), random_bits());
                    break;
                case 5:
                    encoding = make(scale, false, scale.least_exponent() + between(-2, 3), random_bits());
                    break;
                default:
                    break;
            }
        }
    }
}

}  // namespace reference
