// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/challenge.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iterator>

#include "karat/error.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/diff/unrolled.hpp"
#include "karat_probe/identify/challenge/chosen_rows.hpp"
#include "karat_probe/identify/challenge/detections.hpp"
#include "karat_probe/identify/challenge/telling_rows.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/judging/step.hpp"
#include "karat_probe/identify/moves/recipe_moves.hpp"
#include "karat_probe/identify/questions/minus_zeros.hpp"

namespace karat::probe {

std::vector<Neighbour> neighbours_of(const Recipe& guess) {
    std::vector<Neighbour> out;
    const Program program(guess);
    for (Edit& edit : neighbouring_edits(guess)) {
        if (edit.recipe == guess) continue;
        try {
            Evaluator evaluator = Evaluator::without_bounds(edit.recipe, program);
            out.push_back({std::move(edit), std::move(evaluator)});
        } catch (const SpecError&) {  // not every proposed edit is valid
        }
    }
    return out;
}

namespace {

std::string name_of(const Edit& edit) { return edit.key + "=" + boost::json::serialize(edit.value); }

}  // namespace

void Exclusions::note(const Edit& edit, std::size_t answer) { answers_[name_of(edit)] = answer; }

void Exclusions::note(const std::vector<Neighbour>& neighbours) {
    for (const Neighbour& each : neighbours)
        if (each.excluded_by) note(each.edit, *each.excluded_by);
}

std::optional<std::size_t> Exclusions::of(const Edit& edit) const {
    if (answers_.empty()) return std::nullopt;
    const auto found = answers_.find(name_of(edit));
    return found == answers_.end() ? std::nullopt : std::optional(found->second);
}

void exclude_by_record(const Evaluator& guess, std::vector<Neighbour>& neighbours, const Record& record,
                       const Exclusions& before, Budget& budget, std::chrono::milliseconds most) {
    constexpr std::size_t hurried = 16;
    const auto until = budget.now() + most;
    NearRecord near(guess, record);
    for (Neighbour& neighbour : neighbours) {
        if (!neighbour.open() || budget.spent()) continue;
        const std::size_t stride = budget.now() < until ? 1 : hurried;
        const Continued other = near.next_to(neighbour.evaluator);
        const auto is_excluded = [&](std::size_t i) {
            ++budget.evaluations;
            if (near.agrees(other, i)) return false;
            neighbour.excluded_by = i;
            return true;
        };
        const auto first = before.of(neighbour.edit);
        if (first && is_excluded(*first)) continue;
        for (std::size_t i = record.size(); i-- > 0;) {  // the latest were chosen to exclude
            if (i % stride == 0 && is_excluded(i)) break;
        }
    }
}

void prove_equal(std::vector<Neighbour>& neighbours, const Recipe& guess, Budget& budget,
                 std::chrono::milliseconds most) {
    const auto until = std::min(budget.end, budget.now() + most);
    const bool any_nan = has_any_nan(guess);
    const Recipe plain = canonical(guess, any_nan).recipe;
    const Unrolled tree = unrolled(plain);
    for (Neighbour& neighbour : neighbours) {
        if (!neighbour.open() || neighbour.compared || budget.now() >= until) continue;
        neighbour.compared = true;
        const Recipe other = canonical(neighbour.edit.recipe, any_nan).recipe;
        neighbour.equal = other == plain || unrolled(other) == tree;
    }
}

const Neighbour* right_neighbour(const std::vector<Neighbour>& neighbours, const Record& record,
                                 Budget& budget) {
    const Neighbour* right = nullptr;
    int fewest = 0;
    for (const Neighbour& each : neighbours) {
        if (each.excluded_by && !record.agrees(each.evaluator, *each.excluded_by)) continue;
        if (!gives_every_answer(each.evaluator, record, budget)) continue;
        const int parts = complexity(each.edit.recipe);
        if (right != nullptr && parts >= fewest) continue;
        right = &each;
        fewest = parts;
    }
    return right;
}

namespace {

/// Asks the target and counts the answers that the guess does not give.
class Asked {
   public:
    Asked(Target& target, Record& record) : target_(target), record_(record) {}
    void operator()(QuestionKind kind, std::vector<VectorRow> rows,
                    const std::vector<std::uint64_t>& expected) {
        const std::vector<std::uint64_t> answers = target_(rows);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            wrong_ += answers[i] == expected[i] ? 0 : 1;
            record_.add(kind, std::move(rows[i]), answers[i]);
        }
    }
    [[nodiscard]] std::size_t wrong() const { return wrong_; }

   private:
    Target& target_;
    Record& record_;
    std::size_t wrong_ = 0;
};

}  // namespace

// Without bounds, as its neighbours: what they have in common is evaluated once, in integers of one size.
Challenger::Challenger(const Recipe& guess, Target& target, Record& record, std::uint64_t seed,
                       Budget& budget)
    : guess_(Evaluator::without_bounds(guess)),
      target_(target),
      record_(record),
      budget_(budget),
      rows_(std::make_unique<ChallengeRows>(guess, guess_.program(), target.formats(), seed)),
      seed_(seed) {}

Challenger::~Challenger() = default;

std::size_t Challenger::operator()(std::vector<Neighbour>& neighbours, const ChallengeEffort& effort) {
    const std::uint64_t seed = seed_++;
    Asked ask(target_, record_);
    RowChooser chooser(guess_, neighbours, effort, seed, budget_);
    std::vector<VectorRow> unchosen;
    const auto ask_while_right = [&](const auto& next_rows) {
        while (ask.wrong() == 0) {
            ChosenRows rows = next_rows();
            std::ranges::move(rows.unchosen, std::back_inserter(unchosen));
            if (rows.chosen.empty()) break;
            ask(QuestionKind::chosen, std::move(rows.chosen), rows.expected);
        }
    };
    ask_while_right([&] { return chooser.judged(*rows_, record_.size()); });
    ask_while_right([&] { return chooser.aimed(record_.size()); });
    Detections detections(guess_, neighbours, effort.detection, seed, budget_);
    ask_while_right([&] { return detections.next(*rows_); });
    constexpr std::size_t at_a_time = 100;
    const bool can_tell = !target_.formats().are_integers() && !neighbours.empty();
    TellingRows telling(guess_, neighbours, seed);
    const auto drawn = [&](std::size_t i) {
        if (can_tell && i % 2 == 0) return telling.next();
        return i < unchosen.size() ? std::move(unchosen[i]) : rows_->next();
    };
    MinusZeros minus_zeros;
    const auto next = [&](std::size_t i) {
        VectorRow row = drawn(i);
        minus_zeros.in(row, info(guess_.program().operands().c));
        return row;
    };
    for (std::size_t asked = 0; asked < effort.unchosen && ask.wrong() == 0 && !budget_.spent();) {
        std::vector<VectorRow> rows;
        std::vector<std::uint64_t> expected;
        for (; rows.size() < at_a_time && asked < effort.unchosen; ++asked) {
            rows.push_back(next(asked));
            expected.push_back(guess_(rows.back().operands()));
        }
        budget_.evaluations += rows.size();
        ask(QuestionKind::directed, std::move(rows), expected);
    }
    return ask.wrong();
}

}  // namespace karat::probe
