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

bool rounds_up_sometimes(Rounding rounding) { return rounding != Rounding::RZ && rounding != Rounding::RO; }

class Analyst {
   public:
    Analyst(const Program& program, std::vector<ValueBounds>& values, std::vector<SumBounds>& sums)
        : program_(program), rules_(program.operands()), values_(values), sums_(sums) {}

    int run() {
        const ValueBounds product = product_bounds();
        values_.assign(program_.c_slot(), product);
        values_.push_back(operand_bounds(rules_.c, rules_.convert_c));
        ValueBounds& zero = values_.emplace_back();
        zero.nonzero = false;
        zero.negative_zero = false;
        note_significands();
        significand_bits_ = integer_bits_;
        for (const Operation& op : program_.operations()) {
            sums_.push_back(sum_bounds(op));
            values_.push_back(op.round != nullptr ? rounded(op, sums_.back()) : kept(op, sums_.back()));
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
        out.e_low = std::min(out.e_low, least);
        out.relative = (BigInt(1) << (info(stored).fraction_bits + 1)) - 1;
        out.relative_fraction = info(stored).fraction_bits;
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
                if (rounds_up_sometimes(group.term->rounding) || group.term->rounding == Rounding::RO) x.aligned += 1;
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
        note_bits(out.bits());
        return out;
    }

    /// Zeros that take part move the maximum too.
    void include_zeros(const Operation& op, SumBounds& out, bool& any) const {
        for (std::size_t g = 0; g < out.groups.size(); ++g) {
            const Term& term = *program_.groups(op)[g].term;
            if (term.zero != ZeroPart::minus126 && term.zero != ZeroPart::format_min) continue;
            ValueBounds& v = out.groups[g].value;
            const int least = term.zero == ZeroPart::minus126 ? std::min(2 * -126, v.e_low) : v.e_low;
            const int most = term.zero == ZeroPart::minus126 ? std::max(-126, v.e_high) : v.e_high;
            out.e_max_low = any ? std::min(out.e_max_low, least) : least;
            out.e_max_high = any ? std::max(out.e_max_high, most) : most;
            any = true;
        }
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
            if (x.exact) note_bits(bit_length(x.value.largest));
            note_bits(bit_length(one));
            out.largest += one * count;
        }
    }

    /// Whether alignment can drop a bit of a group: its last bit can lie below what is kept.
    [[nodiscard]] static bool loses(const Operation& op, const SumBounds& out, const AddendBounds& x) {
        const int kept = (op.sum->grid == GridRule::common ? x.value.e_low : out.e_max_high) - x.fraction;
        return op.sum->grid == GridRule::common || x.value.low < kept;
    }

    /// A sum that stays a fixed-point sum: compared by its e_max.
    ValueBounds kept(const Operation& op, const SumBounds& sum) const {
        ValueBounds out = flags(op, sum);
        out.nonzero = sum.largest != 0;
        out.low = sum.lsb_low;
        out.e_low = sum.e_max_low;
        out.e_high = sum.e_max_high;
        if (sum.fixed) {
            out.relative = sum.largest;
            out.relative_fraction = sum.fraction;
            out.largest = shifted(sum.largest, std::max(0, out.e_high - sum.fraction - out.low));
        } else {
            out.largest = sum.largest;
            out.relative = shifted_up(sum.largest, std::max(0, sum.lsb_low - sum.e_max_low));
            out.relative_fraction = std::max(0, sum.e_max_low - sum.lsb_low);
            if (op.sum->grid == GridRule::common) {
                out.largest = shifted(sum.largest, std::max(0, sum.e_max_high - sum.lsb_low));
                out.relative = out.largest;
            } else {
                relate_exact(sum, out);
            }
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
        out.infinity = infinity;
        out.nan = nan || infinity;  // of both signs
        out.negative_zero = op.sum->zero_sum == ZeroSum::ieee;
        return out;
    }

    ValueBounds rounded(const Operation& op, const SumBounds& sum) const {
        const OutputRule& rule = *op.round;
        const FormatInfo& f = info(rule.format);
        const ValueBounds all = format_bounds(f, rule.fraction);
        const ValueBounds exact = kept(op, sum);
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
        out.low = std::max(all.low, std::min(exact.low, all.e_high));
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
