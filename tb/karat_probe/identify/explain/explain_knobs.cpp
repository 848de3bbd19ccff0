// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for specifications by knobs.
#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/explain/knob_search.hpp"
#include "karat_probe/identify/search/anneal.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {

/// With the best steps, and with another structure as long as that helps. `far`: with steps of several knobs.
Guess Explainer::finished(Guess guess, bool far) {
    const auto climb_on = [&] {
        guess = climb(std::move(guess), kSpecifications, inquiry_.record(), inquiry_.budget,
                      {1000, kAllKinds, far});
    };
    climb_on();
    while (guess.loss > 0) {
        const double before = guess.loss;
        guess = restructured(std::move(guess), inquiry_.record(), inquiry_.budget);
        if (guess.loss >= before) break;
        report_step(inquiry_.budget, "another structure", before, guess.loss);
        climb_on();
    }
    return guess;
}

/// The search among knobs may end while its specifications still get better, and a step or two before the
/// right one. The best of each algorithm comes first: that of another one often has less loss. Then those
/// with the least loss, with steps of several knobs, of which there are many.
void Explainer::finish_knobs() {
    constexpr double nearly = 0.05;  // a few answers are wrong
    constexpr double hopeless = 2;
    constexpr std::size_t most_far = 4;
    std::map<Algorithm, int> seen;
    std::vector<std::pair<int, std::size_t>> order;
    std::stable_sort(guesses_.begin(), guesses_.end(), less);
    for (std::size_t i = 0; i < guesses_.size(); ++i)
        if (guesses_[i].knobs) order.emplace_back(seen[guesses_[i].knobs->algorithm]++, i);
    std::ranges::sort(order);
    std::vector<std::size_t> places;
    places.reserve(order.size());
    for (const auto& [place, i] : order) places.push_back(i);
    finish(places, {false, 0.05, nearly});
    std::stable_sort(guesses_.begin(), guesses_.end(), less);
    places.clear();
    for (std::size_t i = 0; i < guesses_.size() && places.size() < most_far; ++i)
        if (guesses_[i].knobs && guesses_[i].loss < hopeless) places.push_back(i);
    finish(places, {true, 0.04, 0});
    for (Guess& guess : guesses_) guess.loss = all_of(guess);
}

void Explainer::finish(const std::vector<std::size_t>& places, const Finish& how) {
    Budget& budget = inquiry_.budget;
    const auto end = budget.end;
    budget.end = budget.now() + std::chrono::duration_cast<Clock::duration>((end - budget.now()) * how.share);
    for (const std::size_t i : places) {
        Guess& guess = guesses_[i];
        if (guess.loss == 0 || budget.spent()) break;
        guess = finished(std::move(guess), how.far);
        if (guess.loss <= how.enough) break;
    }
    budget.end = end;
}

void Explainer::search_knobs(double share) {
    const auto is_likely = [&](const Recipe& tree) { return !exchanges_ || exchanges_->is_likely(tree); };
    // many products take longer to evaluate
    const double longer = std::clamp(inquiry_.target.formats().k / 16.0, 1.0, 3.0);
    const auto end = inquiry_.budget.end;
    const auto left = (end - inquiry_.budget.now()) * (longer * share);
    inquiry_.budget.end = inquiry_.budget.now() + std::chrono::duration_cast<Clock::duration>(left);
    for (Guess& guess : knob_search(inquiry_.target.formats(), inquiry_.record(), inquiry_.budget, is_likely))
        guesses_.push_back(std::move(guess));
    inquiry_.budget.end = end;
    finish_knobs();
}
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
