// SPDX-License-Identifier: Apache-2.0
// Edits that move an addend to another sum, and that add or remove a rounding or a group.
#include <algorithm>

#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

Expression of(Sum sum) { return {ExpressionKind::sum, Child<Sum>(std::move(sum)), {}}; }

Term exactly(Expression x) {
    Term out;
    out.of = std::move(x);
    return out;
}

/// An ordinary addition, rounded.
Sum addition(std::vector<Term> terms, const OutputRule& rule, const std::string& label) {
    Sum out;
    out.terms = std::move(terms);
    out.zero_sum = ZeroSum::ieee;
    out.specials = SpecialsOf::operands;
    out.round = rule;
    out.label = {label};
    return out;
}

OutputRule rounded(OutputRule rule, Rounding rounding) {
    rule.rounding = rounding;
    return rule;
}

class Structure {
   public:
    explicit Structure(Collector& out) : out_(out) {
        for (const RoundSite& site : out.sites().rounds) {
            if (site.result) result_ = site.rule;
        }
    }

    void run() {
        for (const SumSite& site : out_.sites().sums) {
            lift_c(site);
            push_c_down(site);
            splice(site);
        }
        move_c_of_chain();
        inner_roundings();
        hand_on_unrounded();
        for (const TermSite& site : out_.sites().terms) {
            if (site.term->of.kind != ExpressionKind::product || site.term->select != Select{}) continue;
            round_products(site);
            group_products(site);
        }
    }

   private:
    Recipe changed_sum(const std::string& path, const std::function<void(Sum&)>& change) const {
        return with_sums(out_.original(), {path}, change);
    }

