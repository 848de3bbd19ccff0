// SPDX-License-Identifier: Apache-2.0
// The sum, the building block of every arithmetic: special values, the grid, alignment, and the exact
// fixed-point sum. See docs/reference/recipes.md, "A sum".
#pragma once
#include <algorithm>
#include <span>
#include <utility>

#include "karat/arithmetic/align.hpp"
#include "karat/evaluate/compared_exponent.hpp"
#include "karat/evaluate/group_facts.hpp"
#include "karat/evaluate/products.hpp"
#include "karat/trace/sink.hpp"

namespace karat {

/// The values of a dot-add by slot, and its operands, for the encodings of the scale factors.
template <class Num>
struct Values {
    std::span<Addend<typename Num::Significand>> slots;
    const Operands* in = nullptr;
};

/// An exact fixed-point sum, in units of 2^lsb.
template <class Num>
struct FixedSum {
    typename Num::Accumulator value{};
    int e_max = kNoExponent;
    int lsb = 0;
    bool sticky = false;     ///< sticky bit: bits were lost, and the sum records it
    bool has_terms = false;  ///< at least one product in it is nonzero
    SpecialsSeen specials;   ///< if any() is true, there is no value
};

/// Computes the sum of one operation. `kChecked`: the integers of Num may be too small; fits() then returns
/// false, and there is no result.
template <class Num, bool kChecked, class Sink>
class Summation {
    using Significand = typename Num::Significand;
    using Accumulator = typename Num::Accumulator;
    using Value = Addend<Significand>;

   public:
    /// `seen`: storage for the addends that this sum modifies before it uses them.
    Summation(const Program& program, const Operation& op, const Values<Num>& values, std::span<Value> seen,
              Sink& sink)
        : program_(program), op_(op), sum_(*op.sum), values_(values), seen_(seen), sink_(sink) {}

    [[nodiscard]] bool fits() const { return fits_; }
    /// Of each group. Precondition: the sum was computed, and there are no special values.
    void note_facts(std::span<GroupFacts> out) const {
        std::size_t first_seen = 0;
        for (std::size_t g = 0; g < out.size(); ++g) {
            const AddendGroup& group = program_.groups(op_)[g];
            out[g] = facts_of<Significand>(addends(group, first_seen));
            if (!group.plain) first_seen += group.count;
        }
    }

    /// The sum, which lives as long as this object.
    [[nodiscard]] const FixedSum<Num>& operator()() {
        // 1. Special values decide the result before any arithmetic.
        if (sum_.specials == SpecialsOf::operands) note_operand_specials();
        if (!out_.specials.any()) look_at_addends();
        if (out_.specials.any()) return out_;
        if constexpr (!Sink::recording && !Sink::judging) {
            // in tests of few addends most sums are those of zeros
            if (only_zeros_) return zero_sum();
        }
        // 2. Find the grid.
        find_grid();
        sink_.grid(out_.e_max, out_.lsb);
        if (kChecked && !fits_) return out_;
        // 3. Align and add exactly.
        if (sum_.frame == SignFrame::c_sign) {
            add_relative_to_c();
        } else {
            add_aligned();
        }
        return out_;
    }

   private:
    /// The sum if all addends are zero, whatever the grid.
    [[nodiscard]] const FixedSum<Num>& zero_sum() {
        if (sum_.floor) out_.e_max = std::max(out_.e_max, *sum_.floor);
        out_.lsb = out_.e_max;
        return out_;
    }
    /// The addends of a group as this sum uses them.
    [[nodiscard]] std::span<const Value> addends(const AddendGroup& group, std::size_t first_seen) const {
        if (group.plain) return {&values_.slots[program_.addends(group)[0]], group.count};
        return {&seen_[first_seen], group.count};
    }

    /// Notes the special values of the operands and, if there are none, those of overflowed products.
    void note_operand_specials() {
        note_operands(false);
        if (!out_.specials.any()) note_operands(true);
    }
    void note_operands(bool overflowed) {
        for (const Slot slot : program_.operand_slots(op_)) {
            const Value& x = values_.slots[slot];
            if (overflowed || !x.overflowed) out_.specials.note(x.number_class, x.negative);
        }
        if (program_.operands().scale && !program_.scales_products()) note_scaled_sums(op_, overflowed);
    }

