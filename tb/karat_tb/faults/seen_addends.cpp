// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/seen_addends.hpp"

#include <algorithm>

#include "karat_tb/faults/deformable.hpp"

namespace karat::tb {
namespace {

/// Gives `x` another exponent of comparison. Its value stays.
void compare_by(Value& x, int exponent) {
    const int lsb = x.lsb();
    x.exponent = exponent;
    x.fraction = x.exponent - lsb;
}

bool takes_part_if_zero(const Value& x, const Term& term, bool zero_factor) {
    if (x.number_class != NumberClass::zero) return true;
    if (term.zero == ZeroPart::terms) return x.has_terms && !zero_factor;
    return term.zero == ZeroPart::counted;
}

void apply_zero_rule(Value& x, const Term& term) {
    if (x.number_class != NumberClass::zero) return;
    const bool no_terms = term.zero == ZeroPart::terms && !x.has_terms;
    if (term.zero == ZeroPart::ignored || no_terms) x.exponent = kNoExponent;
    if (term.zero == ZeroPart::minus126) x.exponent = -126;
}

bool is_nan(const std::pair<Unpacked, Unpacked>& factors) {
    return factors.first.number_class == NumberClass::nan || factors.second.number_class == NumberClass::nan;
}
bool is_zero(const std::pair<Unpacked, Unpacked>& factors) {
    return factors.first.number_class == NumberClass::zero ||
           factors.second.number_class == NumberClass::zero;
}

/// Multiplies a fixed-point sum by both scale factors of its block. A zero factor has exponent -126.
void scale(Value& x, const Term& term, const FormatInfo& format,
           const std::pair<Unpacked, Unpacked>& factors) {
    const bool zero = is_zero(factors);
    if (is_nan(factors) || (zero && x.number_class > NumberClass::finite)) x.number_class = NumberClass::nan;
    if (x.number_class > NumberClass::finite) return;
    const auto& [a, b] = factors;
    const int exponents = zero_exponent(a, ZeroPart::minus126) + zero_exponent(b, ZeroPart::minus126);
    const int lsb = x.lsb() + a.exponent + b.exponent - 2 * format.fraction_bits;
    x.significand *= a.significand * b.significand;
    if (x.significand == 0) x.number_class = NumberClass::zero;
    x.fraction = x.exponent - lsb;
    int exponent = term.compared_by == ComparedBy::scale ? exponents : kNoExponent;
    if (exponent == kNoExponent && x.exponent != kNoExponent) exponent = x.exponent + exponents;
    compare_by(x, takes_part_if_zero(x, term, zero) ? exponent : kNoExponent);
}

void compare_by_leading_bit(Value& x, const Term& term) {
    const bool zero = x.significand == 0;
    int exponent = zero ? kNoExponent : x.lsb() + bit_length(x.significand) - 1;
    if (term.least_exponent && x.number_class <= NumberClass::finite)
        exponent = std::max(exponent, *term.least_exponent);
    compare_by(x, exponent);
    if (zero) x.fraction = 0;
}

/// Collects the specials of operands; `overflowed`: those of overflowed products as well.
class OperandSpecials {
   public:
    OperandSpecials(const Program& program, const Hooks& hooks, const Operands& in,
                    std::span<const Value> slots, bool overflowed)
        : program_(program), hooks_(hooks), in_(in), slots_(slots), overflowed_(overflowed) {}

    [[nodiscard]] SpecialsSeen of(const Operation& op) {
        for (const Slot slot : program_.operand_slots(op)) {
            const Value& x = slots_[slot];
            if (overflowed_ || !x.overflowed) seen_.note(x.number_class, x.negative);
        }
        if (program_.operands().scale && !program_.scales_products()) note_scaled_sums(op);
        return seen_;
    }

