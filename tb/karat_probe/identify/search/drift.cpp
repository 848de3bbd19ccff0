// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/search/drift.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "karat_probe/identify/attributes/attributes.hpp"
#include "karat_probe/identify/judging/shuffle.hpp"
#include "karat_probe/identify/search/climb.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kFewWrong = 12;  ///< more of them are not mended by a step or two

std::vector<Recipe> values_of(const Attribute& attribute, const Recipe& recipe, tb::Random& random) {
    std::vector<Recipe> out;
    attribute.each_value(recipe, [&](Recipe value) { out.push_back(std::move(value)); });
    shuffle(out, random);
    return out;
}

/// The answers, by whether a guess gives them.
class Split {
   public:
    Split(const Guess& guess, const Record& record, Budget& budget) : record_(record), budget_(budget) {
        const Evaluator evaluator = Evaluator::without_bounds(guess.recipe);
        for (std::size_t i = record.size(); i-- > 0;)  // the latest were chosen to exclude
            (agrees(evaluator, i) ? right_ : wrong_).push_back(i);
    }
    [[nodiscard]] std::size_t wrong() const { return wrong_.size(); }
    [[nodiscard]] bool mends(const Evaluator& evaluator) const {
        return std::ranges::any_of(wrong_, [&](std::size_t i) { return agrees(evaluator, i); });
    }
    [[nodiscard]] bool spoils_none(const Evaluator& evaluator) const {
        return std::ranges::all_of(right_, [&](std::size_t i) { return agrees(evaluator, i); });
    }

   private:
    [[nodiscard]] bool agrees(const Evaluator& evaluator, std::size_t i) const {
        ++budget_.evaluations;
        return record_.agrees(evaluator, i);
    }
    const Record& record_;
    Budget& budget_;
    std::vector<std::size_t> right_, wrong_;
};

/// Those that leave the tree as it is, in random order: a walk would make trees larger and larger.
std::vector<Attribute> attributes_of_tree(const Recipe& recipe, tb::Random& random) {
    std::vector<Attribute> out = attributes_of(recipe);
    std::erase_if(out, [](const Attribute& each) { return each.reshapes(); });
    shuffle(out, random);
    return out;
}

/// One walk over all attributes: the recipe that mends an answer, or nothing.
std::optional<Recipe> mending_walk(Recipe recipe, const Split& answers, Budget& budget, tb::Random& random) {
    std::vector<Attribute> attributes = attributes_of_tree(recipe, random);
    for (const Attribute& attribute : attributes) {
        const Evaluator like = Evaluator::without_bounds(recipe);
        std::optional<Recipe> neutral;
        for (Recipe& value : values_of(attribute, recipe, random)) {
            if (budget.spent()) return std::nullopt;
            const auto evaluator = evaluator_of(value, &like);
            if (!evaluator) continue;
            ++budget.tried;
            const bool mends = answers.mends(*evaluator);
            if ((!mends && neutral) || !answers.spoils_none(*evaluator)) continue;
            if (mends) return std::move(value);
            neutral = std::move(value);
        }
        if (neutral) recipe = *std::move(neutral);
    }
    return std::nullopt;
}

}  // namespace

Recipe drifted(Recipe recipe, const Record& record, Budget& budget, tb::Random& random) {
    std::vector<Attribute> attributes = attributes_of_tree(recipe, random);
    for (const Attribute& attribute : attributes) {
        if (budget.spent()) break;
        const Evaluator like = Evaluator::without_bounds(recipe);
        for (Recipe& value : values_of(attribute, recipe, random)) {
            if (budget.spent()) break;
            const auto evaluator = evaluator_of(value, &like);
            ++budget.tried;
            if (!evaluator || !gives_every_answer(*evaluator, record, budget)) continue;
            recipe = std::move(value);
            break;
        }
    }
    return recipe;
}

Guess mended_by_drift(const Guess& guess, const Record& record, Budget& budget,
                      Budget::Clock::time_point until, tb::Random& random) {
    const Split answers(guess, record, budget);
    if (answers.wrong() == 0 || answers.wrong() > kFewWrong) return guess;
    const auto end = std::exchange(budget.end, std::min(budget.end, until));
    Guess out = guess;
    while (!budget.spent()) {
        auto mended = mending_walk(guess.recipe, answers, budget, random);
        if (!mended) continue;
        const double loss = loss_of(Evaluator::without_bounds(*mended), record, budget);
        out = {std::move(*mended), loss, std::nullopt};
        break;
    }
    budget.end = end;
    return out;
}

}  // namespace karat::probe
