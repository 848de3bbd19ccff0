// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/sample.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "karat_probe/identify/shuffle.hpp"

namespace karat::probe {

Sample::Sample(const Guess& guess, const Record& record, const Fit& fit) : record_(record) {
    const Evaluator evaluator = Evaluator::without_bounds(guess.recipe);
    std::vector<std::size_t> right;
    std::vector<std::size_t> wrong;
    double loss = 0;
    for (std::size_t i = 0; i < record.size(); ++i) {
        const bool agrees = record.agrees(evaluator, i);
        (agrees ? right : wrong).push_back(i);
        if (!agrees) loss += record.weight(i);
    }
    constexpr double of_loss_one = 150;
    const double aim = std::clamp(std::min(loss, fit.aim), of_loss_one / fit.most_right, 1.0);
    some_of(right, static_cast<std::size_t>(of_loss_one / aim));
    some_of(wrong, fit.answers);
    tb::Random random(rows_.size());
    shuffle(rows_, random);  // so that a few rows tell most
}

double Sample::sort_by(const Evaluator& state, const Evaluator* before) {
    const Continued same(state, state);
    std::optional<Continued> step;
    if (before != nullptr) step.emplace(*before, state);
    for (Row& row : rows_) {
        if (step) step->move(record_.row(row.index).operands(), row.base_values);
        row.right = record_.agrees(same, row.index, row.base_values);
    }
    const auto right =
        std::stable_partition(rows_.begin(), rows_.end(), [](const Row& row) { return !row.right; });
    wrong_ = static_cast<std::size_t>(right - rows_.begin());
    double loss = 0;
    for (auto row = rows_.begin(); row != right; ++row) loss += row->weight;
    return loss;
}

double Sample::loss_up_to(double limit, double present, const Continued& recipe, Budget& budget) {
    constexpr std::size_t glance = 48;
    double loss = 0;
    ++budget.tried;
    bool mends = false;
    for (std::size_t n = 0; n < rows_.size(); ++n) {
        if (n == std::min(glance, wrong_) && !mends) return without_gain(limit, present, recipe, budget);
        ++budget.evaluations;
        Row& row = rows_[n];
        const bool agrees = record_.agrees(recipe, row.index, row.base_values);
        mends |= agrees;
        if (agrees) continue;
        loss += row.weight;
        if (n >= wrong_) come_sooner(n);
        if (loss >= limit) break;
    }
    return loss;
}

/// The loss of a recipe that mends none of the first answers: by whether it spoils some that are right.
double Sample::without_gain(double limit, double present, const Continued& recipe, Budget& budget) {
    double loss = present;
    for (std::size_t n = wrong_; n < rows_.size() && loss < limit; ++n) {
        ++budget.evaluations;
        if (record_.agrees(recipe, rows_[n].index, rows_[n].base_values)) continue;
        loss += rows_[n].weight;
        come_sooner(n);
    }
    return loss;
}

/// An answer that one recipe spoils is likely to be spoilt by the next: among those that are right, it is
/// looked at sooner.
void Sample::come_sooner(std::size_t n) { std::swap(rows_[n], rows_[wrong_ + (n - wrong_) / 2]); }

/// About `most` of the answers, which stand for the others.
void Sample::some_of(const std::vector<std::size_t>& all, std::size_t most) {
    const std::size_t stride = all.size() / most + 1;
    for (std::size_t n = 0; n < all.size(); n += stride)
        rows_.push_back({all[n], record_.weight(all[n]) * static_cast<double>(stride)});
}

}  // namespace karat::probe
