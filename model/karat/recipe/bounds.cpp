// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/bounds.hpp"

#include <algorithm>

#include "karat/recipe/reach.hpp"

namespace karat {
namespace {

BigInt shifted(const BigInt& x, int left) { return left >= 0 ? BigInt(x << left) : BigInt(x >> -left); }
/// Rounded up.
BigInt shifted_up(const BigInt& x, int left) { return left >= 0 ? BigInt(x << left) : -BigInt(-x >> -left); }

/// Widens `x` to hold what `y` holds too.
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
    x.largest = std::max(shifted(x.largest, x.low - low), shifted(y.largest, y.low - low));
    x.low = low;
    x.e_low = std::min(x.e_low, y.e_low);
    x.e_high = std::max(x.e_high, y.e_high);
    const int fraction = std::max(x.relative_fraction, y.relative_fraction);
    x.relative = std::max(shifted(x.relative, fraction - x.relative_fraction), shifted(y.relative, fraction - y.relative_fraction));
    x.relative_fraction = fraction;
}

ValueBounds product_of(const ValueBounds& x, const ValueBounds& y) {
    ValueBounds out;
    out.low = x.low + y.low;
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

class Analyst {
   public:
    Analyst(const Program& program, std::vector<ValueBounds>& values, std::vector<SumBounds>& sums)
        : program_(program), rules_(program.operands()), values_(values), sums_(sums) {}

    [[nodiscard]] bool products_overflow() const { return overflows_in_product(unlimited_product()); }

    int run() {
        const ValueBounds product = product_bounds();
        values_.assign(program_.c_slot(), product);
        held_.assign(program_.c_slot(), product_held());
        values_.push_back(operand_bounds(rules_.c, rules_.convert_c));
        held_.push_back(operand_held(rules_.c, rules_.convert_c));
        ValueBounds& zero = values_.emplace_back();
        zero.nonzero = false;
        zero.negative_zero = false;
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
            held_.push_back(format != nullptr ? format->min_exponent() - format->fraction_bits : sum_held(op, sum));
        }
        return integer_bits_;
    }

    [[nodiscard]] int significand_bits() const { return significand_bits_; }

   private:
    [[nodiscard]] bool overflows_in_product(const ValueBounds& product) const {
        return rules_.product_overflow == ProductOverflow::inf && product.high() > 128;
    }

    void note_bits(int bits) { integer_bits_ = std::max(integer_bits_, bits); }

    void note_significands() {
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

    static ValueBounds operand_bounds(Format stored, std::optional<Format> convert) {
        ValueBounds out = format_bounds(info(stored), info(stored).fraction_bits);
        if (!convert || *convert == stored) return out;
        const FormatInfo& wide = info(*convert);  // normalised as far as the wide format's exponents reach
        const int least = std::max(out.low, wide.min_exponent());
        out.e_low = least;
        out.relative = (BigInt(1) << (info(stored).fraction_bits + 1)) - 1;
        out.relative_fraction = info(stored).fraction_bits;
        return out;
    }

    /// Weight of the last bit of the significand as the evaluator holds it, at the least: below `low` where a number has fewer bits than
    /// its format.
    static int operand_held(Format stored, std::optional<Format> convert) {
        const FormatInfo& f = info(stored);
        const int low = f.min_exponent() - f.fraction_bits;
        if (!convert || *convert == stored) return low;
        const FormatInfo& wide = info(*convert);
        return std::max(low, wide.min_exponent()) - fraction_in(f, wide);
    }
    [[nodiscard]] int scale_low() const { return info(*rules_.scale).min_exponent() - info(*rules_.scale).fraction_bits; }
    [[nodiscard]] int product_held() const {
        const int scales = program_.scales_products() ? 2 * scale_low() : 0;
        return operand_held(rules_.a, rules_.convert) + operand_held(rules_.b, rules_.convert) + scales;
    }
    [[nodiscard]] int group_held(const AddendGroup& group) const {
        int out = held_[program_.addends(group)[0]];
        for (const Slot slot : program_.addends(group)) {
            if (values_[slot].nonzero) out = std::min(out, held_[slot]);
        }
        return group.scaled_sum ? out + 2 * scale_low() : out;
    }
    /// Of the grid of a sum: its unit as the evaluator takes it.
    [[nodiscard]] int sum_held(const Operation& op, const SumBounds& sum) const {
        int out = sum.lsb_low;
        for (std::size_t g = 0; g < sum.groups.size(); ++g) {
            const AddendBounds& x = sum.groups[g];
            if (x.exact && x.value.nonzero) out = std::min(out, group_held(program_.groups(op)[g]));
        }
        return out;
    }

    ValueBounds unlimited_product() const {
        const ValueBounds out = product_of(operand_bounds(rules_.a, rules_.convert), operand_bounds(rules_.b, rules_.convert));
        return program_.scales_products() ? scaled(out) : out;
    }
    ValueBounds product_bounds() const {
        ValueBounds out = unlimited_product();
        if (overflows_in_product(out)) {
            out.infinity = true;
            out.largest = std::min(out.largest, BigInt((BigInt(1) << (128 - out.low)) - 1));
        }
        if (rules_.flush_products) out.zero = out.negative_zero = true;
        return out;
    }

    ValueBounds scaled(const ValueBounds& x) const {
        const FormatInfo& f = info(*rules_.scale);
        ValueBounds scale = format_bounds(f, f.fraction_bits);
        return product_of(product_of(x, scale), scale);
    }

    /// The addends of a group as their sum sees them.
    ValueBounds seen(const AddendGroup& group) const {
        const Term& term = *group.term;
        const std::span<const Slot> slots = program_.addends(group);
        ValueBounds out = values_[slots[0]];
        for (const Slot slot : slots) include(out, values_[slot]);
        if (term.flush) {
            out.zero = true;
            out.negative_zero = true;
        }
        if (term.compared_by == ComparedBy::scale) {
            // the value is no smaller for a smaller exponent: its significand is the sum itself
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

    SumBounds sum_bounds(const Operation& op) {
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

    /// Zeros that take part move the maximum too.
    void include_zeros(const Operation& op, SumBounds& out, bool& any) const {
        for (std::size_t g = 0; g < out.groups.size(); ++g) {
            AddendBounds& x = out.groups[g];
            note_zeros(program_.groups(op)[g], x);
            if (!x.zero_takes_part) continue;
            out.e_max_low = any ? std::min(out.e_max_low, x.zero_low) : x.zero_low;
            out.e_max_high = any ? std::max(out.e_max_high, x.zero_high) : x.zero_high;
            any = true;
        }
    }

    /// How far two zero scale factors, of exponent -126 each, lie below the least others.
    [[nodiscard]] int zero_factors_below(const AddendGroup& group) const {
        if (!group.scaled_sum || !info(*rules_.scale).has_zero) return 0;
        return 2 * std::max(0, info(*rules_.scale).min_exponent() + 126);
    }

    void note_zeros(const AddendGroup& group, AddendBounds& x) const {
        const auto include_exponents = [&](int least, int most) {
            x.zero_low = x.zero_takes_part ? std::min(x.zero_low, least) : least;
            x.zero_high = x.zero_takes_part ? std::max(x.zero_high, most) : most;
            x.zero_takes_part = true;
        };
        const Term& term = *group.term;
        if (term.least_exponent) include_exponents(*term.least_exponent, *term.least_exponent);
        if (term.zero == ZeroPart::terms && x.value.nonzero) include_exponents(x.value.e_low, x.value.e_high);
        if (term.zero == ZeroPart::counted) {  // a sum of nothing but zeros has the exponent of its floor, or none
            if (x.value.nonzero) include_exponents(x.value.e_low - zero_factors_below(group), x.value.e_high);
            for (const Slot slot : program_.addends(group)) {
                if (slot < program_.first_result()) continue;
                const Operation& below = program_.operation_of(slot);
                if (below.round == nullptr && below.sum->floor) include_exponents(*below.sum->floor, *below.sum->floor);
                if (below.round != nullptr) {
                    const int held = info(below.round->format).min_exponent();
                    include_exponents(held, held);
                }
            }
        }
        if (term.zero != ZeroPart::minus126 && term.zero != ZeroPart::format_min) return;
        if (group.are_products) return include_zero_products(term.zero, include_exponents);
        for (const Slot slot : program_.addends(group)) {
            if (term.zero == ZeroPart::minus126) {
                include_exponents(-126, -126);
            } else if (program_.is_number(slot)) {
                const int held = info(program_.format_of(slot)).min_exponent();
                include_exponents(held, held);
            } else {  // acc, left as a fixed-point sum: its e_max
                include_exponents(values_[slot].e_low, values_[slot].e_high);
            }
        }
    }

    /// Exponents of an operand, and those with one of its zeros.
    struct Exponents {
        int low, high, zero;
        [[nodiscard]] int least() const { return std::min(low, zero); }
        [[nodiscard]] int most() const { return std::max(high, zero); }
    };
    [[nodiscard]] static Exponents exponents(Format stored, std::optional<Format> convert, ZeroPart rule) {
        const ValueBounds v = operand_bounds(stored, convert);
        const int held = info(convert.value_or(stored)).min_exponent();
        return {v.e_low, v.e_high, rule == ZeroPart::minus126 ? -126 : held};
    }
    template <class Include>
    void include_zero_products(ZeroPart rule, const Include& include) const {
        const Exponents a = exponents(rules_.a, rules_.convert, rule);
        const Exponents b = exponents(rules_.b, rules_.convert, rule);
        int least = std::min(a.zero + b.least(), b.zero + a.least());
        int most = std::max(a.zero + b.most(), b.zero + a.most());
        if (program_.scales_products()) {
            const Exponents scale = exponents(*rules_.scale, {}, rule);
            const bool zero = info(*rules_.scale).has_zero;
            if (zero) least = std::min(least, a.low + b.low);  // a zero scale factor makes a zero too
            if (zero) most = std::max(most, a.high + b.high);
            least += 2 * (zero ? scale.least() : scale.low);
            most += 2 * (zero ? scale.most() : scale.high);
        }
        include(least, most);
    }

    static int fraction_below(const SumBounds& out) {
        int fraction = 0;
        for (const AddendBounds& x : out.groups) fraction = std::max(fraction, x.fraction);
        return fraction;
    }

    void find_grid(const Operation& op, SumBounds& out, bool all_fixed) const {
        out.fixed = all_fixed;
        out.fraction = fraction_below(out);
        if (op.sum->grid == GridRule::common) {
            bool any = false;
            for (const AddendBounds& x : out.groups) {
                if (!x.value.nonzero) continue;
                if (!x.value.nonzero) continue;
                const int lsb = x.value.e_low - x.fraction;
                out.lsb_low = any ? std::min(out.lsb_low, lsb) : lsb;
                const int most = x.value.e_high - x.fraction;
                out.lsb_high = any ? std::max(out.lsb_high, most) : most;
                any = true;
            }
            for (const AddendBounds& x : out.groups) {  // zeros that take part can only raise it
                if (x.zero_takes_part) out.lsb_high = std::max(out.lsb_high, x.zero_high - x.fraction);
            }
            return;
        }
        out.lsb_low = out.e_max_low - (all_fixed ? out.fraction : 0);
        for (const AddendBounds& x : out.groups) {
            if (!x.value.nonzero) continue;
            out.lsb_low = std::min(out.lsb_low, x.exact ? x.value.low : out.e_max_low - x.fraction);
        }
    }

    void find_largest(const Operation& op, SumBounds& out) {
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
                one = x.aligned + 1;  // an opposing addend of SignFrame::c_sign
            } else {
                one = shifted_up(x.value.largest, x.value.low - out.lsb_low) + 1;
                if (!x.exact) one += shifted(BigInt(1), std::max(0, out.e_max_high - x.fraction - out.lsb_low));
            }
            if (x.exact) note_bits(bit_length(x.value.largest) + std::max(0, x.value.low - group_held(group)));
            note_bits(bit_length(one) + below);
            out.largest += one * count;
        }
        note_bits(out.bits() + below);
    }

    /// Whether alignment can drop a bit of a group: its last bit can lie below what is kept.
    [[nodiscard]] static bool loses(const Operation& op, const SumBounds& out, const AddendBounds& x) {
        const int kept = (op.sum->grid == GridRule::common ? x.value.e_low : out.e_max_high) - x.fraction;
        return op.sum->grid == GridRule::common || x.value.low < kept;
    }

    /// A sum before any rounding: compared by its e_max.
    ValueBounds kept(const Operation& op, const SumBounds& sum) const {
        ValueBounds out = flags(op, sum);
        out.nonzero = sum.largest != 0;
        if (!out.nonzero) return out;
        out.low = sum_low(op, sum);
        out.largest = Reach(program_, op, sum).largest(out.low);
        out.nonzero = out.largest != 0;
        out.e_low = sum.e_max_low;
        out.e_high = sum.e_max_high;
        relate(op, sum, out);
        return out;
    }

    /// A bit that no aligned addend reaches below: the last that it keeps, or its own lowest.
    static int sum_low(const Operation& op, const SumBounds& sum) {
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

    /// Every addend is within its relative bound of its own exponent, and that is at most e_max.
    static void relate(const Operation& op, const SumBounds& sum, ValueBounds& out) {
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

    ValueBounds flags(const Operation& op, const SumBounds& sum) const {
        ValueBounds out;
        std::size_t infinite = 0;
        bool minus_zeros = true;
        for (const AddendBounds& x : sum.groups) {
            if (x.value.infinity) infinite += static_cast<std::size_t>(x.count);
            out.nan |= x.value.nan;
            minus_zeros &= x.value.negative_zero;
        }
        if (op.sum->specials == SpecialsOf::operands) {
            for (const Slot slot : program_.operand_slots(op)) {
                infinite += values_[slot].infinity ? 1 : 0;
                out.nan |= values_[slot].nan;
            }
        }
        out.infinity = infinite > 0;
        out.nan |= infinite > 1;  // of both signs
        const bool down = op.round != nullptr && op.round->rounding == Rounding::RD;
        out.negative_zero = op.sum->zero_sum == ZeroSum::ieee && (minus_zeros || down);
        return out;
    }

    /// Whether some finite sum is rounded past the largest number: half a unit above it, one unit, or anything.
    static bool overflows(const OutputRule& rule, const ValueBounds& exact, const ValueBounds& all, bool sees_lost) {
        const int low = std::min(exact.low, all.e_high - rule.fraction - 1);
        const BigInt ulp = BigInt(1) << (all.e_high - rule.fraction - low);
        BigInt threshold = shifted(all.largest, all.low - low);
        bool reaches = false;
        switch (rule.rounding) {
            case Rounding::RZ:
            case Rounding::RO:
                threshold += ulp;
                reaches = true;
                break;
            case Rounding::RD:
            case Rounding::RU:
            case Rounding::RA:
                reaches = sees_lost;
                break;
            default:
                threshold += ulp >> 1;
                reaches = true;
        }
        const BigInt most = shifted(exact.largest, exact.low - low);
        return reaches ? most >= threshold : most > threshold;
    }

    void note_round(const Operation& op, SumBounds& sum) const {
        if (op.round == nullptr || !sum.value.nonzero) return;
        const ValueBounds all = format_bounds(info(op.round->format), op.round->fraction);
        sum.overflows = overflows(*op.round, sum.value, all, sees_lost(op, sum));
        sum.unit_of_largest = Reach(program_, op, sum).finest_unit(all.largest, all.low);
    }
    /// A sticky flag stands for bits far below the sum's.
    static bool sees_lost(const Operation& op, const SumBounds& sum) { return op.sum->sticky != Sticky::none && sum.can_lose; }

    static ValueBounds rounded(const Operation& op, const SumBounds& sum) {
        const OutputRule& rule = *op.round;
        const ValueBounds& exact = sum.value;
        const FormatInfo& f = info(rule.format);
        const ValueBounds all = format_bounds(f, rule.fraction);
        const bool small = !sum.overflows;
        ValueBounds out = all;
        out.zero = true;
        out.nan = f.has_nan() && (exact.nan || (exact.infinity && !f.has_infinity()));
        out.infinity = f.has_infinity() && (exact.infinity || (!small && rule.overflow != Overflow::saturate));
        if (!small && !f.has_infinity() && rule.overflow != Overflow::saturate) out.nan = true;
        out.nonzero = exact.nonzero;
        if (!exact.nonzero) {
            out.negative_zero = f.specials != Specials::fnuz && exact.negative_zero;
            return out;
        }
        const bool to_zero = rule.rounding != Rounding::RD && rule.rounding != Rounding::RA;  // of negative numbers
        const int exact_low = sees_lost(op, sum) ? exact.low - rule.fraction - 1 : exact.low;
        const bool vanishes = exact_low < all.low && to_zero && rule.underflow_sign == UnderflowSign::keep;
        const bool flushed = rule.flush && exact_low < f.min_exponent();
        out.negative_zero = f.specials != Specials::fnuz && (exact.negative_zero || vanishes || flushed);
        out.low = std::max(all.low, std::min(exact_low, all.e_high - (small ? 0 : rule.fraction)));
        out.largest = shifted(all.largest, all.low - out.low);
        if (small) {
            const int drop = std::max(0, exact.high() - 1 - rule.fraction - out.low);
            const BigInt most = shifted_up(exact.largest, exact.low - out.low) + (sees_lost(op, sum) ? 1 : 0);
            out.largest = std::min(out.largest, BigInt(shifted_up(most, -drop) << drop));
        }
        out.e_low = std::max(all.e_low, std::min(out.low, all.e_high));
        out.e_high = std::clamp(out.high() - 1, out.e_low, all.e_high);
        return out;
    }

    const Program& program_;
    const OperandRules& rules_;
    std::vector<ValueBounds>& values_;
    std::vector<SumBounds>& sums_;
    std::vector<int> held_;  ///< of every slot, see operand_held
    int integer_bits_ = 0;
    int significand_bits_ = 0;
};

}  // namespace

ValueBounds format_bounds(const FormatInfo& format, int fraction) {
    ValueBounds out;
    out.low = format.min_exponent() - fraction;
    out.e_low = format.min_exponent();
    out.e_high = format.max_exponent();
    const int cut = format.fraction_bits - fraction;
    const std::uint64_t code = format.max_finite_code() >> cut << cut;
    const std::uint64_t hidden = std::uint64_t{1} << format.fraction_bits;
    const std::uint64_t significand = ((code & format.fraction_mask()) | hidden) >> cut;
    out.largest = BigInt(significand) << (format.max_exponent() - fraction - out.low);
    out.relative = (BigInt(2) << fraction) - 1;
    out.relative_fraction = fraction;
    out.zero = format.has_zero;
    out.negative_zero = format.has_zero && format.is_signed && format.specials != Specials::fnuz;
    out.infinity = format.has_infinity();
    out.nan = format.has_nan();
    return out;
}

bool products_overflow(const Program& program) {
    std::vector<ValueBounds> values;
    std::vector<SumBounds> sums;
    return Analyst(program, values, sums).products_overflow();
}

Bounds::Bounds(const Program& program) {
    Analyst analyst(program, values_, sums_);
    integer_bits_ = analyst.run();
    significand_bits_ = analyst.significand_bits();
}

}  // namespace karat
