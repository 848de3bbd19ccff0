// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/explain/explain.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/identify/explain/knob_search.hpp"
#include "karat_probe/identify/search/anneal.hpp"
#include "karat_probe/identify/search/plainer.hpp"
#include "karat_probe/identify/topology/sum_order.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

constexpr int kNearby = 6;   ///< how often dot-adds next to wrong ones are asked
constexpr int kQuick = 2;    ///< how often before pairs of steps are tried
constexpr int kRounds = 12;  ///< how often without a better guess, before the search gives up
constexpr std::uint64_t kMostForOrder = 600;           ///< pairs of addends that are asked for the order
constexpr std::chrono::milliseconds kAnnealing{1500};  ///< without a better guess
constexpr std::chrono::milliseconds kDrift{1500};      ///< the same

}  // namespace

Explainer::Explainer(Inquiry& inquiry) : inquiry_(inquiry), random_(inquiry.settings.seed) {
    first_guesses();
}

void Explainer::first_guesses() {
    if (inquiry_.settings.use_registry) {
        for (const Instruction& instruction : registry()) {
            Recipe recipe = expand(instruction.spec);
            if (!(formats_of(recipe.operands) == inquiry_.target.formats())) continue;
            const double loss = all_of({recipe, 0, std::nullopt});
            guesses_.push_back({std::move(recipe), loss, instruction.spec});
        }
        const auto known = std::min_element(guesses_.begin(), guesses_.end(), less);
        if (known != guesses_.end()) guesses_ = {*known};
        if (!guesses_.empty() && guesses_.front().loss == 0) return;
    }
    order_ = order_of_products(inquiry_.target, kMostForOrder);
    exchanges_.emplace(inquiry_.target, inquiry_.settings.seed);
    exchanges_->expect_one_of(shapes());
    const bool ordered = is_order_of_knobs(order_);
    if (!ordered) inquiry_.report("no knobs describe the order of the products");
    constexpr double share = 0.05;
    constexpr double smaller = 0.04;  // in another order knobs are unlikely
    search_knobs(ordered ? share : smaller);
    if (guesses_.empty()) {  // there was no time for any
        Recipe exact = expand(exact_spec(inquiry_.target.formats()));
        const double loss = all_of({exact, 0, std::nullopt});
        guesses_.push_back({std::move(exact), loss, std::nullopt});
    }
    std::stable_sort(guesses_.begin(), guesses_.end(), less);
    inquiry_.report("the best of " + std::to_string(guesses_.size()) + " specifications has loss " +
                    std::to_string(guesses_.front().loss));
}

/// Searches until a guess explains every answer, or the time is spent.
Guess Explainer::operator()(Guess best) {
    judge_pool();
    for (const Shape& shape : pool_) {
        if (shape.guess.loss == 0) return shape.guess;  // a rival that refuted the last guess
    }
    bool close = is_close(best);
    if (!close && !shaped_) {
        best = of_other_shape(std::move(best));
        close = is_close(best);
    } else if (!close && !pool_.empty()) {
        best = grown(std::move(best), soon(2 * kGrowth));
        close = is_close(best);
    }
    if (best.loss == 0) return best;
    if (close && asked_again(best)) best.loss = all_of(best);
    if (best.loss == 0) return best;
    auto begin = inquiry_.budget.now();
    best = close ? mended(std::move(best)) : annealed(climbed(std::move(best)));
    if (close) best = mended_again(std::move(best));
    if (close) best = afresh_if_stuck(std::move(best), begin);
    // most hardware is described by knobs: what two of them explain is likelier than an unusual tree
    if (best.loss > 0 && close) {
        best = polished(std::move(best), kSpecifications);
        if (best.loss > 0 && best.knobs) {  // a tree next to it, if that explains everything
            const auto better = edited(best, edited_trees(best.recipe));
            if (better && better->loss == 0) best = *better;
        }
        if (best.loss > 0 && !shaped_) best = of_other_shape(std::move(best));
        if (best.loss > 0) best = drifted_until_better(std::move(best), kDrift);
        if (best.loss > 0) best = polished_recipe(best);
        if (best.loss > 0 && !pool_.empty()) best = grown(std::move(best), soon(kGrowth));
    }
    if (best.loss > 0 && !close) best = raced(std::move(best));
    return searched(std::move(best), begin);
}

Explainer::Clock::time_point Explainer::soon(Clock::duration from_now) const {
    return std::min(last_start(), inquiry_.budget.now() + from_now);
}

