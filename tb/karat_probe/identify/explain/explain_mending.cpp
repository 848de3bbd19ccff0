// SPDX-License-Identifier: Apache-2.0
// The part of the search that mends a guess which is wrong in few answers, or starts afresh.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>
#include <vector>

#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/search/drift.hpp"
#include "karat_probe/identify/search/plainer.hpp"

namespace karat::probe {
namespace {

constexpr std::chrono::seconds kPairs{4};        ///< of knobs, before something else is tried
constexpr std::chrono::seconds kRecipePairs{2};  ///< the same of attributes
constexpr std::chrono::seconds kStuck{6};        ///< without a guess that explains everything
constexpr std::chrono::seconds kFresh{12};       ///< of a fresh start
constexpr double kFar = 1.5;                     ///< loss above which pairs of steps are not worth their time

}  // namespace

/// Asks next to its wrong answers, and takes the steps and edits that mend these. One wrong answer is mended
/// by many a step; those next to it tell which of them is right.
Guess Explainer::mended(Guess best) {
    if (nearby_++ < kMostNearby) {
        if (!best.knobs) best = plainer(std::move(best), inquiry_.record(), inquiry_.budget);
        const bool only_specials = is_right_but_for_specials(best);
        ask_nearby(best);
        // steps would bend the tree to the many answers next to a NaN in another order
        if (only_specials) best = reordered(std::move(best));
        best = climbed(std::move(best));
        if (best.loss > 0) best = or_right_neighbour(std::move(best));
        best = of_other_knobs(std::move(best));
        if (best.loss == 0) return best;
        best = reordered(std::move(best));
        if (best.loss > 0 && !best.knobs) best = refitted(best, 1);
    }
    best = drifted_until_better(std::move(best), kShortDrift);
    best = annealed(climbed(std::move(best)));
    if (!best.knobs) best = edited_while_better(std::move(best), soon(kGrowth));
    return best;
}

/// Or a neighbour of the last guess that was challenged, if one gives every answer. Steps that mend the guess
/// change one attribute; many a neighbour is further away.
Guess Explainer::or_right_neighbour(Guess best) {
    const Neighbour* right = right_neighbour(inquiry_.out.neighbours, inquiry_.record(), inquiry_.budget);
    if (right == nullptr) return best;
    report_step(inquiry_.budget, right->edit.key + " of the last guess", best.loss, 0);
    return {right->edit.recipe, 0, std::nullopt};
}

/// Asks next to its wrong answers once more. What one wrong answer and those next to it do not tell, those
/// next to another one, or to the same one in other places, often do.
Guess Explainer::mended_again(Guess best) {
    if (best.loss == 0 || nearby_++ >= kMostNearby) return best;
    ask_nearby(best);
    return annealed(climbed(std::move(best)));
}

/// Where nothing has mended the best guess for long, it was bent to the answers: the trees are fitted from
/// nothing again, with all that was asked since. `begin`: when its search began, or the last fresh start.
Guess Explainer::afresh_if_stuck(Guess best, Clock::time_point& begin) {
    if (best.loss == 0 || !shaped_ || inquiry_.budget.now() < begin + kStuck) return best;
    inquiry_.report("starts afresh");
    std::vector<Shape> before = std::exchange(pool_, {});
    guesses_.front().loss = all_of(guesses_.front());
    const auto whole = std::exchange(inquiry_.budget.end, soon(kFresh));
    Guess other = of_other_shape(guesses_.front());
    inquiry_.budget.end = whole;
    if (other.loss > 0 && is_close(other)) other = mended(std::move(other));
    best.loss = all_of(best);
    std::ranges::move(before, std::back_inserter(pool_));
    begin = inquiry_.budget.now();
    report_step(inquiry_.budget, "started afresh", best.loss, other.loss);
    return other.loss < best.loss ? other : best;
}

Guess Explainer::polished_recipe(const Guess& guess) {
    Guess recipe = polished({guess.recipe, guess.loss, std::nullopt}, kRecipes);
    return recipe.loss < guess.loss ? recipe : guess;
}

/// Attributes that explain an answer only together. If knobs describe the guess, only if that explains
/// everything.
Guess Explainer::drifted_until_better(Guess best, Clock::duration each) {
    while (best.loss > 0 && !inquiry_.budget.spent()) {
        Guess other =
            mended_by_drift(best, inquiry_.record(), inquiry_.budget, inquiry_.budget.now() + each, random_);
        if (other.loss >= best.loss - kSlack) break;
        report_step(inquiry_.budget, "drifted", best.loss, other.loss);
        other = climbed(std::move(other));
        if (best.knobs && other.loss > 0) break;
        best = std::move(other);
    }
    return best;
}

/// Steps, and pairs of steps where no single one helps, as far as they go.
Guess Explainer::polished(Guess guess, const Space& space) {
    if (&space == &kSpecifications && !guess.knobs) return guess;
    while (!inquiry_.budget.spent()) {
        guess = climbed(std::move(guess));
        if (guess.loss == 0 || guess.loss > kFar) break;
        guess = loosened(std::move(guess), space, inquiry_.record(), inquiry_.budget);
        const auto end = inquiry_.budget.end;
        inquiry_.budget.end =
            std::min(end, inquiry_.budget.now() + (&space == &kRecipes ? kRecipePairs : kPairs));
        Guess paired = climb_by_pairs(guess, space, inquiry_.record(), inquiry_.budget);
        inquiry_.budget.end = end;
        if (paired.loss >= guess.loss - kSlack) break;
        guess = std::move(paired);
    }
    return guess;
}

}  // namespace karat::probe
