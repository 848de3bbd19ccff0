// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/search/plainer.hpp"

#include <optional>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"

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

/// The rounding keeps all bits of its format.
Recipe with_all_bits(const Recipe& recipe, const std::string& path) {
    return editing::with_rounds(recipe, {path},
                                [](OutputRule& rule) { rule.fraction = info(rule.format).fraction_bits; });
}

/// Zeros of these addends do not count.
Recipe with_zeros_ignored(const Recipe& recipe, ExpressionKind kind) {
    return editing::with_terms(recipe, {}, [&](Term& term) {
        if (term.of.kind == kind) term.zero = ZeroPart::ignored;
    });
}

/// Products are those of the operands as they are.
Recipe without_conversion(Recipe recipe) {
    recipe.operands.convert.reset();
    return recipe;
}

}  // namespace

Guess plainer(Guess guess, const Record& record, Budget& budget) {
    guess.loss = loss_of(Evaluator::without_bounds(guess.recipe), record, budget);
    const auto take_if_as_good = [&](Recipe recipe, std::optional<Spec> knobs = std::nullopt) {
        if (recipe == guess.recipe || budget.spent()) return false;
        const auto evaluator = evaluator_of(recipe);
        if (!evaluator) return false;
        const auto loss = loss_within(guess.loss + kSlack, *evaluator, record, budget);
        if (!loss) return false;
        guess = {std::move(recipe), *loss, std::move(knobs)};
        return true;
    };
    if (guess.knobs) {
        for (const auto fraction : {&Spec::output_fraction, &Spec::chain_fraction}) {
            Spec all_bits = *guess.knobs;
            (all_bits.*fraction).reset();
            take_if_as_good(expand(all_bits), all_bits);
        }
        return loosened(std::move(guess), kSpecifications, record, budget);
    }
    const auto each_site = [&](const auto& sites, const auto& plain) {
        for (const auto& site : sites) take_if_as_good(plain(guess.recipe, site.path));
    };
    if (!take_if_as_good(bare_tree(guess.recipe))) {
        const Recipe before = guess.recipe;  // the sites point into it
        each_site(editing::find_sites(before).sums, with_exact_sum);
    }
    // each of these can hide that another one is wrong
    for (const auto kind : {ExpressionKind::product, ExpressionKind::c, ExpressionKind::acc})
        take_if_as_good(with_zeros_ignored(guess.recipe, kind));
    take_if_as_good(without_conversion(guess.recipe));
    const Recipe before = guess.recipe;
    each_site(editing::find_sites(before).rounds, with_all_bits);
    return loosened(std::move(guess), kRecipes, record, budget);
}

}  // namespace karat::probe
