// SPDX-License-Identifier: Apache-2.0
// Edits of the order: how k is divided into steps of a chain and into groups, and which k each of them takes.
#include <algorithm>
#include <numeric>

#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

std::vector<int> divisors(int size) {
    std::vector<int> out;
    for (int i = 1; i <= size; ++i) {
        if (size % i == 0) out.push_back(i);
    }
    return out;
}

int chosen(const Select& select, int size) {
    return select.list.empty() ? size : static_cast<int>(select.list.size());
}

void set_parts(Select& select, int parts) {
    select.parts = parts;
    if (parts == 1) select.pattern = Pattern::contiguous;
}

void patterns(const Select& was, const std::function<void(Pattern)>& one) {
    if (was.parts == 1) return;
    for (std::size_t i = 0; i < EnumNames<Pattern>::names.size(); ++i) {
        if (static_cast<Pattern>(i) != was.pattern) one(static_cast<Pattern>(i));
    }
}

void edit_chain(Collector& out, const ChainSite& site) {
    const Select& was = site.chain->slices;
    const int size = chosen(was, site.size);
    for (const int terms : divisors(size)) {
        out.add_form(with_chains(out.original(), {site.path},
                                 [&](Chain& chain) { set_parts(chain.slices, size / terms); }),
                     {"terms", terms, size / was.parts, "products per step of the chain", 4});
    }
    patterns(was, [&](Pattern pattern) {
        out.add_form(
            with_chains(out.original(), {site.path}, [&](Chain& chain) { chain.slices.pattern = pattern; }),
            {"chain_pattern", named(pattern), named(was.pattern), "which products a step of the chain takes",
             5});
    });
    if (was.parts == 1) return;
    const auto reverse = [&](Chain& chain) {
        std::vector<int>& list = chain.slices.list;
        if (list.empty()) {
            list.resize(static_cast<std::size_t>(site.size));
            std::iota(list.begin(), list.end(), 0);
        }
        std::reverse(list.begin(), list.end());
    };
    out.add_form(with_chains(out.original(), {site.path}, reverse),
                 {"chain_order", "reversed", {}, "the steps of the chain take the last products first", 5});
}

/// Splits a single sum that takes c into a chain of sums.
void break_up(Collector& out) {
    const Expression& result = out.original().result;
    if (result.kind != ExpressionKind::sum || !result.sum->round) return;
    Sum step = *result.sum;
    int taken = 0;
    for (Term& term : step.terms) {
        if (term.of.kind != ExpressionKind::c) continue;
        term.of.kind = ExpressionKind::acc;
        term.flush = out.original().operands.flush_c;
        ++taken;
    }
    if (taken != 1) return;
    const int k = out.original().operands.k;
    for (const int terms : divisors(k)) {
        if (terms == k) continue;
        Chain chain;
        chain.start.kind = ExpressionKind::c;
        chain.slices.parts = k / terms;
        chain.step = Child<Sum>(step);
        Recipe changed = out.original();
        changed.result = {ExpressionKind::chain, {}, Child<Chain>(std::move(chain))};
        out.add_form(std::move(changed), {"terms", terms, k,
                                          "products added at a time; each partial sum with c is rounded "
                                          "before the next products are added",
                                          4});
    }
}

void edit_groups(Collector& out, const TermSite& site) {
    const Select& was = site.term->select;
    if (was.parts == 1 || was.index != Select::kEach) return;
    const int size = chosen(was, site.size);
    const std::string each = phrase(*site.term);
    for (const int group : divisors(size)) {
        out.add_form(with_terms(out.original(), {site.path},
                                [&](Term& term) { set_parts(term.select, size / group); }),
                     {"group", group, size / was.parts, "products in " + each, 6});
    }
    patterns(was, [&](Pattern pattern) {
        out.add_form(
            with_terms(out.original(), {site.path}, [&](Term& term) { term.select.pattern = pattern; }),
            {"group_pattern", named(pattern), named(was.pattern), "which products " + each + " takes", 6});
    });
}

}  // namespace

void edit_order(Collector& out) {
    for (const ChainSite& site : out.sites().chains) edit_chain(out, site);
    break_up(out);
    for (const TermSite& site : out.sites().terms) edit_groups(out, site);
}

}  // namespace karat::editing
