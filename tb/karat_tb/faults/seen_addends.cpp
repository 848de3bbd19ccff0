// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/faults/seen_addends.hpp"

#include "karat/evaluate/compared_exponent.hpp"
#include "karat_tb/faults/deformable.hpp"

namespace karat::tb {
namespace {

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
    if (term.compared_by == ComparedBy::scale) return compare_by_scale(x, term, exponents, zero);
    const bool takes_part = x.exponent != kNoExponent && takes_part_if_zero(x, term, zero);
    x.exponent = takes_part ? x.exponent + exponents : kNoExponent;
    x.fraction = x.exponent - lsb;
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
                compare_by_scale(x, term, 0, false);
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

}  // namespace karat::tb
