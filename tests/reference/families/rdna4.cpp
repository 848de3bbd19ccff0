// SPDX-License-Identifier: Apache-2.0

#include "reference/families/rdna4.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "reference/families/rdna_specials.hpp"

namespace reference {

namespace {

struct Factors {
    Number a, b;

    [[nodiscard]] bool negative() const { return a.negative != b.negative; }
    [[nodiscard]] bool zero() const { return a.is_zero() || b.is_zero(); }
    [[nodiscard]] bool infinite() const { return a.is_infinity() || b.is_infinity(); }
    [[nodiscard]] int exponent() const { return a.e + b.e; }
};

// The result if an operand is NaN or infinite. In order of precedence: a NaN in a or b; an invalid sum of
// products; a NaN c; infinities.
std::optional<std::uint64_t> special_result(const std::vector<Factors>& products, std::uint64_t c,
                                            const Format& format) {
    const Specials codes = specials_of(format);
    bool invalid = false;
    bool plus = false;
    bool minus = false;
    for (const Factors& p : products) {
        if (p.a.is_nan() || p.b.is_nan()) {
            return codes.nan_operand;
        }
        invalid = invalid || (p.infinite() && p.zero());
        plus = plus || (p.infinite() && !p.negative());
        minus = minus || (p.infinite() && p.negative());
    }
    if (invalid || (plus && minus)) {
        return codes.invalid;
    }
    const Number number = decode(c, format);
    if (number.is_nan()) {
        return c | codes.quiet_bit;
    }
    plus = plus || (number.is_infinity() && !number.negative);
    minus = minus || (number.is_infinity() && number.negative);
    if (plus && minus) {
        return codes.invalid;
    }
    if (plus || minus) {
        return codes.infinity | (minus ? codes.sign : 0);
    }
    return std::nullopt;
}

// The largest e_a + e_b. Zero products are ignored.
std::optional<int> largest_exponent(std::span<const Factors> products) {
    std::optional<int> largest;
    for (const Factors& p : products) {
        if (!p.zero() && (!largest || p.exponent() > *largest)) {
            largest = p.exponent();
        }
    }
    return largest;
}

Dyadic floored(const Dyadic& value, int grid) { return round_to_multiple(value, grid, Rounding::RD); }

// The sum of two products, each rounded down to a multiple of 2^(larger exponent - 24).
Dyadic pair_sum(std::span<const Factors> pair) {
    const std::optional<int> largest = largest_exponent(pair);
    Dyadic sum;
    for (const Factors& p : pair) {
        if (!p.zero()) {
            sum = sum + floored(p.a.value * p.b.value, *largest - 24);
        }
    }
    return sum;
}

// Rounds the sum of a step to nearest even: directly to fp16, or otherwise to fp32. A bf16 result is the
// upper half of the fp32 result.
std::uint64_t narrowed(const Dyadic& sum, const Format& format) {
    if (sum.is_zero()) {
        return 0;
    }
    const bool packed_bf16 = format.name == "bf16";
    const Format& rounded_to = packed_bf16 ? format_named("fp32") : format;
    const std::uint64_t sign = specials_of(rounded_to).sign;
    std::uint64_t result = encode(Number::finite(sum), output_of(rounded_to, Rounding::RNE));
    if (result == sign) {
        result = 0;
    }
    return packed_bf16 ? result >> 16U : result;
}

std::uint64_t step(const std::vector<Factors>& products, std::uint64_t c, const Format& format) {
    if (const auto special = special_result(products, c, format)) {
        return *special;
    }
    const Dyadic addend = decode(c, format).value;
    const int least = format.name == "fp16" ? -14 : -126;
    const int e_c = addend.is_zero() ? least : std::max(addend.leading_exponent(), least);
    int grid = e_c - 26;
    if (const auto largest = largest_exponent(products)) {
        grid = std::max(grid, *largest - 24);
    }

    Dyadic sum;
    for (std::size_t first = 0; first < products.size(); first += 2) {
        sum = sum + floored(pair_sum(std::span(products).subspan(first, 2)), grid);
    }
    const bool vanishes =
        addend.is_negative() && addend.magnitude() < Dyadic::power_of_two(grid) && grid > least;
    if (!vanishes) {
        sum = sum + floored(addend, grid);
    }
    return narrowed(sum, format);
}

std::vector<Factors> products_of(const Format& input, std::span<const std::uint64_t> a,
                                 std::span<const std::uint64_t> b) {
    std::vector<Factors> products;
    for (std::size_t k = 0; k < a.size(); ++k) {
        products.push_back({decode(a[k], input), decode(b[k], input)});
    }
    return products;
}

}  // namespace

std::uint64_t rdna4_wmma(const Format& input, const Format& output, Wave wave,
                         std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                         std::uint64_t c) {
    const std::array<std::size_t, 4> first_k =
        wave == Wave::w32 ? std::array<std::size_t, 4>{0, 8, 4, 12} : std::array<std::size_t, 4>{0, 4, 8, 12};
    for (const std::size_t k : first_k) {
        c = step(products_of(input, a.subspan(k, 4), b.subspan(k, 4)), c, output);
    }
    return c;
}

std::uint64_t rdna4_dot2(const Format& input, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c) {
    return step(products_of(input, a, b), c, format_named("fp32"));
}

}  // namespace reference