    /// Notes the special values that scale factors cause: a NaN factor gives a NaN, and so does a zero factor
    /// times an infinity.
    void note_scaled_sums(const Operation& op, bool overflowed) {
        for (const AddendGroup& group : program_.groups(op)) {
            if (group.term->of.kind != ExpressionKind::sum) continue;
            for (std::size_t i = 0; i < group.count; ++i) {
                const Slot slot = program_.addends(group)[i];
                const Operation& below = program_.operation_of(slot);
                note_scaled_sums(below, overflowed);
                if (!group.scaled_sum) continue;
                const auto [a, b] = factors(program_.blocks(group)[i]);
                const bool nan = a.number_class == NumberClass::nan || b.number_class == NumberClass::nan;
                const bool zero = a.number_class == NumberClass::zero || b.number_class == NumberClass::zero;
                if (nan || (zero && has_infinity(below, overflowed)))
                    out_.specials.note(NumberClass::nan, false);
            }
        }
    }
    [[nodiscard]] bool has_infinity(const Operation& op, bool overflowed) const {
        for (const AddendGroup& group : program_.groups(op)) {
            for (const Slot slot : program_.addends(group)) {
                const Value& x = values_.slots[slot];
                if (!program_.is_product(slot) && group.term->of.kind == ExpressionKind::sum) {
                    if (has_infinity(program_.operation_of(slot), overflowed)) return true;
                } else if (x.number_class == NumberClass::infinity && (overflowed || !x.overflowed)) {
                    return true;
                }
            }
        }
        return false;
    }
    /// The scale factors of a block, unpacked.
    [[nodiscard]] std::pair<Unpacked, Unpacked> factors(std::size_t block) const {
        const FormatInfo& format = info(*program_.operands().scale);
        return {unpack(values_.in->scale_a[block], format), unpack(values_.in->scale_b[block], format)};
    }

    /// Finds special values, the largest exponent, and everything else that determines the grid.
    void look_at_addends() {
        std::size_t first_seen = 0;
        bool special = false;
        for (const AddendGroup& group : program_.groups(op_)) {
            if (!group.plain) see(group, first_seen);
            const std::span<const Value> all = addends(group, first_seen);
            int e_max = kNoExponent;
            NumberClass most = NumberClass::zero;
            for (const Value& x : all) {
                e_max = std::max(e_max, x.exponent);
                most = std::max(most, x.number_class);
            }
            special |= most > NumberClass::finite;
            only_zeros_ &= most == NumberClass::zero;
            out_.e_max = std::max(out_.e_max, e_max);
            out_.has_terms |= group.are_products ? most != NumberClass::zero : any_terms(all);
            if (sum_.grid == GridRule::common && e_max != kNoExponent) {
                common_lsb_ = std::max(common_lsb_, e_max - group.term->F.bits);
            }
            if (!group.plain) first_seen += group.count;
        }
        if (special) note_addend_specials();
    }

    [[nodiscard]] static bool any_terms(std::span<const Value> all) {
        return std::any_of(all.begin(), all.end(), [](const Value& x) { return x.has_terms; });
    }

    void note_addend_specials() {
        std::size_t first_seen = 0;
        for (const AddendGroup& group : program_.groups(op_)) {
            for (const Value& x : addends(group, first_seen)) out_.specials.note(x.number_class, x.negative);
            if (!group.plain) first_seen += group.count;
        }
    }

    /// Copies the addends of a group and applies scale factors, the flush, and the rule for the exponent by
    /// which they are compared.
    void see(const AddendGroup& group, std::size_t first_seen) {
        const Term& term = *group.term;
        const std::span<const Slot> slots = program_.addends(group);
        for (std::size_t i = 0; i < slots.size(); ++i) {
            Value& x = seen_[first_seen + i];
            x = values_.slots[slots[i]];
            if (term.flush) flush_number(x, info(program_.format_of(slots[i])), program_.operands());
            if (group.scaled_sum) {
                scale(x, term, program_.blocks(group)[i]);
            } else if (term.compared_by == ComparedBy::scale) {
                compare_by_scale(x, term, 0, false);
            } else if (!group.are_products) {
                apply_zero_rule(x, term);
            }
            if (term.compared_by == ComparedBy::leading) compare_by_leading_bit(x, term);
        }
    }

    /// Multiplies a fixed-point sum by both scale factors of its block. A zero factor has exponent -126.
    void scale(Value& x, const Term& term, std::size_t block) {
        const FormatInfo& format = info(*program_.operands().scale);
        const auto [a, b] = factors(block);
        const bool nan = a.number_class == NumberClass::nan || b.number_class == NumberClass::nan;
        const bool zero = a.number_class == NumberClass::zero || b.number_class == NumberClass::zero;
        if (nan || (zero && x.number_class > NumberClass::finite)) x.number_class = NumberClass::nan;
        if (x.number_class > NumberClass::finite) return;
        const int exponents = zero_exponent(a, ZeroPart::minus126) + zero_exponent(b, ZeroPart::minus126);
        const int lsb = x.lsb() + a.exponent + b.exponent - 2 * format.fraction_bits;
        const std::uint64_t factor = a.significand * b.significand;
        if (kChecked && bit_length(x.significand) + bit_length(factor) > Num::capacity) fits_ = false;
        x.significand *= static_cast<Significand>(factor);
        if (x.significand == 0) x.number_class = NumberClass::zero;
        x.fraction = x.exponent - lsb;
        if (term.compared_by == ComparedBy::scale) return compare_by_scale(x, term, exponents, zero);
        const bool takes_part = x.exponent != kNoExponent && takes_part_if_zero(x, term, zero);
        x.exponent = takes_part ? x.exponent + exponents : kNoExponent;
        x.fraction = x.exponent - lsb;
    }
    /// Weight of the last bit that a group keeps: e_max - F, that of the common grid, or, if exact, the
    /// lowest bit of any of its addends.
    [[nodiscard]] int kept_lsb(const AddendGroup& group, std::span<const Value> all) const {
        if (sum_.grid == GridRule::common) return common_lsb_;
        if (!group.term->F.is_exact()) return out_.e_max - group.term->F.bits;
        int lowest = out_.e_max;
        for (const Value& x : all) {
            if (x.significand != 0) lowest = std::min(lowest, x.lsb());
        }
        return lowest;
    }

