// SPDX-License-Identifier: Apache-2.0
// Edits that add or remove a rounding inside the tree, or a separate sum for groups of products.
#include <algorithm>

#include "karat/recipe/edits/collect.hpp"
#include "karat/recipe/families/parts.hpp"

namespace karat::editing {
namespace {

using families::addition;
using families::exactly;
using families::of;

class Nester {
   public:
    explicit Nester(Collector& out) : out_(out), result_(out.result()) {}

    void run() const {
        for (const SumSite& site : out_.sites().sums) splice(site);
        inner_roundings();
        hand_on_unrounded();
        for (const TermSite& site : out_.sites().terms) {
            if (site.term->of.kind != ExpressionKind::product || site.term->select != Select{}) continue;
            round_products(site);
            group_products(site);
        }
    }

   private:
    /// Removes a fixed-point sum of products below another sum. Its products become addends of the outer sum.
    void splice(const SumSite& site) const {
        for (std::size_t i = 0; i < site.sum->terms.size(); ++i) {
            const Term& term = site.sum->terms[i];
            if (term.of.kind != ExpressionKind::sum || term.of.sum->round || term.of.sum->terms.size() != 1)
                continue;
            if (term.of.sum->terms[0].of.kind != ExpressionKind::product ||
                term.select.index != Select::kEach)
                continue;
            const auto change = [&](Sum& outer) {
                Term products = term.of.sum->terms[0];
                products.scaled |= term.scaled;
                if (products.F.is_exact()) {
                    products.F = term.F;
                    products.rounding = term.rounding;
                }
                outer.terms[i] = products;
            };
            out_.add_form(with_sums(out_.original(), {site.path}, change),
                          {"group",
                           "none",
                           {},
                           "the products are aligned in " + phrase(*site.sum) + ", not in an inner sum",
                           6});
        }
    }

    /// Removes a rounding inside the tree, or adds one to a sum that has none. Sums with the same label
    /// change together.
    void inner_roundings() const {
        std::vector<std::string> seen;
        for (const TermSite& site : out_.sites().terms) {
            if (site.term->of.kind != ExpressionKind::sum || !result_) continue;
            const Sum& inner = *site.term->of.sum;
            if (std::find(seen.begin(), seen.end(), inner.label.text) != seen.end()) continue;
            seen.push_back(inner.label.text);
            Paths paths;
            for (const SumSite& other : out_.sites().sums) {
                if (other.sum->label.text == inner.label.text &&
                    other.sum->round.has_value() == inner.round.has_value())
                    paths.push_back(other.path);
            }
            std::string name = inner.label.text.empty() ? "sum" : inner.label.text;
            std::replace(name.begin(), name.end(), ' ', '_');
            const auto with = [&](std::optional<OutputRule> rule, const boost::json::value& value,
                                  const boost::json::value& was, const std::string& what) {
                out_.add_form(with_sums(out_.original(), paths, [&](Sum& sum) { sum.round = rule; }),
                              {name + "_rounding", value, was, phrase(inner) + what, 6});
            };
            if (inner.round) {
                with(std::nullopt, "none", named(inner.round->rounding), " is not rounded");
                continue;
            }
            with(*result_, named(result_->rounding), "none", " is rounded before it is added");
            with(rounded(*result_, Rounding::RNE), "RNE", "none",
                 " is rounded to nearest even before it is added");
        }
    }

    /// Makes the steps of a chain pass on a fixed-point sum.
    void hand_on_unrounded() const {
        for (const ChainSite& site : out_.sites().chains) {
            if (!site.chain->step->round || site.chain->slices.parts == 1) continue;
            const auto change = [&](Chain& chain) {
                Sum step = *chain.step;
                chain.last = chain.last.value_or(*step.round);
                step.round.reset();
                for (Term& term : step.terms) term.flush = false;  // a fixed-point sum cannot be subnormal
                chain.step = Child<Sum>(std::move(step));
            };
            out_.add_form(with_chains(out_.original(), {site.path}, change),
                          {"chain_rounding", "none", named(site.chain->step->round->rounding),
                           "the steps of the chain pass on their sum unrounded", 6});
        }
    }

    void round_products(const TermSite& site) const {
        if (!result_) return;
        const auto with = [&](Rounding rounding) {
            const auto change = [&](Term& term) {
                Term product = exactly(families::product());
                product.zero = term.zero;
                product.scaled = term.scaled;
                Sum one = addition({families::product()}, rounded(*result_, rounding), "product");
                one.terms = {product};
                term.of = of(std::move(one));
                term.zero = ZeroPart::ignored;
                term.scaled = false;
                term.select.parts = site.size;
            };
            out_.add_form(with_terms(out_.original(), {site.path}, change),
                          {"product_rounding", named(rounding), "none",
                           "each product is rounded before it is added", 5});
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
                    Term product = exactly(families::product());
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
                               exact ? "products per group, added exactly before alignment"
                                     : "products per group, aligned and added within the group first",
                               7});
            }
        }
    }

    Collector& out_;
    std::optional<OutputRule> result_;
};

}  // namespace

void edit_nesting(Collector& out) { Nester(out).run(); }

}  // namespace karat::editing