    /// round(sum(x, c)) to round(sum(round(sum(x)), c)).
    void lift_c(const SumSite& site) const {
        const Sum& sum = *site.sum;
        const auto is_operand = [](const Term& term) { return is_c(term); };
        if (!sum.round || sum.terms.size() < 2 || std::count_if(sum.terms.begin(), sum.terms.end(), is_operand) != 1) return;
        const auto lifted = [&](std::optional<OutputRule> inner_rule, const OutputRule& outer_rule, const char* value,
                                const std::string& meaning, int cost) {
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
                whole = addition({exactly(of(std::move(inner))), after}, outer_rule, "addition of c");
            };
            out_.add_form(changed_sum(site.path, change), {"c_place", value, "fused", meaning, cost});
        };
        const OutputRule& rule = *sum.round;
        const OutputRule nearest = rounded(rule, Rounding::RNE);
        lifted(rule, rule, "late", "c is added after a rounding instead of in the sum", 3);
        lifted(nearest, nearest, "late_RNE", "c is added after a rounding instead of in the sum, both rounded to nearest even", 4);
        lifted(rule, nearest, "late_then_RNE", "c is added after a rounding instead of in the sum, the result rounded to nearest even", 5);
        lifted(std::nullopt, rule, "late_exact", "c is added to the exact sum of the others, rounded once", 5);
    }

    /// sum(round(sum(x)), c) to sum(x, c): c aligned like x.
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
            out_.add_form(changed_sum(site.path, change), {"c_place", "fused", "late", "c is added in " + phrase(*into.of.sum) + ", rounded once", 5});
        }
    }

    /// A fixed-point sum of products below another sum: its products become addends of that one.
    void splice(const SumSite& site) const {
        for (std::size_t i = 0; i < site.sum->terms.size(); ++i) {
            const Term& term = site.sum->terms[i];
            if (term.of.kind != ExpressionKind::sum || term.of.sum->round || term.of.sum->terms.size() != 1) continue;
            if (term.of.sum->terms[0].of.kind != ExpressionKind::product || term.select.index != Select::kEach) continue;
            const auto change = [&](Sum& outer) {
                Term products = term.of.sum->terms[0];
                products.scaled |= term.scaled;
                if (products.F.is_exact()) {
                    products.F = term.F;
                    products.rounding = term.rounding;
                }
                outer.terms[i] = products;
            };
            out_.add_form(changed_sum(site.path, change),
                          {"group", "none", {}, "the products are aligned in " + phrase(*site.sum) + ", not in a sum before it", 6});
        }
    }

    /// A chain starts from c, or from +0 and c is added at the end.
    void move_c_of_chain() const {
        const Expression& result = out_.original().result;
        Recipe changed = out_.original();
        if (result.kind == ExpressionKind::chain && result.chain->start.kind == ExpressionKind::c && result_) {
            Chain chain = *result.chain;
            chain.start.kind = ExpressionKind::zero;
            chain.last.reset();
            Expression all{ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
            Expression c{ExpressionKind::c, {}, {}};
            changed.result = of(addition({exactly(std::move(all)), exactly(std::move(c))}, *result_, "late addition of c"));
            changed.result.sum = Child<Sum>([&] {
                Sum sum = *changed.result.sum;
                sum.specials = SpecialsOf::addends;
                return sum;
            }());
            out_.add_form(std::move(changed), {"c_place", "late", "fused", "c is added at the end, not at the start of the chain", 3});
        } else if (result.kind == ExpressionKind::sum && result.sum->terms.size() == 2 && result_) {
            const Term& first = result.sum->terms[0];
            if (first.of.kind != ExpressionKind::chain || first.of.chain->start.kind != ExpressionKind::zero || !is_c(result.sum->terms[1])) return;
            Chain chain = *first.of.chain;
            chain.start.kind = ExpressionKind::c;
            chain.last = *result_;
            if (chain.step->round == chain.last) chain.last.reset();
            changed.result = {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
            out_.add_form(std::move(changed), {"c_place", "fused", "late", "the chain starts from c, which is not added at the end", 3});
        }
    }

    /// A rounding inside the tree removed, or added to a sum that had none; sums with one label together.
    void inner_roundings() const {
        std::vector<std::string> seen;
        for (const TermSite& site : out_.sites().terms) {
            if (site.term->of.kind != ExpressionKind::sum || !result_) continue;
            const Sum& inner = *site.term->of.sum;
            if (std::find(seen.begin(), seen.end(), inner.label.text) != seen.end()) continue;
            seen.push_back(inner.label.text);
            Paths paths;
            for (const SumSite& other : out_.sites().sums) {
                if (other.sum->label.text == inner.label.text && other.sum->round.has_value() == inner.round.has_value()) paths.push_back(other.path);
            }
            std::string name = inner.label.text.empty() ? "sum" : inner.label.text;
            std::replace(name.begin(), name.end(), ' ', '_');
            const auto with = [&](std::optional<OutputRule> rule, const boost::json::value& value, const boost::json::value& was, const std::string& what) {
                out_.add_form(with_sums(out_.original(), paths, [&](Sum& sum) { sum.round = rule; }),
                              {name + "_rounding", value, was, phrase(inner) + what, 6});
            };
            if (inner.round) {
                with(std::nullopt, "none", named(inner.round->rounding), " is not rounded");
                continue;
            }
            with(*result_, named(result_->rounding), "none", " is rounded before it is added");
            with(rounded(*result_, Rounding::RNE), "RNE", "none", " is rounded to nearest even before it is added");
        }
    }

    /// The steps of a chain hand on a fixed-point sum.
    void hand_on_unrounded() const {
        for (const ChainSite& site : out_.sites().chains) {
            if (!site.chain->step->round || site.chain->slices.parts == 1) continue;
            const auto change = [&](Chain& chain) {
                Sum step = *chain.step;
                chain.last = chain.last.value_or(*step.round);
                step.round.reset();
                for (Term& term : step.terms) term.flush = false;  // not a number that could be subnormal
                chain.step = Child<Sum>(std::move(step));
            };
            out_.add_form(with_chains(out_.original(), {site.path}, change),
                          {"chain_rounding", "none", named(site.chain->step->round->rounding), "the steps of the chain hand on their sum unrounded", 6});
        }
    }

    void round_products(const TermSite& site) const {
        if (!result_) return;
        const auto with = [&](Rounding rounding) {
            const auto change = [&](Term& term) {
                Term product = exactly({ExpressionKind::product, {}, {}});
                product.zero = term.zero;
                product.scaled = term.scaled;
                Sum one = addition({product}, rounded(*result_, rounding), "product");
                one.specials = SpecialsOf::addends;
                term.of = of(std::move(one));
                term.zero = ZeroPart::ignored;
                term.scaled = false;
                term.select.parts = site.size;
            };
            out_.add_form(with_terms(out_.original(), {site.path}, change),
                          {"product_rounding", named(rounding), "none", "each product is rounded before it is added", 5});
        };
        with(Rounding::RNE);
        with(result_->rounding);
    }

    void group_products(const TermSite& site) const {
        const bool alone = site.sum->terms.size() == 1;
        for (int group = 2; group <= site.size - (alone ? 1 : 0); ++group) {
            if (site.size % group != 0) continue;
            for (const bool exact : {true, false}) {
                if (!exact && site.term->F.is_exact()) continue;
                const auto change = [&](Term& term) {
                    Term product = exactly({ExpressionKind::product, {}, {}});
                    product.zero = term.zero;
                    if (!exact) product.F = term.F;
                    if (!exact) product.rounding = term.rounding;
                    Sum sum;
                    sum.terms = {product};
                    sum.label = {"group"};
                    term.of = of(std::move(sum));
                    term.zero = ZeroPart::ignored;
                    term.select.parts = site.size / group;
                };
                out_.add_form(with_terms(out_.original(), {site.path}, change),
                              {exact ? "group" : "group_aligned", group, "none",
                               exact ? "products that are added exactly before they are aligned" : "products that are aligned among themselves and added first", 7});
            }
        }
    }

    Collector& out_;
    std::optional<OutputRule> result_;
};

}  // namespace

void edit_structure(Collector& out) { Structure(out).run(); }

}  // namespace karat::editing
