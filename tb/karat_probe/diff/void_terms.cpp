// SPDX-License-Identifier: Apache-2.0
// Widths, alignment roundings and cut-offs that no addend can show.
#include <algorithm>

#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe::voiding {
namespace {

std::string power(int exponent) { return "2^" + std::to_string(exponent); }

/// The alignment of `term`, examined in every operation of its sum.
class Alignment {
   public:
    Alignment(const Facts& facts, const editing::TermSite& site)
        : facts_(facts), term_(*site.term), sum_(*site.sum), evaluations_(facts.evaluations(sum_)) {}

    [[nodiscard]] bool is_plain() const {
        return sum_.grid == GridRule::own && sum_.frame == SignFrame::exact && !term_.drop_tiny_negative;
    }
    /// The reason why F keeps every bit of its addends; empty if it may not.
    [[nodiscard]] std::string keeps_all() const {
        if (!is_plain() || term_.cutoff) return {};
        int lowest = kFar;
        int kept = -kFar;
        for (const Evaluation& each : evaluations_) {
            const AddendBounds* x = each.addends(facts_.program, term_);
            if (x == nullptr || !x->value.nonzero) continue;
            const int e_max = std::max(each.bounds->e_max_high, sum_.floor.value_or(-kFar));
            lowest = std::min(lowest, x->value.low);
            kept = std::max(kept, e_max - term_.F.bits);
        }
        if (lowest >= kept && lowest != kFar)
            return "its addends have no bit below " + power(lowest) + ", and those from " + power(kept) +
                   " on are always kept";
        if (std::string why = alone(); !why.empty()) return why;
        return nearest_sees_nothing() ? "rounding to nearest sees none of the bits that it drops" : "";
    }
    /// The reason why a tiny negative addend counts as 0 without the rule as well; empty if it may not.
    [[nodiscard]] std::string drops_nothing() const {
        if (!term_.drop_tiny_negative) return {};
        const bool to_zero = term_.rounding == Rounding::RZ || term_.rounding == Rounding::RU;
        if (to_zero && sum_.sticky == Sticky::none) return "such an addend is rounded to 0 anyway";
        const bool whole = std::all_of(evaluations_.begin(), evaluations_.end(),
                                       [](const Evaluation& each) { return !each.bounds->can_lose; });
        return whole ? "the alignment drops no bits" : "";
    }
    /// The reason why the cut-off drops only addends that count as 0 anyway; empty if it may drop others.
    [[nodiscard]] std::string cuts_nothing() const {
        if (!is_plain() || !term_.cutoff) return {};
        bool beyond = true;
        bool below_grid =
            !term_.F.is_exact() && term_.rounding == Rounding::RZ && sum_.sticky == Sticky::none;
        for (const Evaluation& each : evaluations_) {
            const AddendBounds* x = each.addends(facts_.program, term_);
            if (x == nullptr || !x->value.nonzero) continue;
            const int e_max = std::max(each.bounds->e_max_high, sum_.floor.value_or(-kFar));
            beyond = beyond && e_max - x->value.e_low <= *term_.cutoff;
            below_grid = below_grid && *term_.cutoff >= term_.F.bits + x->value.above() - 1;
        }
        if (beyond) return "no addend lies that far below the largest";
        return below_grid ? "the alignment truncates every addend that far below the largest to 0" : "";
    }

   private:
    static constexpr int kFar = 1'000'000;

    /// A product that is the only addend of its sum has the largest exponent, and F keeps all its bits.
    [[nodiscard]] std::string alone() const {
        const OperandRules& rules = facts_.program.operands();
        if (sum_.terms.size() != 1 || sum_.floor || term_.of.kind != ExpressionKind::product ||
            term_.compared_by != ComparedBy::held || term_.scaled || rules.convert)
            return {};
        const int bits = info(rules.a).fraction_bits + info(rules.b).fraction_bits;
        for (const Evaluation& each : evaluations_) {
            const auto groups = facts_.program.groups(*each.operation);
            if (groups.size() != 1 || groups[0].count != 1) return {};
        }
        if (term_.F.bits < bits) return {};
        return "a single product has only " + std::to_string(bits) + " fraction bits";
    }

