// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for specifications by knobs.
#include <algorithm>
#include <utility>

#include "karat_probe/identify/explain.hpp"

namespace karat::probe {
namespace {

using Clock = Budget::Clock;

constexpr std::chrono::seconds kKnobs{20};  ///< for kicks, before other shapes are tried
constexpr double kNone = 1e9;               ///< loss of no guess

}  // namespace

/// The best of the guess and of the first ones that knobs describe, each kicked on as long as that helps.
Guess Explainer::kicked_specifications(Guess best) {
    constexpr std::size_t most = 6;
    constexpr int kicks = 8;
    constexpr int patience = 3;
    const auto until = std::min(inquiry_.budget.now() + kKnobs, three_quarters());
    std::stable_sort(guesses_.begin(), guesses_.end(), less);
    for (int idle = 0; idle < patience && best.loss > 0; ++idle) {
        for (std::size_t i = 0; i < std::min(most, guesses_.size()) && inquiry_.budget.now() < until; ++i) {
            Guess& guess = guesses_[i];
            if (!guess.knobs) continue;
            Guess other =
                climb_by_kicks(guess, kSpecifications, inquiry_.record(), inquiry_.budget, kicks, random_);
            if (other.loss >= guess.loss - kSlack) continue;
            other = climbed(std::move(other));
            if (other.loss < guess.loss) guess = std::move(other);
            idle = 0;
            if (guess.loss < best.loss) best = guess;
            if (best.loss == 0) return best;
        }
        if (inquiry_.budget.now() > until) break;
    }
    for (std::size_t i = 0; i < std::min(most, guesses_.size()) && inquiry_.budget.now() < until; ++i) {
        Guess other = polished(guesses_[i], kSpecifications);
        if (other.loss < guesses_[i].loss) guesses_[i] = std::move(other);
        if (guesses_[i].loss < best.loss) best = guesses_[i];
        if (best.loss == 0) break;
    }
    return best;
}

Clock::time_point Explainer::three_quarters() const {
    return inquiry_.begin + (inquiry_.budget.end - inquiry_.begin) * 3 / 4;
}

Guess Explainer::by_knobs(Guess best) {
    best.loss = kNone;
    for (Guess& guess : guesses_) {
        if (!guess.knobs || inquiry_.budget.now() > three_quarters()) continue;
        guess = climbed(std::move(guess));
        if (guess.loss < best.loss) best = guess;
        if (best.loss == 0) return best;
    }
    drop_repeated();
    return kicked_specifications(std::move(best));
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
