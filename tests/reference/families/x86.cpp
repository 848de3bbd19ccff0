// SPDX-License-Identifier: Apache-2.0

#include "reference/families/x86.hpp"

#include <array>
#include <initializer_list>
#include <optional>

namespace reference {

namespace {

constexpr std::uint64_t sign_bit = 0x80000000;
constexpr std::uint64_t infinity = 0x7F800000;
constexpr std::uint64_t quiet_bit = 0x00400000;
constexpr std::uint64_t indefinite = 0xFFC00000;  // the NaN of an invalid operation

const Format& fp32() { return format_named("fp32"); }

bool is_nan(std::uint64_t bits) { return decode(bits, fp32()).is_nan(); }

// The fp32 encoding of an operand of a narrower format; every value is exact. A subnormal bf16 is subnormal
// in fp32 too, and operand() reads it as zero. A NaN keeps its sign and its fraction, left-aligned, and
// becomes quiet.
std::uint64_t widened(std::uint64_t bits, const Format& format) {
    const Number number = decode(bits, format);
    if (!number.is_nan()) {
        return encode(number, output_of(fp32(), Rounding::RNE));
    }
    const std::uint64_t sign = (bits >> static_cast<unsigned>(format.width - 1)) & 1U;
    const std::uint64_t fraction = bits % (std::uint64_t{1} << static_cast<unsigned>(format.fraction_bits));
    const auto places = static_cast<unsigned>(fp32().fraction_bits - format.fraction_bits);
    return (sign * sign_bit) | infinity | quiet_bit | (fraction << places);
}

std::optional<std::uint64_t> first_nan(std::initializer_list<std::uint64_t> operands) {
    for (const std::uint64_t operand : operands) {
        if (is_nan(operand)) {
            return operand | quiet_bit;
        }
    }
    return std::nullopt;
}

// Rounds to 24 bits, with an unlimited exponent, before it compares with the limits of fp32.
std::uint64_t rounded_to_fp32(const Dyadic& value) {
    const Dyadic result = round_to_multiple(value, value.leading_exponent() - 23, Rounding::RNE);
    if (result.magnitude() < Dyadic::power_of_two(-126)) {
        return value.is_negative() ? sign_bit : 0;
    }
    return encode(Number::finite(result), output_of(fp32(), Rounding::RNE));
}

// x * y, exactly. Neither is NaN; 0 * infinity gives one.
Number product(const Number& x, const Number& y) {
    const bool negative = x.negative != y.negative;
    const bool zero = x.is_zero() || y.is_zero();
    if (x.is_infinity() || y.is_infinity()) {
        return zero ? Number::not_a_number() : Number::infinity(negative);
    }
    return zero ? Number::zero(negative) : Number::finite(x.value * y.value);
}

// The fp32 encoding of x + y. A NaN is the result of an invalid operation.
std::uint64_t sum(const Number& x, const Number& y) {
    if (x.is_nan() || (x.is_infinity() && y.is_infinity() && x.negative != y.negative)) {
        return indefinite;
    }
    if (x.is_infinity() || y.is_infinity()) {
        const bool negative = x.is_infinity() ? x.negative : y.negative;
        return infinity | (negative ? sign_bit : 0);
    }
    const Dyadic exact = x.value + y.value;
    if (exact.is_zero()) {
        return x.negative && y.negative ? sign_bit : 0;  // -0 only from -0 + -0
    }
    return rounded_to_fp32(exact);
}

// The following take and return fp32 encodings.

// The number, or a zero of the same sign if it is subnormal.
Number operand(std::uint64_t bits) {
    const Number number = decode(bits, fp32());
    const bool subnormal = number.is_finite() && number.value.leading_exponent() < fp32().least_exponent();
    return subnormal ? Number::zero(number.negative) : number;
}

std::uint64_t multiply_add(std::uint64_t x, std::uint64_t y, std::uint64_t z) {
    if (const auto nan = first_nan({x, y, z})) {
        return *nan;
    }
    return sum(product(operand(x), operand(y)), operand(z));
}

std::uint64_t add(std::uint64_t x, std::uint64_t y) {
    if (const auto nan = first_nan({x, y})) {
        return *nan;
    }
    return sum(operand(x), operand(y));
}

// The 16-bit forms of AMX.
std::uint64_t two_chains(const Format& format, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c) {
    std::array<std::uint64_t, 2> chains = {0, 0};
    for (std::size_t k = 0; k < a.size(); ++k) {
        std::uint64_t& chain = chains.at(k % 2);
        chain = multiply_add(widened(a[k], format), widened(b[k], format), chain);
    }
    return add(c, add(chains[0], chains[1]));
}

// The sum of the products of an FP8 form, converted to fp32. NaN if an operand is NaN or for an invalid
// operation.
Number sum_of_products(const Format& a_format, const Format& b_format, std::span<const std::uint64_t> a,
                       std::span<const std::uint64_t> b) {
    Dyadic exact;
    bool positive_infinity = false;
    bool negative_infinity = false;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const Number x = decode(a[k], a_format);
        const Number y = decode(b[k], b_format);
        if (x.is_nan() || y.is_nan()) {
            return Number::not_a_number();
        }
        const Number p = product(x, y);
        if (p.is_nan()) {
            return p;
        }
        positive_infinity = positive_infinity || (p.is_infinity() && !p.negative);
        negative_infinity = negative_infinity || (p.is_infinity() && p.negative);
        exact = exact + p.value;  // 0 for an infinity
    }
    if (positive_infinity && negative_infinity) {
        return Number::not_a_number();
    }
    if (positive_infinity || negative_infinity) {
        return Number::infinity(negative_infinity);
    }
    // Intel's text adds the products as integers, which have no -0: even a sum of products -0 is +0.
    if (exact.is_zero()) {
        return Number::zero(false);
    }
    return rounded(Number::finite(exact), output_of(fp32(), Rounding::RNE));
}

}  // namespace

std::uint64_t vdpbf16ps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c) {
    const Format& bf16 = format_named("bf16");
    const std::uint64_t odd = multiply_add(widened(a[1], bf16), widened(b[1], bf16), c);
    return multiply_add(widened(a[0], bf16), widened(b[0], bf16), odd);
}

std::uint64_t tdpbf16ps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c) {
    return two_chains(format_named("bf16"), a, b, c);
}

std::uint64_t tdpfp16ps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c) {
    return two_chains(format_named("fp16"), a, b, c);
}

std::uint64_t tdpf8ps(const Format& a_format, const Format& b_format, std::span<const std::uint64_t> a,
                      std::span<const std::uint64_t> b, std::uint64_t c) {
    const Number products = sum_of_products(a_format, b_format, a, b);
    if (is_nan(c) || products.is_nan()) {
        return indefinite;
    }
    // A subnormal c is not read as zero. This matters only if the sum of the products is zero: then c is
    // flushed to a zero of its sign, but -0 + +0 would be +0.
    return sum(decode(c, fp32()), products);
}

}  // namespace reference