/// The best of the first guesses, each annealed as long as that helps, the better ones first.
Guess Explainer::raced(Guess best) {
    constexpr std::size_t most = 6;
    constexpr int patience = 3;  // turns
    if (std::exchange(raced_, true)) return best;
    std::vector<Guess> all;
    for (Guess& guess : guesses_) guess.loss = all_of(guess);  // some were judged by part of the answers
    std::stable_sort(guesses_.begin(), guesses_.end(), less);
    all.assign(guesses_.begin(),
               guesses_.begin() + static_cast<std::ptrdiff_t>(std::min(most, guesses_.size())));
    const auto until = last_start();
    for (int idle = 0; idle < patience && inquiry_.budget.now() < until; ++idle) {
        std::stable_sort(all.begin(), all.end(), less);
        for (Guess& guess : all) {
            if (best.loss == 0 || inquiry_.budget.now() >= until) break;
            Guess other = annealed(guess);
            if (other.loss >= guess.loss - kSlack) continue;
            guess = std::move(other);
            idle = -1;
            if (guess.loss < best.loss) best = guess;
        }
    }
    for (std::size_t i = 0; i < all.size() && best.loss > 0 && inquiry_.budget.now() < until; ++i) {
        Guess other = polished(all[i], all[i].knobs ? kSpecifications : kRecipes);
        if (other.loss < best.loss) best = std::move(other);
    }
    return best;
}

/// Asks more where the best guess is wrong, and tries what single steps do not reach.
Guess Explainer::searched(Guess best, Clock::time_point begin) {
    for (int idle = 0; best.loss > 0 && idle < kRounds && !inquiry_.budget.spent(); ++idle) {
        const Space& space = best.knobs ? kSpecifications : kRecipes;
        best = loosened(std::move(best), space, inquiry_.record(), inquiry_.budget);
        double before = best.loss;
        best = afresh_if_stuck(std::move(best), begin);
        if (best.loss == 0) break;
        if (idle >= kQuick) {
            best = polished(std::move(best), kSpecifications);
            if (best.loss > 0) best = polished_recipe(best);
            if (best.loss == 0) break;
        }
        bool moved = best.loss < before - kSlack;
        const bool mistaken = asked_again(best);
        if (!mistaken && idle < kNearby && nearby_++ < kMostNearby) ask_nearby(best);
        before = best.loss = all_of(best);
        if (is_contradicted(best) && !std::exchange(shaped_again_, true)) best = of_other_shape(best);
        const bool stay = idle < kQuick && is_close(best);
        best = stay ? climbed(std::move(best)) : restarted(std::move(best));
        if (best.loss > 0) best = annealed(std::move(best));
        if (best.loss > 0 && is_close(best)) best = drifted_until_better(std::move(best), kShortDrift);
        if (best.loss > 0 && !pool_.empty()) best = grown(std::move(best), soon((idle + 1) * kGrowth));
        if (best.loss > 0 && idle >= kNearby) best = raced(std::move(best));
        moved = moved || best.loss < before - kSlack;
        if (moved) idle = -1;
    }
    return best;
}

/// As far as single steps lead. The first steps of a climb look at a part of the answers, and may spoil
/// others.
Guess Explainer::climbed(Guess guess) {
    guess.loss = all_of(guess);
    const Space& space = guess.knobs ? kSpecifications : kRecipes;
    Guess higher = climb(guess, space, inquiry_.record(), inquiry_.budget);
    return higher.loss < guess.loss - kSlack ? higher : guess;
}

/// The best of the guess and of all first guesses, each as far as single steps lead.
Guess Explainer::restarted(Guess best) {
    best = climbed(std::move(best));
    if (best.loss == 0) return best;
    for (Guess& other : guesses_) {
        other = climbed(std::move(other));
        if (other.loss < best.loss) best = other;
        if (best.loss == 0) break;
    }
    drop_repeated();  // several may lead to the same one
    return best;
}

Guess Explainer::annealed(Guess guess) {
    const auto better = [&](const Guess& from, const Space& space) {
        return anneal(from, space, inquiry_.record(), inquiry_.budget, inquiry_.budget.now() + kAnnealing,
                      random_);
    };
    while (guess.loss > 0 && !inquiry_.budget.spent()) {
        Guess next = guess;
        if (guess.knobs) next = better(guess, kSpecifications);
        // a rule that no knob has: as long as no specification is better
        if (next.loss >= guess.loss - kSlack)
            next = better({guess.recipe, guess.loss, std::nullopt}, kRecipes);
        if (next.loss >= guess.loss - kSlack) break;
        guess = climbed(std::move(next));
    }
    return guess;
}

Guess Explainer::simplest(Guess guess) {
    // other attributes of the same tree do not make its parts superfluous
    if (!guess.knobs && !(pruned_ == unfitted_tree(guess.recipe))) {
        guess = pruned(std::move(guess));
        pruned_ = unfitted_tree(guess.recipe);
    }
    return plainer(std::move(guess), inquiry_.record(), inquiry_.budget);
}

double Explainer::all_of(const Guess& guess) {
    return loss_of(Evaluator::without_bounds(guess.recipe), inquiry_.record(), inquiry_.budget);
}

}  // namespace karat::probe
