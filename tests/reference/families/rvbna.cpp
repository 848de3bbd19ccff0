// SPDX-License-Identifier: Apache-2.0

#include "reference/families/rvbna.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace reference {

namespace {

constexpr std::uint64_t canonical_nan = 0x7FC00000;
constexpr std::uint64_t plus_infinity = 0x7F800000;
constexpr std::uint64_t minus_infinity = 0xFF800000;

const Format& fp32() { return format_named("fp32"); }

// Truncates the magnitude to a multiple of 2^quantum. If that loses a nonzero bit, the last bit is set.
Dyadic cut_to_odd(const Dyadic& value, int quantum) {
    const Dyadic magnitude = value.magnitude();
    const Dyadic kept = round_to_multiple(magnitude, quantum, Rounding::RZ);
    if (kept == magnitude) {
        return value;
    }
    const Dyadic jammed(kept.in_units_of(quantum) | 1, quantum);
    return value.is_negative() ? -jammed : jammed;
}

// Rounds to odd. Keeps subnormals. A magnitude of 2^128 or more is infinite, and every zero is +0.
std::uint64_t fp32_to_odd(const Dyadic& value) {
    if (value.is_zero()) {
        return 0;
    }
    const int least = -126;
    const Dyadic cut = cut_to_odd(value, std::max(value.leading_exponent(), least) - 23);
    if (cut.magnitude() >= Dyadic::power_of_two(128)) {
        return value.is_negative() ? minus_infinity : plus_infinity;
    }
    return encode(Number::finite(cut), output_of(fp32(), Rounding::RZ));
}

// The result if the addends include NaN (`nan`), +inf (`plus`) or -inf (`minus`). No value if none do.
std::optional<std::uint64_t> special(bool nan, bool plus, bool minus) {
    if (nan || (plus && minus)) {
        return canonical_nan;
    }
    if (plus || minus) {
        return minus ? minus_infinity : plus_infinity;
    }
    return std::nullopt;
}

struct Product {
    Dyadic value;  // not zero
    int e = 0;     // e_a + e_b
};

int ceil_log2(std::size_t n) {
    int bits = 0;
    while ((std::size_t{1} << static_cast<unsigned>(bits)) < n) {
        ++bits;
    }
    return bits;
}

std::uint64_t dot_product(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                          std::span<const std::uint64_t> b) {
    bool nan = false;
    bool plus = false;
    bool minus = false;
    std::vector<Product> products;
    for (std::size_t k = 0; k < a.size(); ++k) {
        const Number x = decode(a[k], format_a);
        const Number y = decode(b[k], format_b);
        const bool infinite = x.is_infinity() || y.is_infinity();
        const bool zero = x.is_zero() || y.is_zero();
        nan = nan || x.is_nan() || y.is_nan() || (infinite && zero);
        plus = plus || (infinite && x.negative == y.negative);
        minus = minus || (infinite && x.negative != y.negative);
        if (x.is_finite() && y.is_finite()) {
            products.push_back({x.value * y.value, x.e + y.e});
        }
    }
    if (const auto result = special(nan, plus, minus)) {
        return *result;
    }
    if (products.empty()) {
        return 0;
    }
    const int largest = std::ranges::max_element(products, {}, &Product::e)->e;
    const int F = 23 + ceil_log2(a.size());
    Dyadic sum;
    for (const Product& product : products) {
        sum = sum + cut_to_odd(product.value, largest - F);
    }
    return fp32_to_odd(sum);
}

}  // namespace

std::uint64_t rvbna(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c) {
    const Number x = decode(dot_product(format_a, format_b, a, b), fp32());
    const Number y = decode(c, fp32());
    const auto has = [&](bool negative) {
        return (x.is_infinity() && x.negative == negative) || (y.is_infinity() && y.negative == negative);
    };
    if (const auto result = special(x.is_nan() || y.is_nan(), has(false), has(true))) {
        return *result;
    }
    return fp32_to_odd(x.value + y.value);
}

}  // namespace reference
