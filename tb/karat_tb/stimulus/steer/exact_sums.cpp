// SPDX-License-Identifier: Apache-2.0
// Products that sum to a given value exactly. They take the place of c where a unit has none.
#include <algorithm>
#include <bit>

#include "karat/arithmetic/round.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"
#include "karat_tb/stimulus/steer/bin_generators.hpp"

namespace karat::tb {
namespace {

/// Sets product k, without its scale factors, to significand * 2^unit, through a power of two in b.
void set_exactly(DotDraft& draft, int k, std::uint64_t significand, int unit, bool negative) {
    const FormatInfo& fa = draft.formats.a;
    const FormatInfo& fb = draft.formats.b;
    const int e = unit + bit_length(significand) - 1;
    // not the largest exponent, where some formats have a NaN instead of all ones
    const int low = std::max(fa.min_exponent(), e - fb.max_exponent());
    const int high = std::min(fa.max_exponent() - 1, e - fb.min_exponent());
    // beyond these one of the two is subnormal, or a has the largest exponent
    const int eb = std::clamp(e - low, fb.min_exponent() - fb.fraction_bits, fb.max_exponent());
    const int ea = low <= high ? draft.random.between(low, high) : e - eb;
    const auto factor = [](Format format, bool minus, std::uint64_t bits, int last) {
        return round_to(OutputRule::ieee(format, Rounding::RZ), minus, bits, last);
    };
    const auto i = static_cast<std::size_t>(k);
    draft.x.a[i] = factor(draft.rules.a, negative, significand, unit + ea - e);
    draft.x.b[i] = factor(draft.rules.b, false, 1, e - ea);
}

/// The largest product in units of 2^unit; 0 if it is no whole number of them.
BigInt largest_product(const DotDraft& draft, int unit) {
    const ValueBounds a = format_bounds(draft.formats.a, draft.formats.a.fraction_bits);
    const ValueBounds b = format_bounds(draft.formats.b, draft.formats.b.fraction_bits);
    const BigInt product = a.largest * b.largest;
    const int above = a.low + b.low - unit;
    if (above >= 0) return product << above;
    return static_cast<int>(boost::multiprecision::lsb(product)) >= -above ? BigInt(product >> -above) : 0;
}

/// Sets the products to a sum of value * 2^unit, the largest first, as far as they suffice.
void add_up(DotDraft& draft, std::vector<int> products, BigInt value, int unit, bool negative) {
    const FormatInfo& fa = draft.formats.a;
    const int width = fa.fraction_bits + 1;
    const BigInt most = largest_product(draft, unit);
    for (std::size_t i = products.size(); i > 1; --i)
        std::swap(products[i - 1], products[draft.random.below(i)]);
    for (const int k : products) {
        const auto i = static_cast<std::size_t>(k);
        const int bits = bit_length(value);
        if (bits == 0) return;
        if (most != 0 && value >= most) {
            draft.x.a[i] = fa.encoding(negative, fa.max_finite_code());
            draft.x.b[i] = draft.formats.b.encoding(false, draft.formats.b.max_finite_code());
            value -= most;
            continue;
        }
        int last = std::max(0, bits - width);
        auto significand = static_cast<std::uint64_t>(value >> last);
        if (unit + bits - 1 > draft.p_high) {  // more than the largest a and a power of two
            significand =
                (fa.max_finite_code() & fa.fraction_mask()) | (std::uint64_t{1} << fa.fraction_bits);
            last = draft.p_high - fa.fraction_bits - unit;
        }
        if (last < 0) return;
        set_exactly(draft, k, significand, unit + last, negative);
        value -= BigInt(significand) << last;
    }
}

/// The significand of a factor of `odd` with at most wa bits whose cofactor has at most wb; 0 if there is
/// none.
std::uint64_t factor_of(std::uint64_t odd, int wa, int wb) {
    for (std::uint64_t x = 1; x >> wa == 0; x += 2)
        if (odd % x == 0 && odd / x >> wb == 0) return x;
    return 0;
}

/// Sets two products to a sum of value * 2^unit, both with more than one bit in a and b. False if it finds
/// none.
bool add_two(DotDraft& draft, std::uint64_t value, int unit, bool negative) {
    const int wa = draft.formats.a.fraction_bits + 1;
    const int wb = draft.formats.b.fraction_bits + 1;
    const auto set = [&](std::size_t k, std::uint64_t a, std::uint64_t b, int last) {
        const int half = last / 2;
        draft.x.a[k] = round_to(OutputRule::ieee(draft.rules.a, Rounding::RZ), negative, a, half);
        draft.x.b[k] = round_to(OutputRule::ieee(draft.rules.b, Rounding::RZ), false, b, last - half);
    };
    constexpr int kTries = 40;
    for (int i = 0; i < kTries; ++i) {
        const std::uint64_t x =
            (std::uint64_t{1} << wa) - 1 - draft.random.below(std::uint64_t{1} << (wa - 1));
        const int shift = std::max(0, bit_length(value / x) - wb);
        const std::uint64_t y = (value >> shift) / x;
        const std::uint64_t rest = value - (x * y << shift);
        const int zeros = rest == 0 ? 0 : std::countr_zero(rest);
        const std::uint64_t x2 = rest == 0 ? 0 : factor_of(rest >> zeros, wa, wb);
        if (x2 == 0) continue;
        const std::size_t first = draft.random.below(static_cast<std::uint64_t>(draft.rules.k));
        set(first, x, y, unit + shift);
        set((first + 1) % static_cast<std::size_t>(draft.rules.k), x2, (rest >> zeros) / x2, unit + zeros);
        return true;
    }
    return false;
}

/// Sets all scale factors to powers of two with the product 2^exponent. False if there are none.
bool set_scales(DotDraft& draft, int exponent) {
    const FormatInfo& s = info(*draft.rules.scale);
    const int first = std::clamp(exponent / 2, s.min_exponent(), s.max_exponent());
    const int second = exponent - first;
    if (second < s.min_exponent() || second > s.max_exponent()) return false;
    const auto code = [&](int e) { return static_cast<std::uint64_t>(e + s.bias) << s.fraction_bits; };
    std::ranges::fill(draft.x.scale_a, code(first));
    std::ranges::fill(draft.x.scale_b, code(second));
    return true;
}

}  // namespace

void aim_at_largest(DotDraft& draft) {
    const OutputRule& rule = *draft.program.operations().back().round;
    const ValueBounds goal = format_bounds(info(rule.format), rule.fraction);
    std::vector<int> products;
    for (int k = 0; k < draft.rules.k; ++k) products.push_back(k);
    int unit = goal.low;
    BigInt value = goal.largest;
    const int zeros = static_cast<int>(boost::multiprecision::lsb(value));
    value >>= zeros;
    unit += zeros;
    if (draft.rules.scale) {
        const int scale = unit + bit_length(value) - draft.p_high - draft.random.between(-2, 4);
        if (!set_scales(draft, scale)) return;
        unit -= scale;
    }
    const bool negative = draft.random.coin();
    constexpr int kBits = 60;
    if (!draft.rules.scale && draft.rules.k > 1 && bit_length(value) < kBits && draft.random.coin() &&
        add_two(draft, static_cast<std::uint64_t>(value), unit, negative))
        return;
    add_up(draft, products, value, unit, negative);
}

void cancel_scaled_sums(DotDraft& draft, const SiteAddend& one, const SiteAddend& two) {
    draft.blank();
    if (!set_scales(draft, 0)) return;
    const FormatInfo& s = info(*draft.rules.scale);
    const std::vector<int>& products = draft.products_below(one.slot);
    const auto block = static_cast<std::size_t>(draft.rules.scale_block);
    for (const int k : products) {  // factors with all bits, an odd number of units
        draft.x.scale_a[static_cast<std::size_t>(k) / block] |= s.fraction_mask();
        draft.x.scale_b[static_cast<std::size_t>(k) / block] |= s.fraction_mask();
    }
    const int unit = draft.p_low - draft.formats.a.fraction_bits - draft.formats.b.fraction_bits;
    const int larger = draft.random.between(0, 3);  // the exponent of the second sum's factors
    const std::uint64_t larger_code =
        draft.x.scale_a[0] + (static_cast<std::uint64_t>(larger) << s.fraction_bits);
    for (const int k : draft.products_below(two.slot))
        draft.x.scale_a[static_cast<std::size_t>(k) / block] = larger_code & ~s.fraction_mask();
    const std::uint64_t factor = (2 * s.fraction_mask() + 1) * (2 * s.fraction_mask() + 1);
    const std::uint64_t step = std::uint64_t{1} << (2 * s.fraction_bits + larger);
    // The two sums differ by one unit of the first: sum * factor is one more or less than a multiple of step.
    const bool more = draft.random.coin();
    const BigInt most = std::min(BigInt(largest_product(draft, unit) * products.size()), BigInt(1) << 40);
    std::uint64_t sum = draft.random.below(static_cast<std::uint64_t>(most) + 1);
    while (sum * factor % step != (more ? 1 : step - 1) % step) ++sum;
    const std::uint64_t other = (sum * factor + (more ? 0 : 1)) / step;
    const bool negative = draft.random.coin();
    add_up(draft, products, sum, unit, negative);
    add_up(draft, draft.products_below(two.slot), other, unit, !negative);
}

}  // namespace karat::tb
