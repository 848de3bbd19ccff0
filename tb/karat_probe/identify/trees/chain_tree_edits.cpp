// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/tree_edit_list.hpp"

namespace karat::probe {
namespace {

/// The addends of the only step of a chain, with its start in place of acc; without it if that is zero.
Sum started(Sum step, const Chain& chain) {
    if (chain.start.kind == ExpressionKind::zero)
        std::erase_if(step.terms, [](const Term& term) { return term.of.kind == ExpressionKind::acc; });
    for (Term& term : step.terms) {
        if (term.of.kind == ExpressionKind::acc) {
            term.of = chain.start;
            term.select = chain.start_select;
        } else if (chain.start.kind == ExpressionKind::sum) {
            // the step has its own part of the products
            std::vector<int> list = chain.slices.list;
            if (!term.select.list.empty()) {
                list.clear();
                for (const int at : term.select.list)
                    list.push_back(chain.slices.list[static_cast<std::size_t>(at)]);
            }
            term.select.list = std::move(list);
        } else if (term.of.kind == ExpressionKind::sum) {
            term.of = families::of(started(*term.of.sum, chain));
        }
    }
    return step;
}

/// A chain of one step is a sum.
void of_single_step(TreeEditList& out, const editing::ChainSite& site) {
    const Chain& chain = *site.chain;
    const ExpressionKind start = chain.start.kind;
    const bool number = start == ExpressionKind::c || start == ExpressionKind::zero;
    const bool adds_acc = std::ranges::any_of(
        chain.step->terms, [](const Term& term) { return term.of.kind == ExpressionKind::acc; });
    const bool sum = start == ExpressionKind::sum && adds_acc && !chain.slices.list.empty();
    if (chain.slices.parts != 1 || !(number || sum)) return;
    out.add(editing::with_expressions(out.recipe(), {site.path}, [](const Expression& x) {
        Sum step = *x.chain->step;
        if (x.chain->last) step.round = x.chain->last;
        return families::of(started(std::move(step), *x.chain));
    }));
}

/// One step that adds what all steps add. The inner sums of a step become parts of it.
void steps_at_once(TreeEditList& out, const editing::ChainSite& site) {
    out.add(editing::with_chains(out.recipe(), {site.path}, [](Chain& chain) {
        Sum step = *chain.step;
        for (Term& term : step.terms) {
            if (term.of.kind != ExpressionKind::sum || term.select.index != Select::kEach) continue;
            term.select.parts *= chain.slices.parts;
            term.select.list.clear();
            term.select.pattern = chain.slices.pattern;
        }
        if (chain.last) step.round = chain.last;
        chain.last.reset();
        chain.slices.parts = 1;
        chain.step = Child<Sum>(std::move(step));
    }));
}

void of_chain(TreeEditList& out, const editing::ChainSite& site) {
    const Chain& was = *site.chain;
    of_single_step(out, site);
    if (was.slices.parts > 1) steps_at_once(out, site);
    if (was.last) {
        out.add(editing::with_chains(out.recipe(), {site.path}, [&](Chain& chain) {
            if (site.path == "result") {
                Sum step = *chain.step;
                step.round = chain.last;
                chain.step = Child<Sum>(std::move(step));
            }
            chain.last.reset();
        }));
    }
    const int size = was.slices.list.empty() ? site.size : static_cast<int>(was.slices.list.size());
    each_division(size, [&](int slices, Pattern pattern) {
        out.add(editing::with_chains(out.recipe(), {site.path}, [&](Chain& chain) {
            chain.slices.parts = slices;
            chain.slices.pattern = pattern;
        }));
    });
}

}  // namespace

void edit_chain_trees(TreeEditList& out) {
    for (const editing::ChainSite& site : out.sites().chains) {
        out.at(site.path);
        of_chain(out, site);
    }
}

}  // namespace karat::probe
