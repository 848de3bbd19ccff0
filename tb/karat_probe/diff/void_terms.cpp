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
        return alone();
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
