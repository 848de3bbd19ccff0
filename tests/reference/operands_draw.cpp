// SPDX-License-Identifier: Apache-2.0
//
// Random choices, and single operands and products with a given sign, exponent and fraction.

#include <algorithm>
#include <array>

#include "reference/operands.hpp"

namespace reference {

namespace {

std::uint64_t low_ones(int count) {
    return count <= 0 ? 0 : ~std::uint64_t{0} >> static_cast<unsigned>(64 - count);
}

}  // namespace

// splitmix64 (Steele, Lea, Flood 2014): a counter and a mixing function.
std::uint64_t OperandSource::random_bits() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

int OperandSource::between(int low, int high) {
    const auto span = static_cast<std::uint64_t>(std::max(high - low, 0)) + 1;
    return low + static_cast<int>((random_bits() >> 16U) % span);
}

// Fractions that are edge cases for rounding: all zeros, all ones, one bit set, one bit clear, a run of ones,
// and random bits.
std::uint64_t OperandSource::fraction_pattern(const Format& format) {
    const int bits = format.fraction_bits;
    const std::uint64_t one_bit =
        bits == 0 ? 0 : std::uint64_t{1} << static_cast<unsigned>(between(0, bits - 1));
    switch (between(0, 6)) {
        case 0:
            return 0;
        case 1:
            return low_ones(bits);
        case 2:
            return one_bit;
        case 3:
            return low_ones(bits) ^ one_bit;
        case 4:
            return low_ones(between(0, bits));
        default:
            return random_bits() & low_ones(bits);
    }
}

// (1 + fraction / 2^fraction_bits) * 2^exponent, truncated to the format. Below the least exponent the
// result is a subnormal, and far below it a zero.
std::uint64_t OperandSource::make(const Format& format, bool negative, int exponent, std::uint64_t fraction) {
    const int e = std::min(exponent, format.largest_exponent());
    const Integer significand = Integer(1) << static_cast<unsigned>(format.fraction_bits);
    const Dyadic value(significand + (fraction & low_ones(format.fraction_bits)), e - format.fraction_bits);
    Output output = output_of(format, Rounding::RZ);
    output.overflow = "saturate";
    if (!format.has_zero && e < format.least_exponent()) {
        return 0;
    }
    return encode(Number::finite(negative && format.is_signed ? -value : value), output);
}

std::uint64_t OperandSource::largest(const Format& format, bool negative) {
    return format.assemble(negative && format.is_signed, format.last_finite_pattern());
}

std::uint64_t OperandSource::smallest(const Format& format, bool negative) {
    return format.assemble(negative && format.is_signed, 1);
}

std::optional<std::uint64_t> OperandSource::any_nan(const Format& format) {
    if (format.nan == NanKind::negative_zero) {
        return format.assemble(true, 0);
    }
    if (format.nan == NanKind::none) {
        return std::nullopt;
    }
    const std::uint64_t after_finite = format.last_finite_pattern() + 1;
    const bool negative = format.is_signed && coin();
    if (format.nan == NanKind::last_pattern) {
        return format.assemble(negative, after_finite);
    }
    // after_finite is infinity. A nonzero fraction is a NaN, quiet or signalling.
    const std::uint64_t payload = std::max<std::uint64_t>(1, fraction_pattern(format));
    return format.assemble(negative, after_finite + payload);
}

std::optional<std::uint64_t> OperandSource::infinity(const Format& format, bool negative) {
    if (!format.has_infinity()) {
        return std::nullopt;
    }
    return format.assemble(negative, format.last_finite_pattern() + 1);
}

void OperandSource::set_product(Case& target, std::size_t k, bool negative, int exponent) {
    set_product(target, k, negative, exponent, fraction_pattern(a_), fraction_pattern(b_));
}

// Sets a product whose operand exponents add up to `exponent`. The split between the operands is random.
void OperandSource::set_product(Case& target, std::size_t k, bool negative, int exponent,
                                std::uint64_t fraction_a, std::uint64_t fraction_b) {
    const int low = std::max(a_.least_exponent(), exponent - b_.largest_exponent());
    const int high = std::min(a_.largest_exponent(), exponent - b_.least_exponent());
    int e_a = between(low, high);
    int e_b = exponent - e_a;
    if (low > high) {  // out of range: both at their limit; a may be subnormal
        const bool too_small = exponent < a_.least_exponent() + b_.least_exponent();
        e_b = too_small ? b_.least_exponent() : b_.largest_exponent();
        e_a = too_small ? std::max(exponent - e_b, a_.least_exponent() - a_.fraction_bits)
                        : a_.largest_exponent();
    }
    const bool a_is_negative = coin();
    target.a[k] = make(a_, a_is_negative, e_a, fraction_a);
    target.b[k] = make(b_, a_is_negative != negative, e_b, fraction_b);
}

void OperandSource::set_c(Case& target, bool negative, int exponent) {
    target.c = make(c_, negative, exponent, fraction_pattern(c_));
}

void OperandSource::set_unit_scales(Case& target) {
    if (shape_.scale == "none") {
        return;
    }
    const auto blocks = static_cast<std::size_t>(shape_.k / shape_.scale_block);
    const std::uint64_t one = make(format_named(shape_.scale), false, 0, 0);
    target.scale_a.assign(blocks, one);
    target.scale_b.assign(blocks, one);
}

void OperandSource::negate_product(Case& target, std::size_t k) {
    const Number x = decode(target.a[k], a_);
    if (x.is_finite()) {
        target.a[k] = encode(Number::finite(-x.value), output_of(a_, Rounding::RZ));
    }
}

int OperandSource::reference_exponent() {
    const int lowest = a_.least_exponent() + b_.least_exponent();
    const int highest = std::min(a_.largest_exponent() + b_.largest_exponent(), d_.largest_exponent() - 4);
    return between(std::min(lowest + shape_.F + 3, highest), highest);
}

int OperandSource::a_shift() {
    const std::array<int, 8> shifts = {0,
                                       1,
                                       shape_.F - 1,
                                       shape_.F,
                                       shape_.F + 1,
                                       shape_.F + 2,
                                       between(0, shape_.F + 4),
                                       shape_.F + between(3, 300)};
    return shifts[static_cast<std::size_t>(between(0, static_cast<int>(shifts.size()) - 1))];
}

}  // namespace reference
