// SPDX-License-Identifier: Apache-2.0
// Zeros that take part in e_max, and their exponents.
#include "karat/recipe/bounds/bounds_analyst.hpp"

namespace karat::bounding {

void Analyst::include_zeros(const Operation& op, SumBounds& out, bool& any) const {
    for (std::size_t g = 0; g < out.groups.size(); ++g) {
        AddendBounds& x = out.groups[g];
        note_zeros(program_.groups(op)[g], x);
        if (!x.zero_takes_part) continue;
        out.e_max_low = any ? std::min(out.e_max_low, x.zero_low) : x.zero_low;
        out.e_max_high = any ? std::max(out.e_max_high, x.zero_high) : x.zero_high;
        any = true;
    }
}

int Analyst::zero_factors_below(const AddendGroup& group) const {
    if (!group.scaled_sum || !info(*rules_.scale).has_zero) return 0;
    return 2 * std::max(0, info(*rules_.scale).min_exponent() + 126);
}

void Analyst::note_zeros(const AddendGroup& group, AddendBounds& x) const {
    const auto include_exponents = [&](int least, int most) {
        x.zero_low = x.zero_takes_part ? std::min(x.zero_low, least) : least;
        x.zero_high = x.zero_takes_part ? std::max(x.zero_high, most) : most;
        x.zero_takes_part = true;
    };
    const Term& term = *group.term;
    if (term.least_exponent) include_exponents(*term.least_exponent, *term.least_exponent);
    if (term.zero == ZeroPart::terms || term.zero == ZeroPart::counted)
        return include_zero_sums(group, x.value, include_exponents);
    if (term.zero != ZeroPart::minus126 && term.zero != ZeroPart::format_min) return;
    if (group.are_products) return include_zero_products(term.zero, include_exponents);
    for (const Slot slot : program_.addends(group)) {
        if (term.zero == ZeroPart::minus126) {
            include_exponents(-126, -126);
        } else if (program_.is_number(slot)) {
            const int held = info(program_.format_of(slot)).min_exponent();
            include_exponents(held, held);
        } else {  // acc is a fixed-point sum: its e_max
            include_exponents(values_[slot].e_low, values_[slot].e_high);
            const Operation& below = program_.operation_of(slot);
            if (below.sum->floor) include_exponents(*below.sum->floor, *below.sum->floor);
        }
    }
}

/// A sum whose addends are all zero has the exponent of its floor, or none.
template <class Include>
void Analyst::include_zero_sums(const AddendGroup& group, const ValueBounds& value,
                                const Include& include) const {
    const bool counted = group.term->zero == ZeroPart::counted;
    const int below_factors = counted ? zero_factors_below(group) : 0;
    if (value.nonzero) include(value.e_low - below_factors, value.e_high);
    const auto include_held = [&](int exponent) {  // times the scale factors, if any
        if (!group.scaled_sum) return include(exponent, exponent);
        const ValueBounds scale = operand_bounds(*rules_.scale, {}, false);
        include(exponent + 2 * scale.e_low - below_factors, exponent + 2 * scale.e_high);
    };
    if (group.term->compared_by == ComparedBy::scale) return include_held(0);
    for (const Slot slot : program_.addends(group)) {
        if (slot < program_.first_result()) continue;
        const Operation& below = program_.operation_of(slot);
        if (below.round == nullptr && below.sum->floor) include_held(*below.sum->floor);
        if (below.round == nullptr && !values_[slot].nonzero) {  // always 0, with any e_max in its range
            include_held(sums_[slot - program_.first_result()].e_max_low);
            include_held(sums_[slot - program_.first_result()].e_max_high);
        }
        if (below.round != nullptr && counted) include_held(info(below.round->format).min_exponent());
    }
}

Analyst::Exponents Analyst::exponents(Format stored, std::optional<Format> convert, ZeroPart rule) const {
    const ValueBounds v = operand_bounds(stored, convert, false);
    const int held = info(convert.value_or(stored)).min_exponent();
    return {v.e_low, v.e_high, rule == ZeroPart::minus126 ? -126 : held};
}

template <class Include>
void Analyst::include_zero_products(ZeroPart rule, const Include& include) const {
    const Exponents a = exponents(rules_.a, rules_.convert, rule);
    const Exponents b = exponents(rules_.b, rules_.convert, rule);
    int least = std::min(a.zero + b.least(), b.zero + a.least());
    int most = std::max(a.zero + b.most(), b.zero + a.most());
    if (program_.scales_products()) {
        const Exponents scale = exponents(*rules_.scale, {}, rule);
        const bool zero = info(*rules_.scale).has_zero;
        if (zero) least = std::min(least, a.low + b.low);  // a zero scale factor gives a zero product too
        if (zero) most = std::max(most, a.high + b.high);
        least += 2 * (zero ? scale.least() : scale.low);
        most += 2 * (zero ? scale.most() : scale.high);
    }
    include(least, most);
}

}  // namespace karat::bounding
