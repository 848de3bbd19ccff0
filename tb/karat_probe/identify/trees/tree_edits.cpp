// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/tree_edits.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"
#include "karat_probe/identify/trees/tree_edit_list.hpp"

namespace karat::probe {

void TreeEditList::add(Recipe recipe) {
    if (known_.insert(recipe).second) out_.push_back({std::move(recipe), at_});
}

OutputRule wide_rounding(Format format) { return OutputRule::ieee(format, Rounding::RNE); }

bool has_one_addend(const Sum& sum) { return sum.terms.size() == 1 && sum.terms[0].select == Select{}; }

Term alone(Expression x) {
    Term out = families::exactly(std::move(x));
    out.zero = ZeroPart::counted;
    return out;
}

Sum around(const Sum& sum, std::vector<Term> addends) {
    Sum out;
    out.terms = std::move(addends);
    out.zero_sum = sum.zero_sum;
    out.specials = sum.specials;
    out.round = sum.round;
    out.label = sum.label;
    return out;
}

namespace {

/// How NaNs are passed on, if any are.
std::optional<NanEncoding> nan_passed_on(const TreeEditList& list) {
    const auto passes_on_nans = [](const editing::RoundSite& x) { return depends_on_cause(x.rule.nan); };
    const auto found = std::ranges::find_if(list.sites().rounds, passes_on_nans);
    if (found == list.sites().rounds.end()) return std::nullopt;
    return found->rule.nan;
}

/// Whether it is a product by itself that is rounded before it is added.
bool is_rounded_product(const Term& term, int size) {
    if (term.of.kind != ExpressionKind::sum || !term.of.sum->round) return false;
    const bool has_product =
        has_one_addend(*term.of.sum) && term.of.sum->terms[0].of.kind == ExpressionKind::product;
    return has_product && term.select.parts == size && term.select.list.empty() &&
           term.select.index == Select::kEach;
}

/// A sum passes on the NaNs of products before those of numbers. A rounded product is a number, even if no
/// bits are dropped.
void edit_rounded_products(TreeEditList& out) {
    const auto nan = nan_passed_on(out);
    if (!nan) return;
    OutputRule rule = wide_rounding();
    rule.nan = *nan;
    for (const editing::TermSite& site : out.sites().terms) {
        out.at(site.sum_path);
        if (site.term->of.kind == ExpressionKind::product && site.term->select == Select{})
            out.change_term(site.path, [&](Term& term) {
                term = enclosed(std::move(term), rule);
                term.select.parts = site.size;
            });
        if (is_rounded_product(*site.term, site.size))
            out.change_term(site.path, [](Term& term) { term = Term(term.of.sum->terms[0]); });
    }
}

/// The first addend that is a NaN may be the one that a sum passes on.
void edit_orders(TreeEditList& out) {
    if (!nan_passed_on(out)) return;
    for (const editing::SumSite& site : out.sites().sums) {
        out.at(site.path);
        out.change_sum(site.path, [](Sum& sum) { std::ranges::reverse(sum.terms); });
        if (site.sum->terms.size() == 2) continue;
        for (std::size_t i = 1; i < site.sum->terms.size(); ++i)
            out.change_sum(site.path, [i](Sum& sum) { std::swap(sum.terms[i - 1], sum.terms[i]); });
    }
    for (const editing::TermSite& site : out.sites().terms) {
        const Select& select = site.term->select;
        if (site.term->of.kind != ExpressionKind::product || select.parts > 1) continue;
        out.at(site.sum_path);
        out.change_term(site.path, [&](Term& term) {
            std::vector<int>& list = term.select.list;
            if (list.empty()) {
                list.resize(static_cast<std::size_t>(site.size));
                std::iota(list.begin(), list.end(), 0);
            }
            std::ranges::reverse(list);
            if (std::ranges::is_sorted(list)) list.clear();
        });
    }
}

}  // namespace

std::vector<TreeEdit> reordered_trees(const Recipe& recipe) {
    TreeEditList out(recipe);
    edit_orders(out);
    return out.take();
}

std::vector<TreeEdit> trees_with_rounded_products(const Recipe& recipe) {
    TreeEditList out(recipe);
    edit_rounded_products(out);
    return out.take();
}

std::vector<TreeEdit> trees_with_moved_addends(const Recipe& recipe) {
    TreeEditList out(recipe);
    edit_addend_places(out);
    return out.take();
}

std::vector<TreeEdit> edited_trees(const Recipe& recipe) {
    TreeEditList out(recipe);
    edit_orders(out);
    edit_rounded_products(out);
    edit_sum_trees(out);
    edit_addend_trees(out);
    edit_addend_places(out);
    edit_chain_trees(out);
    return out.take();
}

}  // namespace karat::probe
