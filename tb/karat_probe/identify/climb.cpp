// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/climb.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>

#include "karat/error.hpp"
#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {
namespace {

std::optional<Evaluator> evaluator_of(const Recipe& recipe) {
    try {
        return Evaluator(recipe);
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

/// One round: the current guess, and which answers it does and does not give.
class Step {
   public:
    Step(const Guess& guess, const Record& record, Budget& budget) : record_(record), budget_(budget) {
        const Evaluator evaluator(guess.recipe);
        for (std::size_t i = 0; i < record.size(); ++i) {
            (record.agrees(evaluator, i) ? right_ : wrong_).push_back(i);
        }
        budget.evaluations += record.size();
        // spread over the record, so that a few of them tell most
        constexpr std::size_t stride = 7919;
        for (auto* all : {&right_, &wrong_}) {
            if (all->size() % stride == 0) continue;
            std::vector<std::size_t> mixed(all->size());
            for (std::size_t i = 0; i < all->size(); ++i) mixed[i] = (*all)[i * stride % all->size()];
            *all = std::move(mixed);
        }
        for (const std::size_t i : wrong_) lost_ += record.weight(i);
    }
    [[nodiscard]] double loss() const { return lost_; }

    /// The loss of an edited recipe, or nothing if it is not below `limit`.
    [[nodiscard]] std::optional<double> below(double limit, const Evaluator& evaluator) {
        ++budget_.tried;
        double loss = lost_;
        std::size_t looked = 0;
        for (const std::size_t i : wrong_) {
            ++budget_.evaluations;
            if (record_.agrees(evaluator, i)) loss -= record_.weight(i);
            // an edit that mends none of the first sixty rarely mends any
            if (++looked == kFirst && loss == lost_) return std::nullopt;
        }
        if (loss >= limit) return std::nullopt;
        for (const std::size_t i : right_) {
            ++budget_.evaluations;
            if (record_.agrees(evaluator, i)) continue;
            loss += record_.weight(i);
            if (loss >= limit) return std::nullopt;
        }
        return loss;
    }

   private:
    static constexpr std::size_t kFirst = 60;
    const Record& record_;
    Budget& budget_;
    std::vector<std::size_t> right_, wrong_;
    double lost_ = 0;
};

std::string name_of_edit(const Edit& edit) { return edit.key + "=" + boost::json::serialize(edit.value); }

bool verbose() {
    static const bool on = std::getenv("KARAT_TRACE_IDENTIFY") != nullptr;
    return on;
}

/// The best edit among `edits`; `promising` collects the names of those that help.
std::optional<Guess> best_of(std::vector<Edit> edits, Step& step, Budget& budget, std::set<std::string>* promising) {
    std::optional<Guess> best;
    double limit = step.loss() - 1e-12;
    std::string what;
    for (Edit& edit : edits) {
        if (budget.spent()) break;
        const auto evaluator = evaluator_of(edit.recipe);
        if (!evaluator) continue;
        const auto loss = step.below(promising != nullptr ? step.loss() - 1e-12 : limit, *evaluator);
        if (!loss) continue;
        if (promising != nullptr) promising->insert(name_of_edit(edit));
        if (*loss >= limit) continue;
        limit = *loss;
        what = name_of_edit(edit);
        best = Guess{std::move(edit.recipe), *loss};
    }
    if (best && verbose()) std::fprintf(stderr, "    %-40s loss %.4f -> %.4f\n", what.c_str(), step.loss(), best->loss);
    return best;
}

}  // namespace

double loss_of(const Evaluator& evaluator, const Record& record, double limit, Budget& budget) {
    double loss = 0;
    ++budget.tried;
    for (std::size_t i = 0; i < record.size() && loss <= limit; ++i) {
        ++budget.evaluations;
        if (!record.agrees(evaluator, i)) loss += record.weight(i);
    }
    return loss;
}

Guess climb(Guess guess, const Record& record, Budget& budget) {
    std::set<std::string> promising;
    while (!budget.spent()) {
        Step step(guess, record, budget);
        guess.loss = step.loss();
        if (guess.loss == 0) return guess;
        std::vector<Edit> near = proposed_edits(guess.recipe, EditReach::near);
        // first the edits that helped in an earlier round
        if (!promising.empty()) {
            std::vector<Edit> few;
            for (const Edit& edit : near) {
                if (promising.contains(name_of_edit(edit))) few.push_back(edit);
            }
            promising.clear();
            if (auto better = best_of(std::move(few), step, budget, &promising)) {
                guess = std::move(*better);
                continue;
            }
        }
        auto better = best_of(std::move(near), step, budget, &promising);
        if (!better) better = best_of(proposed_edits(guess.recipe, EditReach::shapes), step, budget, nullptr);
        if (!better) return guess;
        guess = std::move(*better);
    }
    return guess;
}

}  // namespace karat::probe
