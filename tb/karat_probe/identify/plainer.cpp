// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/plainer.hpp"

#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/tree_moves.hpp"

namespace karat::probe {
namespace {

/// The sum adds its addends exactly, as in a bare tree.
Recipe with_exact_sum(const Recipe& recipe, const std::string& path) {
    return editing::with_sums(recipe, {path}, [](Sum& sum) {
        sum.grid = GridRule::own;
        sum.frame = SignFrame::exact;
        sum.sticky = Sticky::none;
        sum.floor.reset();
        for (Term& term : sum.terms) {
            Term exact = families::exactly(std::move(term.of));
            exact.select = std::move(term.select);
            exact.scaled = term.scaled;
            exact.flush = term.flush;
            term = std::move(exact);
        }
    });
}

}  // namespace

Guess plainer(Guess guess, const Record& record, Budget& budget) {
    if (guess.knobs) return loosened(std::move(guess), kSpecifications, record, budget);
    guess.loss = loss_of(Evaluator::without_bounds(guess.recipe), record, budget);
    const auto take_if_as_good = [&](Recipe recipe) {
        if (recipe == guess.recipe || budget.spent()) return false;
        const auto evaluator = evaluator_of(recipe);
        if (!evaluator) return false;
        const double loss = loss_of(*evaluator, record, budget);
        if (loss > guess.loss + kSlack) return false;
        guess = {std::move(recipe), loss, std::nullopt};
        return true;
    };
    if (!take_if_as_good(bare_tree(guess.recipe))) {
        const Recipe before = guess.recipe;  // the sites point into it
        for (const editing::SumSite& site : editing::find_sites(before).sums)
            take_if_as_good(with_exact_sum(guess.recipe, site.path));
    }
    return loosened(std::move(guess), kRecipes, record, budget);
}

}  // namespace karat::probe
