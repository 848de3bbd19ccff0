// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/bounds/bounds.hpp"

#include "karat/recipe/bounds/bounds_analyst.hpp"

namespace karat {
namespace bounding {

int Analyst::run() {
    const ValueBounds product = product_bounds();
    values_.assign(program_.c_slot(), product);
    held_.assign(program_.c_slot(), product_held());
    ValueBounds zero;
    zero.nonzero = false;
    zero.negative_zero = false;
    values_.push_back(has_c_ ? operand_bounds(rules_.c, rules_.convert_c, rules_.flush_c) : zero);
    held_.push_back(operand_held(rules_.c, rules_.convert_c));
    values_.push_back(zero);
    held_.push_back(0);
    note_significands();
    significand_bits_ = integer_bits_;
    for (const Operation& op : program_.operations()) {
        sums_.push_back(sum_bounds(op));
        SumBounds& sum = sums_.back();
        sum.value = kept(op, sum);
        note_round(op, sum);
        values_.push_back(op.round != nullptr ? rounded(op, sum) : sum.value);
        const FormatInfo* format = op.round != nullptr ? &info(op.round->format) : nullptr;
        held_.push_back(format != nullptr ? format->min_exponent() - format->fraction_bits
                                          : sum_held(op, sum));
    }
    return integer_bits_;
}

void Analyst::note_significands() {
    const auto bits = [](Format format, std::optional<Format> convert = {}) {
        return fraction_in(info(format), info(convert.value_or(format))) + 1;
    };
    const int scale_bits = program_.scales_products() ? 2 * bits(*rules_.scale) : 0;
    note_bits(bits(rules_.a, rules_.convert) + bits(rules_.b, rules_.convert) + scale_bits);
    note_bits(bits(rules_.c, rules_.convert_c));
    for (const Operation& op : program_.operations()) {
        if (op.round != nullptr) note_bits(bits(op.round->format));
    }
}

SumBounds Analyst::sum_bounds(const Operation& op) {
    SumBounds out;
    bool any = false;
    bool all_fixed = op.sum->grid == GridRule::own;
    for (const AddendGroup& group : program_.groups(op)) {
        AddendBounds& x = out.groups.emplace_back();
        x.value = seen(group);
        x.count = static_cast<int>(group.count);
        x.exact = group.term->F.is_exact();
        x.fraction = x.exact ? 0 : group.term->F.bits;
        all_fixed &= !x.exact;
        if (!x.value.nonzero) continue;
        const ValueBounds& v = x.value;
        if (!x.exact) {
            x.aligned = shifted(v.relative, x.fraction - v.relative_fraction);
            x.can_grow = group.term->rounding != Rounding::RZ;
            if (x.can_grow) x.aligned += 1;
        }
        if (group.scaled_sum) note_bits(v.high() - v.low);
        out.e_max_low = any ? std::min(out.e_max_low, v.e_low) : v.e_low;
        out.e_max_high = any ? std::max(out.e_max_high, v.e_high) : v.e_high;
        any = true;
    }
    include_zeros(op, out, any);
    if (op.sum->floor) {
        out.e_max_low = any ? std::max(out.e_max_low, *op.sum->floor) : *op.sum->floor;
        out.e_max_high = any ? std::max(out.e_max_high, *op.sum->floor) : *op.sum->floor;
    }
    find_grid(op, out, all_fixed);
    find_largest(op, out);
    return out;
}

}  // namespace bounding

ValueBounds format_bounds(const FormatInfo& format, int fraction) {
    ValueBounds out;
    out.low = out.least = format.min_exponent() - fraction;
    out.e_low = format.min_exponent();
    out.e_high = format.max_exponent();
    const int cut = format.fraction_bits - fraction;
    const std::uint64_t code = format.max_finite_code() >> cut << cut;
    const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
    const std::uint64_t significand = (code & format.fraction_mask()) | hidden;
    out.largest = BigInt(significand >> cut) << (format.max_exponent() - fraction - out.low);
    out.relative = format.is_integer() ? out.largest : BigInt((BigInt(2) << fraction) - 1);
    out.relative_fraction = fraction;
    out.zero = format.has_zero;
    out.negative_zero = format.has_zero && format.has_minus_zero();
    out.infinity = format.has_infinity();
    out.nan = format.has_nan();
    return out;
}

bool products_overflow(const Program& program) {
    std::vector<ValueBounds> values;
    std::vector<SumBounds> sums;
    return bounding::Analyst(program, values, sums).products_overflow();
}

Bounds::Bounds(const Program& program, bool has_c) {
    bounding::Analyst analyst(program, values_, sums_, has_c);
    integer_bits_ = analyst.run();
    significand_bits_ = analyst.significand_bits();
}

}  // namespace karat
