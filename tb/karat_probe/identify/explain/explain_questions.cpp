// SPDX-License-Identifier: Apache-2.0
// The part of the search that asks the target again where a guess is wrong in a few answers.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/questions/nearby.hpp"
#include "karat_probe/separate/tie_rows.hpp"

namespace karat::probe {

std::size_t Explainer::wrong_answers(const Guess& guess, const KindSet& kinds, std::size_t most) const {
    const Evaluator evaluator = Evaluator::without_bounds(guess.recipe);
    const Record& record = inquiry_.record();
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < record.size() && wrong < most; ++i) {
        if (!kinds.test(static_cast<std::size_t>(record.kind(i)))) continue;
        ++inquiry_.budget.evaluations;
        wrong += record.agrees(evaluator, i) ? 0 : 1;
    }
    return wrong;
}

bool Explainer::is_right_but_for_specials(const Guess& guess) const {
    KindSet others = kAllKinds;
    others.reset(static_cast<std::size_t>(QuestionKind::specials));
    return wrong_answers(guess, others, 1) == 0;
}

bool Explainer::is_nearly_right(const Guess& guess) const {
    constexpr std::size_t few = 6;
    return wrong_answers(guess, kAllKinds, few + 1) <= few;
}

/// Whether few answers are wrong, apart from those next to wrong ones, which were asked because they are. But
/// a tree that is wrong in many of those is another. A kind of question of which few were asked yet has heavy
/// answers.
bool Explainer::is_close(const Guess& guess) const {
    constexpr double small = 0.05;
    constexpr std::size_t few = 10;
    if (is_contradicted(guess)) return false;
    const Evaluator evaluator = Evaluator::without_bounds(guess.recipe);
    const Record& record = inquiry_.record();
    double loss = 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < record.size() && (loss <= small || wrong <= few); ++i) {
        if (record.kind(i) == QuestionKind::nearby) continue;
        ++inquiry_.budget.evaluations;
        if (record.agrees(evaluator, i)) continue;
        loss += record.weight(i);
        ++wrong;
    }
    return loss <= small || wrong <= few;
}

bool Explainer::is_contradicted(const Guess& guess) const {
    constexpr std::size_t many = 60;  // the right tree, with some wrong attributes, is wrong in fewer
    KindSet asked_nearby;
    asked_nearby.set(static_cast<std::size_t>(QuestionKind::nearby));
    if (wrong_answers(guess, asked_nearby, many + 1) <= many) return false;
    constexpr double little = 0.005;
    constexpr std::size_t all = 100000;
    return !topology_ || !topology_->seen() || topology_->contradicted(guess.recipe, all) > little;
}

/// Asks dot-adds next to some of those on which the guess is wrong: more answers of their kind show which
/// step leads on.
void Explainer::ask_nearby(const Guess& best) {
    constexpr std::size_t most_rows = 4;
    constexpr std::size_t next_to_each = 2;
    constexpr int of_each = 40;
    // the rest is for the challenges of the next guess
    if (inquiry_.asked() > inquiry_.settings.most_asked / 4 * 3) return;
    const Evaluator evaluator = Evaluator::without_bounds(best.recipe);
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < inquiry_.record().size(); ++i) {
        if (!inquiry_.record().agrees(evaluator, i)) wrong.push_back(i);
    }
    std::optional<TieRows> ties;
    if (!best.recipe.operands.are_integers()) ties.emplace(evaluator.program(), random_.bits());
    std::vector<VectorRow> rows;
    for (std::size_t n = 0; n < std::min(most_rows, next_to_each * wrong.size()); ++n) {
        const VectorRow& row = inquiry_.record().row(wrong[random_.below(wrong.size())]);
        for (int i = 0; i < of_each; ++i) {
            VectorRow other = nearby(row, inquiry_.target.formats(), random_);
            auto tie = ties && i % 2 == 0 ? ties->moved(other) : std::nullopt;
            rows.push_back(tie ? std::move(*tie) : std::move(other));
        }
    }
    inquiry_.report("asks next to " + std::to_string(wrong.size()) + " wrong answers of " +
                    formula(best.recipe, 1000));
    inquiry_.ask(QuestionKind::nearby, std::move(rows));
}

/// If only a few answers are wrong, asks them again. Whether one of them was a mistake of the target.
bool Explainer::asked_again(const Guess& best) {
    constexpr std::size_t few = 20;
    const Evaluator evaluator(best.recipe);
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < inquiry_.record().size() && wrong.size() <= few; ++i) {
        if (!inquiry_.record().agrees(evaluator, i) && !again_.contains(i)) wrong.push_back(i);
    }
    if (wrong.size() > few) return false;
    bool mistaken = false;
    for (const std::size_t i : wrong) {
        again_.insert(i);
        const std::uint64_t before = inquiry_.record().answer(i);
        const std::uint64_t second = inquiry_.target(inquiry_.record().row(i));
        const std::uint64_t third = inquiry_.target(inquiry_.record().row(i));
        if (second == before && third == before) continue;
        inquiry_.out.changed.push_back(
            {inquiry_.record().row(i), before, second == before ? third : second, std::nullopt});
        if (second == third) inquiry_.record().correct(i, second);
        mistaken = true;
    }
    return mistaken;
}

}  // namespace karat::probe
