// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for specifications by knobs.
#include <algorithm>
#include <utility>

#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/search/anneal.hpp"

namespace karat::probe {
namespace {

constexpr std::chrono::seconds kOfEach{2};
constexpr double kNone = 1e9;  ///< loss of no guess

}  // namespace

Explainer::Clock::time_point Explainer::last_start() const {
    return inquiry_.begin + (inquiry_.budget.end - inquiry_.begin) * 7 / 8;
}

Guess Explainer::by_knobs(Guess best) {
    constexpr double hopeless = 0.5;  // a loss that no few knobs mend
    best.loss = kNone;
    for (Guess& guess : guesses_) {
        guess.loss = all_of(guess);
        if (guess.knobs && guess.loss < best.loss) best = guess;
    }
    if (best.loss > hopeless) return best;
    for (Guess& guess : guesses_) {
        if (!guess.knobs || inquiry_.budget.spent()) continue;
        guess = climbed(std::move(guess));
        if (guess.loss < best.loss) best = guess;
        if (best.loss == 0) return best;
    }
    drop_repeated();
    for (Guess& guess : guesses_) {
        if (!guess.knobs || best.loss == 0 || inquiry_.budget.spent()) continue;
        guess = anneal(guess, kSpecifications, inquiry_.record(), inquiry_.budget,
                       inquiry_.budget.now() + kOfEach, random_);
        if (guess.loss < best.loss) best = guess;
    }
    return best;
}

Guess Explainer::of_other_knobs(Guess best) {
    constexpr int searches = 3;
    constexpr double share = 0.04;
    if (best.loss == 0 || !best.knobs || searched_knobs_ == searches) return best;
    ++searched_knobs_;
    search_knobs(share);
    drop_repeated();
    std::ranges::stable_sort(guesses_, less);
    report_step(inquiry_.budget, "other knobs", best.loss, guesses_.front().loss);
    return guesses_.front().loss < best.loss ? guesses_.front() : best;
}

void Explainer::drop_repeated() {
    std::vector<Guess> kept;
    for (Guess& guess : guesses_) {
        const auto same = [&](const Guess& other) { return other.recipe == guess.recipe; };
        if (std::none_of(kept.begin(), kept.end(), same)) kept.push_back(std::move(guess));
    }
    guesses_ = std::move(kept);
}

}  // namespace karat::probe
