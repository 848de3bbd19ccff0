// SPDX-License-Identifier: Apache-2.0
// The grid of a sum, and the bounds of the sum before rounding.
#include "karat/recipe/bounds/bounds_analyst.hpp"

namespace karat::bounding {

int Analyst::fraction_below(const SumBounds& out) {
    int fraction = 0;
    for (const AddendBounds& x : out.groups) fraction = std::max(fraction, x.fraction);
    return fraction;
}

void Analyst::find_grid(const Operation& op, SumBounds& out, bool all_fixed) {
    out.fixed = all_fixed;
    out.fraction = fraction_below(out);
    if (op.sum->grid == GridRule::common) {
        bool any = false;
        for (const AddendBounds& x : out.groups) {
            if (!x.value.nonzero) continue;
            const int lsb = x.value.e_low - x.fraction;
            out.lsb_low = any ? std::min(out.lsb_low, lsb) : lsb;
            const int most = x.value.e_high - x.fraction;
            out.lsb_high = any ? std::max(out.lsb_high, most) : most;
            any = true;
        }
        for (const AddendBounds& x : out.groups) {  // zeros that take part can only raise the grid
            if (x.zero_takes_part) out.lsb_high = std::max(out.lsb_high, x.zero_high - x.fraction);
        }
        return;
    }
    out.lsb_low = out.e_max_low - (all_fixed ? out.fraction : 0);
    for (const AddendBounds& x : out.groups) {
        if (!x.value.nonzero && x.exact) continue;  // a width affects the grid even if the addend is always 0
        out.lsb_low = std::min(out.lsb_low, x.exact ? x.value.low : out.e_max_low - x.fraction);
    }
}

void Analyst::find_largest(const Operation& op, SumBounds& out) {
    const int below = out.lsb_low - sum_held(op, out);
    for (std::size_t g = 0; g < out.groups.size(); ++g) {
        const AddendBounds& x = out.groups[g];
        const AddendGroup& group = program_.groups(op)[g];
        out.can_lose |= x.value.nonzero && !x.exact && loses(op, out, x);
        const BigInt count = group.count;
        if (!x.value.nonzero) {
            if (op.sum->frame == SignFrame::c_sign) out.largest += count;
            continue;
        }
        BigInt one;
        if (out.fixed) {
            one = shifted(x.aligned, out.fraction - x.fraction);
        } else if (op.sum->grid == GridRule::common) {
            one = x.aligned + 1;  // SignFrame::c_sign: an opposing addend adds one unit
        } else {
            one = shifted_up(x.value.largest, x.value.low - out.lsb_low) + 1;
            if (!x.exact) one += shifted(BigInt(1), std::max(0, out.e_max_high - x.fraction - out.lsb_low));
        }
        if (x.exact) note_bits(bit_length(x.value.largest) + std::max(0, x.value.low - group_held(group)));
        if (group.scaled_sum) note_bits(scaled_bits(group));
        note_bits(bit_length(one) + below);
        out.largest += one * count;
    }
    magnitude_bits_.push_back(out.bits() + below);
    note_bits(magnitude_bits_.back());
}

int Analyst::scaled_bits(const AddendGroup& group) const {
    int out = 0;
    for (const Slot slot : program_.addends(group)) {
        const bool number = program_.is_number(slot);
        out = std::max(out, number ? info(program_.format_of(slot)).fraction_bits + 1
                                   : magnitude_bits_[slot - program_.first_result()]);
    }
    const int fraction = info(*rules_.scale).fraction_bits;
    return fraction > 0 ? out + 2 * (fraction + 1) : out;
}

bool Analyst::loses(const Operation& op, const SumBounds& out, const AddendBounds& x) {
    const int kept = (op.sum->grid == GridRule::common ? x.value.e_low : out.e_max_high) - x.fraction;
    return op.sum->grid == GridRule::common || x.value.low < kept;
}

ValueBounds Analyst::kept(const Operation& op, const SumBounds& sum) const {
    ValueBounds out = flags(op, sum);
    out.nonzero = sum.largest != 0;
    if (!out.nonzero) return out;
    out.low = sum_low(op, sum);
    out.largest = Reach(program_, op, sum).largest(out.low);
    out.nonzero = out.largest != 0;
    out.least = std::max(out.low, least(op, sum));
    out.e_low = sum.e_max_low;
    out.e_high = sum.e_max_high;
    relate(op, sum, out);
    return out;
}

std::optional<int> Analyst::significand_fraction(const AddendGroup& group) const {
    const Slot slot = program_.addends(group)[0];
    if (group.scaled_sum || (program_.is_product(slot) && program_.scales_products())) return std::nullopt;
    if (program_.is_product(slot)) return info(rules_.a).fraction_bits + info(rules_.b).fraction_bits + 1;
    if (program_.is_number(slot)) return info(program_.format_of(slot)).fraction_bits;
    return std::nullopt;
}

int Analyst::least(const Operation& op, const SumBounds& sum) const {
    struct One {
        int least, low;
        std::optional<int> fraction;
    };
    std::vector<One> all;
    for (std::size_t g = 0; g < sum.groups.size(); ++g) {
        const AddendBounds& x = sum.groups[g];
        if (!x.value.nonzero) continue;
        if (!x.exact || op.sum->frame != SignFrame::exact || x.count > 2) return kUnknownLeast;
        all.insert(all.end(), static_cast<std::size_t>(x.count),
                   {x.value.least, x.value.low, significand_fraction(program_.groups(op)[g])});
    }
    if (all.empty() || all.size() > 2) return kUnknownLeast;
    if (all.size() == 1) return all[0].least;
    // Either one addend is 0; or one is more than twice the other, and at least half of it is left; or they
    // are close, and their difference is a multiple of the last places that they then have.
    const auto last_place = [](const One& x, const One& other) {
        return x.fraction ? std::max(x.low, other.least - 1 - *x.fraction) : x.low;
    };
    return std::min({all[0].least, all[1].least, std::max(all[0].least, all[1].least) - 1,
                     last_place(all[0], all[1]), last_place(all[1], all[0])});
}

int Analyst::sum_low(const Operation& op, const SumBounds& sum) {
    if (op.sum->frame == SignFrame::c_sign) return sum.lsb_low;
    bool any = false;
    int out = sum.lsb_low;
    for (const AddendBounds& x : sum.groups) {
        if (!x.value.nonzero) continue;
        const int last = op.sum->grid == GridRule::common ? sum.lsb_low : sum.e_max_low - x.fraction;
        const int low = x.exact ? x.value.low : std::max(last, x.value.low);
        out = any ? std::min(out, low) : low;
        any = true;
    }
    return out;
}

void Analyst::relate(const Operation& op, const SumBounds& sum, ValueBounds& out) {
    if (sum.fixed) {
        out.relative = sum.largest;
        out.relative_fraction = sum.fraction;
        return;
    }
    const bool common = op.sum->grid == GridRule::common;
    int least_width = fraction_below(sum);
    int fraction = least_width;
    for (const AddendBounds& x : sum.groups) {
        if (x.value.nonzero) fraction = std::max(fraction, x.value.relative_fraction);
        if (!x.exact) least_width = std::min(least_width, x.fraction);
    }
    out.relative = 0;
    out.relative_fraction = fraction;
    for (const AddendBounds& x : sum.groups) {
        const bool grows = x.can_grow || op.sum->frame == SignFrame::c_sign;
        if (grows) out.relative += (BigInt(1) << (fraction - (common ? least_width : x.fraction))) * x.count;
        if (!x.value.nonzero) continue;
        out.relative += shifted(x.value.relative, fraction - x.value.relative_fraction) * x.count;
    }
}

}  // namespace karat::bounding
