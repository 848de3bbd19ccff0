// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/bounds.hpp"

#include <algorithm>

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
            const bool sees_lost = op.sum->sticky != Sticky::none && sum.can_lose;
            values_.push_back(op.round != nullptr ? rounded(*op.round, sum.value, sees_lost) : sum.value);
            const FormatInfo* format = op.round != nullptr ? &info(op.round->format) : nullptr;
            held_.push_back(format != nullptr ? format->min_exponent() - format->fraction_bits : sum_held(op, sum));
        }
        return integer_bits_;
    }

    [[nodiscard]] int significand_bits() const { return significand_bits_; }

   private:
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

    ValueBounds product_bounds() const {
        ValueBounds out = product_of(operand_bounds(rules_.a, rules_.convert), operand_bounds(rules_.b, rules_.convert));
        if (program_.scales_products()) out = scaled(out);
        if (rules_.product_overflow == ProductOverflow::inf && out.high() > 128) {
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
            out.e_low = group.scaled_sum ? std::min(factor.e_low, 2 * -126) : 0;
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
        const auto include_exponents = [&](int least, int most) {
            out.e_max_low = any ? std::min(out.e_max_low, least) : least;
            out.e_max_high = any ? std::max(out.e_max_high, most) : most;
            any = true;
        };
        for (std::size_t g = 0; g < out.groups.size(); ++g) {
            const AddendGroup& group = program_.groups(op)[g];
            const Term& term = *group.term;
            if (term.least_exponent) include_exponents(*term.least_exponent, *term.least_exponent);
            if (term.zero == ZeroPart::counted) {  // sums of nothing but zeros have the exponent of their floor
                for (const Slot slot : program_.addends(group)) {
                    if (slot < program_.first_result()) continue;
                    const Operation& below = program_.operation_of(slot);
                    if (below.round == nullptr && below.sum->floor) include_exponents(*below.sum->floor, *below.sum->floor);
                }
            }
            if (term.zero != ZeroPart::minus126 && term.zero != ZeroPart::format_min) continue;
            if (group.are_products) {
                include_zero_products(term.zero, include_exponents);
                continue;
            }
            for (const Slot slot : program_.addends(group)) {
                const int exponent = term.zero == ZeroPart::minus126 ? -126 : info(program_.format_of(slot)).min_exponent();
                include_exponents(exponent, exponent);
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
                any = true;
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
        out.low = sum_low(op, sum);
        out.e_low = sum.e_max_low;
        out.e_high = sum.e_max_high;
        if (!out.nonzero) return out;
        if (sum.fixed) {
            out.relative = sum.largest;
            out.relative_fraction = sum.fraction;
            out.largest = shifted(sum.largest, out.e_high - sum.fraction - out.low);
        } else if (op.sum->grid == GridRule::common) {
            out.largest = shifted(sum.largest, common_lsb_high(sum) - out.low);
            out.relative = shifted_up(out.largest, out.low - sum.e_max_low);
        } else {
            out.largest = shifted(sum.largest, sum.lsb_low - out.low);
            out.relative = shifted_up(sum.largest, std::max(0, sum.lsb_low - sum.e_max_low));
            out.relative_fraction = std::max(0, sum.e_max_low - sum.lsb_low);
            relate_exact(sum, out);
        }
        if (op.sum->frame == SignFrame::exact) out.largest = std::min(out.largest, total(op, sum, out.low));
        return out;
    }

    /// A bit that no aligned addend reaches below: the last that it keeps, or its own lowest.
    static int sum_low(const Operation& op, const SumBounds& sum) {
        if (op.sum->frame == SignFrame::c_sign) return sum.lsb_low;
        bool any = false;
        int out = sum.lsb_low;
        for (const AddendBounds& x : sum.groups) {
            if (!x.value.nonzero) continue;
            const int kept = x.exact ? x.value.low : op.sum->grid == GridRule::common ? sum.lsb_low : sum.e_max_low - x.fraction;
            const int low = std::max(kept, x.value.low);
            out = any ? std::min(out, low) : low;
            any = true;
        }
        return out;
    }
    static int common_lsb_high(const SumBounds& sum) {
        bool any = false;
        int out = 0;
        for (const AddendBounds& x : sum.groups) {
            if (!x.value.nonzero) continue;
            out = any ? std::max(out, x.value.e_high - x.fraction) : x.value.e_high - x.fraction;
            any = true;
        }
        return std::max(out, sum.e_max_high);  // zeros may lend it more than any of these
    }
    /// The largest addends added up, each with what its alignment may add, in units of 2^low.
    static BigInt total(const Operation& op, const SumBounds& sum, int low) {
        BigInt out = 0;
        for (std::size_t g = 0; g < sum.groups.size(); ++g) {
            const AddendBounds& x = sum.groups[g];
            if (!x.value.nonzero) continue;
            BigInt one = shifted_up(x.value.largest, x.value.low - low);
            if (!x.exact && x.can_grow) {
                const int unit = (op.sum->grid == GridRule::common ? common_lsb_high(sum) : sum.e_max_high - x.fraction) - low;
                if (unit > 0) one += BigInt(1) << unit;
            }
            out += one * x.count;
        }
        return out;
    }

    /// With every addend exact and compared by its own size, the sum is within their relative bounds of e_max.
    static void relate_exact(const SumBounds& sum, ValueBounds& out) {
        int fraction = 0;
        for (const AddendBounds& x : sum.groups) fraction = std::max(fraction, x.value.relative_fraction);
        BigInt total = 0;
        for (const AddendBounds& x : sum.groups) {
            if (!x.exact) return;
            if (x.value.nonzero) total += shifted(x.value.relative, fraction - x.value.relative_fraction) * x.count;
        }
        if (total < shifted(out.relative, fraction - out.relative_fraction)) {
            out.relative = total;
            out.relative_fraction = fraction;
        }
    }

    ValueBounds flags(const Operation& op, const SumBounds& sum) const {
        ValueBounds out;
        bool infinity = false;
        bool nan = false;
        for (const AddendBounds& x : sum.groups) {
            infinity |= x.value.infinity;
            nan |= x.value.nan;
        }
        if (op.sum->specials == SpecialsOf::operands) {
            for (const Slot slot : program_.operand_slots(op)) {
                infinity |= values_[slot].infinity;
                nan |= values_[slot].nan;
            }
        }
        out.infinity = infinity;
        out.nan = nan || infinity;  // of both signs
        out.negative_zero = op.sum->zero_sum == ZeroSum::ieee;
        return out;
    }

    /// `sees_lost`: a sticky flag stands for bits far below `exact`'s.
    static ValueBounds rounded(const OutputRule& rule, const ValueBounds& exact, bool sees_lost) {
        const FormatInfo& f = info(rule.format);
        const ValueBounds all = format_bounds(f, rule.fraction);
        ValueBounds out = all;
        out.zero = true;
        out.nan = f.has_nan() && (exact.nan || (exact.infinity && !f.has_infinity()));
        const bool small = exact.high() <= f.max_exponent();  // no rounding can reach an overflow
        out.infinity = f.has_infinity() && (exact.infinity || (!small && rule.overflow != Overflow::saturate));
        if (!small && !f.has_infinity() && rule.overflow != Overflow::saturate) out.nan = true;
        const bool vanishes = exact.low < all.low || rule.flush;
        out.negative_zero = f.specials != Specials::fnuz &&
                            (exact.negative_zero || (vanishes && (rule.underflow_sign == UnderflowSign::keep || rule.flush)));
        if (!exact.nonzero) {
            out.nonzero = false;
            return out;
        }
        const int exact_low = sees_lost ? exact.low - rule.fraction - 1 : exact.low;
        out.low = std::max(all.low, std::min(exact_low, all.e_high - (small ? 0 : rule.fraction)));
        if (small) {
            // at most the power of two above
            out.largest = std::min(shifted(all.largest, all.low - out.low), shifted_up(BigInt(1), std::max(0, exact.high() - out.low)));
            out.e_high = std::clamp(exact.high(), out.e_low, all.e_high);
        } else {
            out.largest = shifted(all.largest, all.low - out.low);
        }
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

Bounds::Bounds(const Program& program) {
    Analyst analyst(program, values_, sums_);
    integer_bits_ = analyst.run();
    significand_bits_ = analyst.significand_bits();
}

}  // namespace karat
