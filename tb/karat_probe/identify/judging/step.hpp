// SPDX-License-Identifier: Apache-2.0
// One step of a search: which of many candidates explains the answers best.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "karat_probe/identify/judging/budget.hpp"
#include "karat_probe/identify/judging/record.hpp"

namespace karat::probe {

/// Whether a recipe gives every answer. Looks at the latest first, which were chosen to exclude others.
[[nodiscard]] bool gives_every_answer(const Evaluator& evaluator, const Record& record, Budget& budget);
/// The evaluator of a recipe, or nothing if the recipe is not valid. Quicker if the recipe of `like` differs
/// from it in attributes only.
[[nodiscard]] std::optional<Evaluator> evaluator_of(const Recipe& recipe, const Evaluator* like = nullptr);

/// The current guess, and which answers it gives and does not give.
class Step {
   public:
    static constexpr std::size_t kAll = 1'000'000;

    /// Looks at no more than about `most` answers of the kinds in `kinds`, spread over the record.
    Step(const Recipe& guess, const Record& record, Budget& budget, std::size_t most = kAll,
         KindSet kinds = kAllKinds);

    /// The evaluator of a changed recipe, or nothing if the recipe is not valid.
    [[nodiscard]] std::optional<Evaluator> evaluator_of(const Recipe& changed) const {
        return probe::evaluator_of(changed, &evaluator_);
    }
    /// The weight of the answers that the guess does not give.
    [[nodiscard]] double loss() const { return lost_; }
    /// The loss of a changed recipe, or nothing if it is not below `limit`. `mends`: whether it mended more
    /// than it spoilt as far as it was judged.
    [[nodiscard]] std::optional<double> below(double limit, const Evaluator& evaluator, bool* mends);
    /// The loss that a changed recipe must stay below: `most`, or clearly less if it has more parts.
    [[nodiscard]] double allowed(double most, const Recipe& changed) const;
    /// What a changed recipe mends and spoils; nothing if it mends none of the first wrong answers.
    [[nodiscard]] std::optional<double> change(const Evaluator& evaluator);

   private:
    static constexpr std::size_t kFirst = 30;
    struct Row {
        std::size_t index;
        double weight;
        BaseValues base_values = {};  ///< of the guess
    };
    /// Whether a changed recipe gives the answer.
    [[nodiscard]] bool agrees(const Continued& changed, Row& row) {
        ++budget_.evaluations;
        return record_.agrees(changed, row.index, row.base_values);
    }

    Evaluator evaluator_;
    int complexity_;
    const Record& record_;
    Budget& budget_;
    std::vector<Row> right_, wrong_;
    double lost_ = 0;
};

/// A recipe and the total weight of the answers that it does not give; 0 if it gives all.
struct Guess {
    Recipe recipe;
    double loss = 0;
    std::optional<Spec> knobs = std::nullopt;  ///< the same by knobs, in a search among specifications
};

/// By loss. Sums of the same weights in another order differ by less than kSlack.
inline constexpr double kSlack = 1e-9;
[[nodiscard]] inline bool less(const Guess& x, const Guess& y) { return x.loss < y.loss; }

/// A changed recipe with a name of the change.
struct Candidate {
    std::string name;
    Recipe recipe;
    std::optional<Spec> knobs;
};

struct Choice {
    std::size_t candidate = 0;
    double loss = 0;
};

/// The candidate with the least loss, if that is below the step's and below `below`. The names of those that
/// mend more than they spoil are added to `promising`.
[[nodiscard]] std::optional<Choice> best_of(const std::vector<Candidate>& candidates, Step& step,
                                            double below, Budget& budget,
                                            std::set<std::string>* promising = nullptr);

}  // namespace karat::probe
