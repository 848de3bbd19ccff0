// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/search/sample.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "karat_probe/identify/judging/shuffle.hpp"

namespace karat::probe {
namespace {

/// What a recipe mends of the answers that are wrong, judged by some of them in random order.
class Mended {
   public:
    void note(double weight, bool mended) {
        all_ += weight;
        if (!mended) return;
        sum_ += weight;
        squares_ += weight * weight;
    }
    [[nodiscard]] bool any() const { return sum_ > 0; }
    /// Of all wrong answers, with this weight together, hardly more than this.
    [[nodiscard]] double at_most(double weight) const {
        constexpr double deviations = 2;
        return (sum_ + deviations * std::sqrt(squares_)) * weight / all_;
    }

   private:
    double all_ = 0, sum_ = 0, squares_ = 0;
};

}  // namespace

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
    loss_ = 0;
    for (auto row = rows_.begin(); row != right; ++row) loss_ += row->weight;
    return loss_;
}

bool Sample::agrees(std::size_t n, const Continued& recipe, Budget& budget) {
    ++budget.evaluations;
    return record_.agrees(recipe, rows_[n].index, rows_[n].base_values);
}

/// What the recipe spoils of the answers that are right, from `first` on, up to `limit`. Moves `first` on.
double Sample::spoilt(std::size_t& first, std::size_t last, double limit, const Continued& recipe,
                      Budget& budget) {
    double out = 0;
    for (; first < last && out < limit; ++first) {
        if (agrees(first, recipe, budget)) continue;
        out += rows_[first].weight;
        come_sooner(first);
    }
    return out;
}

double Sample::loss_up_to(double limit, const Continued& recipe, Budget& budget) {
    constexpr std::size_t glance = 24;
    ++budget.tried;
    Mended mended;
    double loss = 0;
    double spoils = 0;
    std::size_t right = wrong_;  // the first that has not been looked at
    std::size_t next_look = glance;
    for (std::size_t n = 0; n < wrong_ && loss < limit; ++n) {
        if (n == next_look) {
            if (!mended.any()) break;
            const double least = loss_ - mended.at_most(loss_);
            spoils +=
                spoilt(right, std::min(rows_.size(), right + glance), limit - least - spoils, recipe, budget);
            if (least + spoils >= limit) return limit;
            next_look *= 2;
        }
        const bool agrees_now = agrees(n, recipe, budget);
        mended.note(rows_[n].weight, agrees_now);
        if (!agrees_now) loss += rows_[n].weight;
    }
    if (!mended.any()) loss = loss_;
    return loss + spoils + spoilt(right, rows_.size(), limit - loss - spoils, recipe, budget);
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
