// SPDX-License-Identifier: Apache-2.0
// What becomes of a sum: an encoding, or an addend of another sum.
#pragma once
#include <span>

#include "karat/evaluate/nan_by_cause.hpp"
#include "karat/evaluate/sum.hpp"

namespace karat {

/// Signs and zeros of all addends of an exact sum, including those of nested fixed-point sums.
struct ZeroFacts {
    static bool takes_signs_from_below(const Program& program, Slot slot) {
        if (slot < program.first_result()) return false;
        const Operation& op = program.operation_of(slot);
        return op.round == nullptr && op.sum->zero_sum == ZeroSum::ieee;
    }
    bool all_zero = true;
    bool all_negative = true;
    bool all_positive = true;

    template <class Significand>
    void note(const Program& program, const Operation& op, std::span<const Addend<Significand>> slots) {
        for (const AddendGroup& group : program.groups(op)) {
            for (const Slot slot : program.addends(group)) {
                if (takes_signs_from_below(program, slot)) {
                    note(program, program.operation_of(slot), slots);
                    continue;
                }
                Addend<Significand> x = slots[slot];
                if (group.term->flush) flush_number(x, info(program.format_of(slot)), program.operands());
                all_zero &= x.number_class == NumberClass::zero;
                all_negative &= x.negative;
                all_positive &= !x.negative;
            }
        }
    }
};

/// Whether a rounded sum that is exactly zero is negative: IEEE 754 section 6.3, extended to many addends.
template <class Significand>
bool zero_is_negative(const Program& program, const Operation& op,
                      std::span<const Addend<Significand>> slots) {
    if (op.sum->zero_sum == ZeroSum::positive) return false;
    ZeroFacts facts;
    facts.note(program, op, slots);
    if (facts.all_zero && facts.all_negative) return true;
    return op.round->rounding == Rounding::RD && !(facts.all_zero && facts.all_positive);
}

/// The encoding of a sum, rounded to its format.
template <class Num, class Sink>
std::uint64_t rounded(const Program& program, const Operation& op, const Operands& in,
                      const FixedSum<Num>& sum, std::span<const Addend<typename Num::Significand>> slots,
                      Sink& sink) {
    const OutputRule& rule = *op.round;
    std::uint64_t d = 0;
    if (sum.specials.any()) {
        const NumberClass verdict = sum.specials.verdict();
        d = verdict == NumberClass::nan ? nan_of(program, op, in, slots)
                                        : encode_infinity(rule, sum.specials.negative_infinity);
        sink.special(sum.specials);
    } else {
        sink.sum(sum.value, sum.sticky);
        const bool negative = sum.value == 0 ? zero_is_negative(program, op, slots) : sum.value < 0;
        if constexpr (Sink::judging)
            d = sink.round(rule, negative, magnitude(sum.value), sum.lsb, sum.sticky);
        else
            d = round_to(rule, negative, magnitude(sum.value), sum.lsb, sum.sticky);
    }
    sink.result(rule.format, d);
    return d;
}

/// Writes an unrounded sum as an addend of another sum, compared by its e_max. (A value written member by
/// member and copied at once would wait for the stores.)
template <class Num, class Sink>
void fixed_point(const FixedSum<Num>& sum, Addend<typename Num::Significand>& out, Sink& sink) {
    out.exponent = sum.e_max;
    out.overflowed = false;
    if (sum.specials.any()) {
        out.significand = {};
        out.fraction = 0;
        out.number_class = sum.specials.verdict();
        out.negative = sum.specials.negative_infinity;
        out.has_terms = false;
        sink.special(sum.specials);
        return;
    }
    sink.sum(sum.value, false);
    out.significand = magnitude(sum.value);
    out.fraction = sum.e_max - sum.lsb;
    out.number_class = sum.value == 0 ? NumberClass::zero : NumberClass::finite;
    out.negative = sum.value < 0;
    out.has_terms = sum.has_terms;
}

}  // namespace karat
