// SPDX-License-Identifier: Apache-2.0

#include "reference/families/rdna3.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "reference/families/rdna_specials.hpp"

namespace reference {

namespace {

// Subnormals are read as zeros of the same sign, except in fp16.
Number read(std::uint64_t bits, const Format& format) {
    const Number number = decode(bits, format);
    const bool subnormal = number.is_finite() && number.value.leading_exponent() < format.least_exponent();
    return subnormal && format.name != "fp16" ? Number::zero(number.negative) : number;
}

struct Product {
    Number a, b;

    [[nodiscard]] bool nan() const { return a.is_nan() || b.is_nan(); }
    [[nodiscard]] bool infinite() const { return a.is_infinity() || b.is_infinity(); }
    [[nodiscard]] bool zero() const { return a.is_zero() || b.is_zero(); }
    [[nodiscard]] bool negative() const { return a.negative != b.negative; }
    [[nodiscard]] Dyadic magnitude() const { return (a.value * b.value).magnitude(); }
    [[nodiscard]] int exponent() const { return a.e + b.e; }
};

// The result if a product or c is NaN or infinite. In order of precedence: a NaN in a or b; an invalid
// product or infinite products of both signs; a NaN c; infinities.
std::optional<std::uint64_t> special_result(const std::vector<Product>& products, std::uint64_t c_bits,
                                            const Format& format) {
    const Specials codes = specials_of(format);
    if (std::ranges::any_of(products, &Product::nan)) {
        return codes.nan_operand;
    }
    bool plus = false;
    bool minus = false;
    for (const Product& p : products) {
        if (p.infinite() && p.zero()) {
            return codes.invalid;
        }
        plus = plus || (p.infinite() && !p.negative());
        minus = minus || (p.infinite() && p.negative());
    }
    if (plus && minus) {
        return codes.invalid;
    }
    const Number c = read(c_bits, format);
    if (c.is_nan()) {
        return c_bits | codes.quiet_bit;
    }
    plus = plus || (c.is_infinity() && !c.negative);
    minus = minus || (c.is_infinity() && c.negative);
    if (plus && minus) {
        return codes.invalid;
    }
    if (plus || minus) {
        return codes.infinity | (minus ? codes.sign : 0);
    }
    return std::nullopt;
}

// The exponent of the last bit kept when the terms are aligned. None if every term is zero and c does not
// count either: a zero c sets a grid only in packed fp16.
std::optional<int> grid_of(const std::vector<Product>& products, const Number& c, const Format& format) {
    std::optional<int> grid;
    if (format.name == "fp16") {
        grid = (c.is_zero() ? -14 : std::max(c.value.leading_exponent(), -14)) - 26;
    } else if (!c.is_zero()) {
        grid = c.value.leading_exponent() - 26;
    }
    for (const Product& p : products) {
        if (!p.zero()) {
            grid = std::max(grid.value_or(p.exponent() - 24), p.exponent() - 24);
        }
    }
    return grid;
}

Integer truncated(const Dyadic& magnitude, int grid) {
    return round_to_multiple(magnitude, grid, Rounding::RZ).in_units_of(grid);
}

// The aligned sum. c and the products of its sign add their truncated magnitude. The other products subtract
// theirs by adding its one's complement, -m - 1, without the carry that would correct it to -m. This
// includes m = 0.
Dyadic aligned_sum(const std::vector<Product>& products, const Number& c, int grid) {
    Integer sum = truncated(c.value.magnitude(), grid);
    for (const Product& p : products) {
        const Integer m = truncated(p.magnitude(), grid);
        sum += p.negative() == c.negative ? m : Integer(-m - 1);
    }
    return {c.negative ? Integer(-sum) : sum, grid};
}

// fp32 with 24 significant bits at any magnitude: the result is compared with 2^-126 after rounding.
std::uint64_t narrowed_to_fp32(const Dyadic& sum) {
    const Dyadic rounded_sum = round_to_multiple(sum, sum.leading_exponent() - 23, Rounding::RNE);
    if (rounded_sum.magnitude() < Dyadic::power_of_two(-126)) {
        return 0;
    }
    return encode(Number::finite(rounded_sum), output_of(format_named("fp32"), Rounding::RNE));
}

// Packed fp16 is rounded once and keeps subnormals. Packed bf16 is the upper half of the fp32 result. Every
// zero is +0.
std::uint64_t narrowed(const Dyadic& sum, const Format& format) {
    if (sum.is_zero()) {
        return 0;
    }
    if (format.name == "fp16") {
        const std::uint64_t result = encode(Number::finite(sum), output_of(format, Rounding::RNE));
        return result == specials_of(format).sign ? 0 : result;
    }
    const std::uint64_t fp32 = narrowed_to_fp32(sum);
    return format.name == "bf16" ? fp32 >> 16U : fp32;
}

}  // namespace

std::uint64_t rdna3_dot2(const Format& input, const Format& output, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c) {
    const std::vector<Product> products = {{read(a[0], input), read(b[0], input)},
                                           {read(a[1], input), read(b[1], input)}};
    if (const auto special = special_result(products, c, output)) {
        return *special;
    }
    const Number addend = read(c, output);
    const std::optional<int> grid = grid_of(products, addend, output);
    return grid ? narrowed(aligned_sum(products, addend, *grid), output) : 0;
}

std::uint64_t rdna3_wmma(const Format& input, const Format& output, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c) {
    for (std::size_t k = 0; k < 16; k += 2) {
        c = rdna3_dot2(input, output, a.subspan(k, 2), b.subspan(k, 2), c);
    }
    return c;
}

}  // namespace reference
