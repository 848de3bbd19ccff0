// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/judging/step.hpp"

#include <algorithm>

#include "karat/error.hpp"
#include "karat_probe/identify/judging/complexity.hpp"

namespace karat::probe {

std::optional<Evaluator> evaluator_of(const Recipe& recipe, const Evaluator* like) {
    try {
        return like == nullptr ? Evaluator::without_bounds(recipe)
                               : Evaluator::without_bounds(recipe, like->program());
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

bool gives_every_answer(const Evaluator& evaluator, const Record& record, Budget& budget) {
    for (std::size_t i = record.size(); i-- > 0;) {
        ++budget.evaluations;
        if (!record.agrees(evaluator, i)) return false;
    }
    return true;
}

Step::Step(const Recipe& guess, const Record& record, Budget& budget, std::size_t most, KindSet kinds)
    : evaluator_(Evaluator::without_bounds(guess)),
      complexity_(complexity(guess)),
      record_(record),
      budget_(budget) {
    const std::size_t every = record.stride(most);
    for (std::size_t i = 0; i < record.size(); i += every) {
        if (!kinds.test(static_cast<std::size_t>(record.kind(i)))) continue;
        (record.agrees(evaluator_, i) ? right_ : wrong_)
            .push_back({i, static_cast<double>(every) * record.weight(i)});
        ++budget.evaluations;
    }
    // spread over the record, so that a few of them tell most
    constexpr std::size_t stride = 7919;
    for (auto* all : {&right_, &wrong_}) {
        if (all->size() % stride == 0) continue;
        std::vector<Row> mixed;
        mixed.reserve(all->size());
        for (std::size_t i = 0; i < all->size(); ++i)
            mixed.push_back(std::move((*all)[i * stride % all->size()]));
        *all = std::move(mixed);
    }
    for (const Row& row : wrong_) lost_ += row.weight;
}

std::optional<double> Step::below(double limit, const Evaluator& evaluator, bool* mends) {
    ++budget_.tried;
    double loss = 0;
    double gained = 0;
    std::size_t looked = 0;
    *mends = false;
    const auto result = [&](double left) -> std::optional<double> {
        *mends = gained > loss - left;
        if (loss >= limit) return std::nullopt;
        return loss;
    };
    const Continued changed(evaluator_, evaluator);
    for (Row& row : wrong_) {
        (agrees(changed, row) ? gained : loss) += row.weight;
        if (loss >= limit) return result(loss);
        // a change that mends none of the first answers rarely mends any
        if (++looked == kFirst && gained == 0) return std::nullopt;
    }
    const double left = loss;
    for (std::size_t n = 0; n < right_.size(); ++n) {
        if (agrees(changed, right_[n])) continue;
        loss += right_[n].weight;
        std::swap(right_[n], right_[n / 2]);  // what one change spoils, the next is likely to spoil
        if (loss >= limit) break;
    }
    return result(left);
}

double Step::allowed(double most, const Recipe& changed) const {
    constexpr double least_gain = 0.3;
    return complexity(changed) > complexity_ ? most * (1 - least_gain) : most;
}

std::optional<double> Step::change(const Evaluator& evaluator) {
    ++budget_.tried;
    const Continued changed(evaluator_, evaluator);
    double mended = 0;
    for (std::size_t n = 0; n < wrong_.size() && n < kFirst; ++n) {
        if (agrees(changed, wrong_[n])) mended += wrong_[n].weight;
    }
    if (mended == 0) return std::nullopt;
    double spoilt = 0;
    for (std::size_t n = 0; n < right_.size(); n += 3) {
        if (!agrees(changed, right_[n])) spoilt += 3 * right_[n].weight;
    }
    return spoilt - mended;
}

std::optional<Choice> best_of(const std::vector<Candidate>& candidates, Step& step, double below,
                              Budget& budget, std::set<std::string>* promising) {
    std::optional<Choice> best;
    const double most = std::min(below, step.loss());
    double limit = most - 1e-12;
    for (std::size_t i = 0; i < candidates.size() && !budget.spent(); ++i) {
        const auto evaluator = step.evaluator_of(candidates[i].recipe);
        if (!evaluator) continue;
        bool mends = false;
        const double allowed = step.allowed(most, candidates[i].recipe);
        const auto loss = step.below(std::min(limit, allowed), *evaluator, &mends);
        if (mends && promising != nullptr) promising->insert(candidates[i].name);
        if (!loss) continue;
        limit = *loss;
        best = Choice{i, *loss};
    }
    if (best) report_step(budget, candidates[best->candidate].name, step.loss(), best->loss);
    return best;
}

}  // namespace karat::probe
