// SPDX-License-Identifier: Apache-2.0
// Bounds of operands, of products, and of addends as they enter their sum.
#include "karat/recipe/bounds/bounds_analyst.hpp"

namespace karat::bounding {

void include(ValueBounds& x, const ValueBounds& y) {
    x.zero |= y.zero;
    x.negative_zero |= y.negative_zero;
    x.infinity |= y.infinity;
    x.nan |= y.nan;
    if (!y.nonzero) return;
    if (!x.nonzero) {
        const ValueBounds flags = x;
        x = y;
        x.zero = flags.zero;
        x.negative_zero = flags.negative_zero;
        x.infinity = flags.infinity;
        x.nan = flags.nan;
        return;
    }
    const int low = std::min(x.low, y.low);
    x.least = std::min(x.least, y.least);
    x.largest = std::max(shifted(x.largest, x.low - low), shifted(y.largest, y.low - low));
    x.low = low;
    x.e_low = std::min(x.e_low, y.e_low);
    x.e_high = std::max(x.e_high, y.e_high);
    const int fraction = std::max(x.relative_fraction, y.relative_fraction);
    x.relative = std::max(shifted(x.relative, fraction - x.relative_fraction),
                          shifted(y.relative, fraction - y.relative_fraction));
    x.relative_fraction = fraction;
}

ValueBounds product_of(const ValueBounds& x, const ValueBounds& y) {
    ValueBounds out;
    out.low = x.low + y.low;
    out.least = x.least + y.least;
    out.largest = x.largest * y.largest;
    out.e_low = x.e_low + y.e_low;
    out.e_high = x.e_high + y.e_high;
    out.relative = x.relative * y.relative;
    out.relative_fraction = x.relative_fraction + y.relative_fraction;
    out.zero = x.zero || y.zero;
    out.negative_zero = out.zero;
    out.infinity = x.infinity || y.infinity;
    out.nan = x.nan || y.nan || (x.infinity && y.zero) || (x.zero && y.infinity);
    return out;
}

int Analyst::flush_limit(Format format) const {
    return rules_.flush_below == FlushBelow::fp32 ? -126 : info(format).min_exponent();
}

ValueBounds Analyst::operand_bounds(Format stored, std::optional<Format> convert, bool flush) const {
    ValueBounds out = format_bounds(info(stored), info(stored).fraction_bits);
    if (flush) out.least = std::max(out.least, flush_limit(stored));
    if (!convert || *convert == stored) return out;
    const FormatInfo& wide = info(*convert);  // normalised down to the wide format's minimum exponent
    out.e_low = std::max(out.low, wide.min_exponent());
    out.relative = (BigInt(1) << (info(stored).fraction_bits + 1)) - 1;
    out.relative_fraction = info(stored).fraction_bits;
    return out;
}

int Analyst::operand_held(Format stored, std::optional<Format> convert) {
    const FormatInfo& f = info(stored);
    const int low = f.min_exponent() - f.fraction_bits;
    if (!convert || *convert == stored) return low;
    const FormatInfo& wide = info(*convert);
    return std::max(low, wide.min_exponent()) - fraction_in(f, wide);
}

int Analyst::product_held() const {
    const int scales = program_.scales_products() ? 2 * scale_low() : 0;
    return operand_held(rules_.a, rules_.convert) + operand_held(rules_.b, rules_.convert) + scales;
}

int Analyst::group_held(const AddendGroup& group) const {
    int out = held_[program_.addends(group)[0]];
    for (const Slot slot : program_.addends(group)) {
        if (values_[slot].nonzero) out = std::min(out, held_[slot]);
    }
    return group.scaled_sum ? out + 2 * scale_low() : out;
}

int Analyst::sum_held(const Operation& op, const SumBounds& sum) const {
    int out = sum.lsb_low;
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
        const AddendBounds& x = sum.groups[g];
        if (x.exact && x.value.nonzero) out = std::min(out, group_held(program_.groups(op)[g]));
    }
    return out;
}

ValueBounds Analyst::unlimited_product() const {
    const ValueBounds out = product_of(operand_bounds(rules_.a, rules_.convert, rules_.flush_a),
                                       operand_bounds(rules_.b, rules_.convert, rules_.flush_b));
    return program_.scales_products() ? scaled(out) : out;
}

ValueBounds Analyst::product_bounds() const {
    ValueBounds out = unlimited_product();
    if (overflows_in_product(out)) {
        out.infinity = true;
        out.largest = std::min(out.largest, BigInt((BigInt(1) << (128 - out.low)) - 1));
    }
    if (rules_.flush_products) {
        out.zero = out.negative_zero = true;
        out.least = std::max(out.least, -126);
    }
    return out;
}

ValueBounds Analyst::scaled(const ValueBounds& x) const {
    const FormatInfo& f = info(*rules_.scale);
    ValueBounds scale = format_bounds(f, f.fraction_bits);
    return product_of(product_of(x, scale), scale);
}

ValueBounds Analyst::seen(const AddendGroup& group) const {
    const Term& term = *group.term;
    const std::span<const Slot> slots = program_.addends(group);
    ValueBounds out = values_[slots[0]];
    for (const Slot slot : slots) include(out, values_[slot]);
    if (term.flush && out.nonzero) {
        out.least = std::max(out.least, flush_limit(program_.format_of(slots[0])));
        out.zero = true;
        out.negative_zero = true;
    }
    if (term.compared_by == ComparedBy::scale) {
        // The exponent is that of the scale factors alone, so it does not limit the sum itself. The relative
        // bound therefore contains the largest sum.
        const int sum_low = out.low;
        const BigInt sum_largest = out.largest;
        if (group.scaled_sum) out = scaled(out);
        ValueBounds factor;
        factor.relative = 1;
        factor.e_low = factor.e_high = 0;
        if (group.scaled_sum) {
            const ValueBounds one = format_bounds(info(*rules_.scale), info(*rules_.scale).fraction_bits);
            factor = product_of(one, one);
        }
        out.e_low = factor.e_low;
        out.e_high = factor.e_high;
        out.relative = sum_largest * factor.relative;
        out.relative_fraction = factor.relative_fraction - sum_low;
        if (out.relative_fraction < 0) {
            out.relative <<= -out.relative_fraction;
            out.relative_fraction = 0;
        }
        return out;
    }
    if (group.scaled_sum) out = scaled(out);
    if (term.compared_by == ComparedBy::leading) {
        out.e_low = out.low;
        out.e_high = out.high() - 1;
        if (term.least_exponent) {
            out.e_low = std::max(out.e_low, *term.least_exponent);
            out.e_high = std::max(out.e_high, *term.least_exponent);
        }
        out.relative = 2;
        out.relative_fraction = 0;
    }
    return out;
}

}  // namespace karat::bounding
