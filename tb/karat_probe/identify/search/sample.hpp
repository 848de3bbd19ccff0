// SPDX-License-Identifier: Apache-2.0
// The answers by which many changes of one guess are judged.
#pragma once
#include <cstddef>
#include <vector>

#include "karat_probe/identify/search/anneal.hpp"

namespace karat::probe {

/// A part of the answers that stands for all: those that a guess gets wrong, and some of the others.
class Sample {
   public:
    /// `fit.answers`: of those that the guess gets wrong. The less is lost, the more of the others: what is
    /// spoilt unseen must stay small beside it. Keeps a reference to the record.
    Sample(const Guess& guess, const Record& record, const Fit& fit);

    /// Takes another state; `before` is the present one, if there is one. Puts the answers that the state
    /// gets wrong first, so that loss_up_to() soon reaches its limit. Returns the loss.
    double sort_by(const Evaluator& state, const Evaluator* before);
    /// The loss, or a value of at least `limit` if it is not below, or most likely not. A recipe that mends
    /// none of the first answers is taken to mend none at all.
    double loss_up_to(double limit, const Continued& recipe, Budget& budget);
    /// Whether so few are wrong that a recipe which mends none of them costs hardly anything.
    [[nodiscard]] bool few_are_wrong() const { return wrong_ <= 12; }

   private:
    struct Row {
        std::size_t index;
        double weight;
        bool right = false;
        BaseValues base_values = {};  ///< of the state
    };
    bool agrees(std::size_t n, const Continued& recipe, Budget& budget);
    double spoilt(std::size_t& first, std::size_t last, double limit, const Continued& recipe,
                  Budget& budget);
    void come_sooner(std::size_t n);
    void some_of(const std::vector<std::size_t>& all, std::size_t most);

    const Record& record_;
    std::vector<Row> rows_;
    std::size_t wrong_ = 0;  ///< of the state; they come first
    double loss_ = 0;        ///< of the state
};

}  // namespace karat::probe