    /// Two numbers x and y with at most f + 1 bits each, rounded to nearest with f fraction bits. Where y
    /// loses bits, x has the larger exponent, is normal, and is a number of the result's format; y is less
    /// than a quarter of its last place. With or without the lost bits the sum rounds to x.
    [[nodiscard]] bool nearest_sees_nothing() const {
        return std::all_of(evaluations_.begin(), evaluations_.end(), [&](const Evaluation& each) {
            if (each.operation->round == nullptr || !adds_two_numbers(each)) return false;
            const OutputRule& rule = *each.operation->round;
            const bool directed = rule.rounding == Rounding::RZ || rule.rounding == Rounding::RD ||
                                  rule.rounding == Rounding::RU || rule.rounding == Rounding::RA ||
                                  rule.rounding == Rounding::RO;
            const int unit = info(rule.format).min_exponent() - rule.fraction;
            const bool early = rule.flush && rule.flush_when != FlushWhen::encoded;
            if (directed || early || info(rule.format).is_integer()) return false;
            for (const AddendGroup& group : facts_.program.groups(*each.operation)) {
                for (const Slot slot : facts_.program.addends(group)) {
                    const FormatInfo& format = info(facts_.program.format_of(slot));
                    if (format.fraction_bits > rule.fraction || facts_.bounds.value(slot).low < unit)
                        return false;
                    if (group.term == &term_ && term_.F.bits < rule.fraction + format.fraction_bits + 3)
                        return false;
                    // nor does anything get lost beside a subnormal
                    const AddendBounds* own = each.addends(facts_.program, term_);
                    if (own != nullptr && own->value.low < format.min_exponent() - term_.F.bits) return false;
                }
            }
            return true;
        });
    }
    [[nodiscard]] bool adds_two_numbers(const Evaluation& each) const {
        if (sum_.sticky != Sticky::none || sum_.floor) return false;
        std::size_t count = 0;
        for (const AddendGroup& group : facts_.program.groups(*each.operation)) {
            const Term& term = *group.term;
            if (term.scaled || term.flush || term.cutoff || term.drop_tiny_negative ||
                term.compared_by != ComparedBy::held || term.zero != ZeroPart::ignored)
                return false;
            for (const Slot slot : facts_.program.addends(group)) {
                ++count;
                if (!facts_.program.is_number(slot)) return false;
            }
        }
        return count == 2;
    }

    const Facts& facts_;
    const Term& term_;
    const Sum& sum_;
    std::vector<Evaluation> evaluations_;
};

Rewrite rewritten(const Facts& facts, const std::string& path, const char* attribute, std::string reason,
                  const std::function<void(Term&)>& change) {
    return {editing::with_terms(facts.recipe, {path}, change), {path + "." + attribute, std::move(reason)}};
}

}  // namespace

std::optional<Rewrite> void_term(const Facts& facts) {
    for (const editing::TermSite& site : facts.sites.terms) {
        const Alignment alignment(facts, site);
        const Term& term = *site.term;
        if (std::string why = alignment.cuts_nothing(); !why.empty())
            return rewritten(facts, site.path, "cutoff", std::move(why), [](Term& x) { x.cutoff.reset(); });
        if (std::string why = alignment.drops_nothing(); !why.empty())
            return rewritten(facts, site.path, "drop_tiny_negative", std::move(why),
                             [](Term& x) { x.drop_tiny_negative = false; });
        if (!term.F.is_exact()) {
            if (std::string why = alignment.keeps_all(); !why.empty())
                return rewritten(facts, site.path, "F", std::move(why),
                                 [](Term& x) { x.F = Width::exact(); });
        } else if (term.rounding != Rounding::RZ && alignment.is_plain()) {
            return rewritten(facts, site.path, "rounding", "the alignment drops no bits",
                             [](Term& x) { x.rounding = Rounding::RZ; });
        }
    }
    return std::nullopt;
}

}  // namespace karat::probe::voiding
