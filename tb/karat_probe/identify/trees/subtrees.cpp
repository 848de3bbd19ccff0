// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/subtrees.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/trees/tree_shapes.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

/// Whether any addend of a kind is in a term, or in a sum below it.
template <class Kind>
bool holds(const Term& term, Kind is_kind) {
    if (term.of.kind == ExpressionKind::sum)
        return std::ranges::any_of(term.of.sum->terms, [&](const Term& x) { return holds(x, is_kind); });
    return is_kind(term.of.kind);
}
bool holds_products(const Term& term) {
    return holds(term, [](ExpressionKind kind) { return kind == ExpressionKind::product; });
}
bool holds_only_products(const Term& term) {
    return !holds(term, [](ExpressionKind kind) { return kind != ExpressionKind::product; });
}

/// Those of a shape, but single products as the sum adds them now, if it adds the same ones.
std::vector<Term> as_before(std::vector<Term> terms, const Sum& sum) {
    for (Term& term : terms) {
        const auto same = std::ranges::find_if(sum.terms, [&](const Term& old) {
            return old.of.kind == ExpressionKind::product && term.of.kind == ExpressionKind::product &&
                   old.select == term.select;
        });
        if (same != sum.terms.end()) term = *same;
    }
    return terms;
}

}  // namespace

std::vector<TreeEdit> other_subtrees(const Recipe& recipe) {
    std::vector<TreeEdit> out;
    std::map<std::string, int> sizes;
    const editing::Sites sites = editing::find_sites(recipe);
    for (const editing::TermSite& site : sites.terms) sizes[site.sum_path] = site.size;
    for (const editing::SumSite& site : sites.sums) {
        const bool divisible = std::ranges::all_of(site.sum->terms, [](const Term& term) {
            return !holds_products(term) || holds_only_products(term);
        });
        if (site.path == "result" || !divisible) continue;
        for (const std::vector<Term>& shape :
             product_shapes(formats_of(recipe.operands), sizes.at(site.path))) {
            Recipe other = editing::with_sums(recipe, {site.path}, [&](Sum& sum) {
                std::vector<Term> terms = as_before(shape, sum);
                std::ranges::copy_if(sum.terms, std::back_inserter(terms),
                                     [](const Term& term) { return !holds_products(term); });
                sum.terms = std::move(terms);
            });
            out.push_back({std::move(other), site.path, true});
        }
    }
    return out;
}

}  // namespace karat::probe
