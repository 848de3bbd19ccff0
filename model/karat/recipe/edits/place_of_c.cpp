// SPDX-License-Identifier: Apache-2.0
// Edits that move c to another sum.
#include <algorithm>

#include "karat/recipe/edits/collect.hpp"
#include "karat/recipe/families/parts.hpp"

namespace karat::editing {
namespace {

using families::addition;
using families::exactly;
using families::of;

class Mover {
   public:
    explicit Mover(Collector& out) : out_(out), result_(out.result()) {}

    void run() const {
        for (const SumSite& site : out_.sites().sums) {
            lift_c(site);
            push_c_down(site);
        }
        move_c_of_chain();
    }

   private:
    /// Changes round(sum(x, c)) to round(sum(round(sum(x)), c)).
    void lift_c(const SumSite& site) const {
        const Sum& sum = *site.sum;
        const auto is_operand = [](const Term& term) { return is_c(term); };
        if (!sum.round || sum.terms.size() < 2 ||
            std::count_if(sum.terms.begin(), sum.terms.end(), is_operand) != 1)
            return;
        const std::string place = site.path == "result" ? "" : ", in " + phrase(sum);
        const auto lifted = [&](std::optional<OutputRule> inner_rule, const OutputRule& outer_rule,
                                const char* value, const std::string& meaning, int cost) {
            const auto change = [&](Sum& whole) {
                const auto c = std::find_if(whole.terms.begin(), whole.terms.end(), is_operand);
                Term after = exactly(c->of);
                after.flush = c->flush;
                Sum inner = whole;
                inner.terms.erase(inner.terms.begin() + (c - whole.terms.begin()));
                inner.round = inner_rule;
                inner.zero_sum = ZeroSum::positive;
                inner.specials = SpecialsOf::addends;
                inner.label = {"sum before c"};
                whole = addition({of(std::move(inner)), after.of}, outer_rule, "addition of c");
                whole.terms[1].flush = after.flush;
                whole.specials = SpecialsOf::operands;
            };
            out_.add_form(with_sums(out_.original(), {site.path}, change),
                          {"c_place", value, "fused", meaning + place, cost});
        };
        const OutputRule& rule = *sum.round;
        const OutputRule nearest = rounded(rule, Rounding::RNE);
        lifted(rule, rule, "late", "c is added after a rounding, not inside the sum", 3);
        lifted(nearest, nearest, "late_RNE",
               "c is added after a rounding, not inside the sum; both are rounded to nearest even", 4);
        lifted(rule, nearest, "late_then_RNE",
               "c is added after a rounding, not inside the sum; the result is rounded to nearest even", 5);
        lifted(std::nullopt, rule, "late_exact",
               "c is added to the exact sum of the other addends, with one rounding", 5);
    }

    /// Changes sum(round(sum(x)), c) to sum(x, c), with c aligned like x.
    void push_c_down(const SumSite& site) const {
        const auto c = std::find_if(site.sum->terms.begin(), site.sum->terms.end(), is_c);
        if (c == site.sum->terms.end()) return;
        for (std::size_t i = 0; i < site.sum->terms.size(); ++i) {
            const Term& into = site.sum->terms[i];
            if (into.of.kind != ExpressionKind::sum || into.select != Select{} || into.scaled) continue;
            const auto change = [&](Sum& outer) {
                Sum inner = *outer.terms[i].of.sum;
                Term moved = *c;
                moved.F = inner.terms.front().F;
                moved.rounding = inner.terms.front().rounding;
                inner.terms.push_back(moved);
                if (outer.terms.size() == 2) {
                    inner.round = outer.round;
                    inner.specials = outer.specials;
                    if (!inner.floor) inner.floor = outer.floor;
                    outer = inner;
                    return;
                }
                outer.terms[i].of = of(std::move(inner));
                outer.terms.erase(outer.terms.begin() + (c - site.sum->terms.begin()));
            };
            out_.add_form(with_sums(out_.original(), {site.path}, change),
                          {"c_place", "fused", "late",
                           "c is added in " + phrase(*into.of.sum) + ", with one rounding", 5});
        }
    }

    /// Moves c from the start of a chain to an addition at its end, or back.
    void move_c_of_chain() const {
        const Expression& result = out_.original().result;
        Recipe changed = out_.original();
        if (result.kind == ExpressionKind::chain && result.chain->start.kind == ExpressionKind::c &&
            result_) {
            Chain chain = *result.chain;
            chain.start.kind = ExpressionKind::zero;
            chain.last.reset();
            Expression all{ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
            changed.result =
                of(addition({std::move(all), families::operand_c()}, *result_, "late addition of c"));
            out_.add_form(std::move(changed), {"c_place", "late", "fused",
                                               "c is added at the end, not at the start of the chain", 3});
        } else if (result.kind == ExpressionKind::sum && result.sum->terms.size() == 2 && result_) {
            const Term& first = result.sum->terms[0];
            if (first.of.kind != ExpressionKind::chain ||
                first.of.chain->start.kind != ExpressionKind::zero || !is_c(result.sum->terms[1]))
                return;
            Chain chain = *first.of.chain;
            chain.start.kind = ExpressionKind::c;
            chain.last = *result_;
            if (chain.step->round == chain.last) chain.last.reset();
            changed.result = {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
            out_.add_form(std::move(changed), {"c_place", "fused", "late",
                                               "c is added at the start of the chain, not at the end", 3});
        }
    }

    Collector& out_;
    std::optional<OutputRule> result_;
};

}  // namespace

void edit_place_of_c(Collector& out) { Mover(out).run(); }

}  // namespace karat::editing