   private:
    /// A NaN factor gives a NaN, and so does a zero factor times an infinity.
    void note_scaled_sums(const Operation& op) {
        for (const AddendGroup& group : program_.groups(op)) {
            if (group.term->of.kind != ExpressionKind::sum) continue;
            for (std::size_t i = 0; i < group.count; ++i) {
                const Operation& below = program_.operation_of(program_.addends(group)[i]);
                note_scaled_sums(below);
                if (!group.scaled_sum) continue;
                const auto factors = factors_of(program_, hooks_, in_, program_.blocks(group)[i]);
                if (is_nan(factors) || (is_zero(factors) && has_infinity(below)))
                    seen_.note(NumberClass::nan, false);
            }
        }
    }
    [[nodiscard]] bool has_infinity(const Operation& op) const {
        for (const AddendGroup& group : program_.groups(op)) {
            for (const Slot slot : program_.addends(group)) {
                const Value& x = slots_[slot];
                if (!program_.is_product(slot) && group.term->of.kind == ExpressionKind::sum) {
                    if (has_infinity(program_.operation_of(slot))) return true;
                } else if (x.number_class == NumberClass::infinity && (overflowed_ || !x.overflowed)) {
                    return true;
                }
            }
        }
        return false;
    }

    const Program& program_;
    const Hooks& hooks_;
    const Operands& in_;
    std::span<const Value> slots_;
    bool overflowed_;
    SpecialsSeen seen_;
};

struct ZeroFacts {
    bool all_zero = true;
    bool all_negative = true;
    bool all_positive = true;

    void note(const Program& program, const Operation& op, std::span<const Value> slots) {
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                const bool result = slot >= program.first_result();
                if (result && program.operation_of(slot).round == nullptr &&
                    program.operation_of(slot).sum->zero_sum == ZeroSum::ieee) {
                    note(program, program.operation_of(slot), slots);
                    continue;
                }
                Value x = slots[slot];
                if (group.term->flush) flush_number(x, info(program.format_of(slot)), program.operands());
                all_zero &= x.number_class == NumberClass::zero;
                all_negative &= x.negative;
                all_positive &= !x.negative;
            }
        }
    }
};

}  // namespace

SeenAddends seen_addends(const Program& program, const Operation& op, const Hooks& hooks, const Operands& in,
                         std::span<const Value> slots) {
    SeenAddends out;
    const std::span<const AddendGroup> groups = program.groups(op);
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const AddendGroup& group = groups[g];
        const Term& term = *group.term;
        for (std::size_t i = 0; i < group.count; ++i) {
            const Slot slot = program.addends(group)[i];
            const bool product = program.is_product(slot);
            out.sites.push_back({slot, &term, product, !product && program.is_number(slot), g});
            Value& x = out.values.emplace_back(slots[slot]);
            if (group.plain) continue;
            if (term.flush) flush_number(x, info(program.format_of(slot)), program.operands());
            if (group.scaled_sum) {
                scale(x, term, info(*program.operands().scale),
                      factors_of(program, hooks, in, program.blocks(group)[i]));
            } else if (term.compared_by == ComparedBy::scale) {
                compare_by(x, takes_part_if_zero(x, term, false) ? 0 : kNoExponent);
            } else if (!group.are_products) {
                apply_zero_rule(x, term);
            }
            if (term.compared_by == ComparedBy::leading) compare_by_leading_bit(x, term);
        }
    }
    return out;
}

SpecialsSeen operand_specials(const Program& program, const Operation& op, const Hooks& hooks,
                              const Operands& in, std::span<const Value> slots) {
    const SpecialsSeen read = OperandSpecials(program, hooks, in, slots, false).of(op);
    return read.any() ? read : OperandSpecials(program, hooks, in, slots, true).of(op);
}

bool zero_is_negative(const Program& program, const Operation& op, std::span<const Value> slots) {
    if (op.sum->zero_sum == ZeroSum::positive) return false;
    ZeroFacts facts;
    facts.note(program, op, slots);
    if (facts.all_zero && facts.all_negative) return true;
    return op.round->rounding == Rounding::RD && !(facts.all_zero && facts.all_positive);
}

}  // namespace karat::tb