    void find_grid() {
        if (sum_.floor) out_.e_max = std::max(out_.e_max, *sum_.floor);
        std::size_t first_seen = 0;
        out_.lsb = out_.e_max;
        int high = kNoExponent;
        std::size_t count = 0;
        for (const AddendGroup& group : program_.groups(op_)) {
            const std::span<const Value> all = addends(group, first_seen);
            const int lsb = kept_lsb(group, all);
            out_.lsb = std::min(out_.lsb, lsb);
            if constexpr (kChecked) {
                // A tiny addend may be rounded up to the last bit that its group keeps.
                for (const Value& x : all) {
                    if (x.significand != 0) high = std::max({high, x.lsb() + bit_length(x.significand), lsb});
                }
                count += group.count;
            }
            if (!group.plain) first_seen += group.count;
        }
        if constexpr (kChecked) {
            const int above = std::max(high - out_.lsb, 0);
            if (above + bit_length(static_cast<std::uint64_t>(count)) + 2 > Num::capacity) fits_ = false;
        }
    }

    void add_aligned() {
        std::size_t first_seen = 0;
        bool lost = false;
        Accumulator total{};
        const int grid = out_.lsb;
        for (const AddendGroup& group : program_.groups(op_)) {
            const Term& term = *group.term;
            const std::span<const Value> all = addends(group, first_seen);
            const int lsb = kept_lsb(group, all);
            const bool drops = term.cutoff.has_value() || term.drop_tiny_negative;
            for (std::size_t i = 0; i < all.size(); ++i) {
                Accumulator aligned{};
                if (!drops || !is_dropped(all[i], term, lsb))
                    aligned = align<Num>(all[i], lsb, grid, term.rounding, lost);
                total += aligned;
                if constexpr (Sink::recording) sink_.addend(program_.addends(group)[i], all[i], lsb, aligned);
            }
            if (!group.plain) first_seen += group.count;
        }
        out_.value = std::move(total);
        out_.sticky = lost && sum_.sticky == Sticky::ored;
    }

    /// Whether an addend counts as 0 although it is nonzero.
    [[nodiscard]] bool is_dropped(const Value& x, const Term& term, int lsb) const {
        if (term.cutoff && x.exponent < out_.e_max - *term.cutoff) return true;
        return term.drop_tiny_negative && x.negative && x.significand != 0 &&
               x.lsb() + bit_length(x.significand) <= lsb && lsb > term.least_exponent.value_or(kNoExponent);
    }

    /// SignFrame::c_sign: all magnitudes are truncated to the common grid and added relative to the sign of
    /// c. A magnitude m of the opposite sign adds -m - 1.
    void add_relative_to_c() {
        bool negative = false;
        bool all_zero = true;
        std::size_t first_seen = 0;
        for (const AddendGroup& group : program_.groups(op_)) {
            const std::span<const Value> all = addends(group, first_seen);
            const ExpressionKind kind = group.term->of.kind;
            if (kind == ExpressionKind::c || kind == ExpressionKind::acc) negative = all[0].negative;
            for (const Value& x : all) all_zero &= x.number_class == NumberClass::zero;
            if (!group.plain) first_seen += group.count;
        }
        first_seen = 0;
        bool lost = false;
        for (const AddendGroup& group : program_.groups(op_)) {
            const std::span<const Value> all = addends(group, first_seen);
            for (std::size_t i = 0; i < all.size(); ++i) {
                Value magnitude = all[i];
                magnitude.negative = false;
                Accumulator aligned = align<Num>(magnitude, out_.lsb, out_.lsb, group.term->rounding, lost);
                if (all[i].negative != negative) aligned = -aligned - 1;
                if (negative) aligned = -aligned;
                if (all_zero) aligned = Accumulator{};
                out_.value += aligned;
                if constexpr (Sink::recording)
                    sink_.addend(program_.addends(group)[i], all[i], out_.lsb, aligned);
            }
            if (!group.plain) first_seen += group.count;
        }
    }

    const Program& program_;
    const Operation& op_;
    const Sum& sum_;
    const Values<Num>& values_;
    std::span<Value> seen_;
    Sink& sink_;
    FixedSum<Num> out_;
    int common_lsb_ = kNoExponent;
    bool only_zeros_ = true;
    bool fits_ = true;
};

}  // namespace karat
