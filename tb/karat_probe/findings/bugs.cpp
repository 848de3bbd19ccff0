// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/bugs.hpp"

#include <algorithm>
#include <utility>

#include "karat_probe/findings/row_shape.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostReduced = 300;

std::size_t addends_in(const VectorRow& row) {
    return row.a.size() - static_cast<std::size_t>(std::count(row.a.begin(), row.a.end(), 0)) +
           (row.c == 0 ? 0 : 1);
}

class Finder {
   public:
    Finder(const Recipe& start, const UnitAnswers& answers, Target* unit)
        : start_(start), answers_(answers), unit_(unit) {}

    BugReport run() {
        out_.kept = answers_.wrong.size();
        out_.right = answers_.right.size();
        out_.mismatches = answers_.mismatches;
        find_repeated();
        const Intent intent = nearest_intent(start_, repeated_);
        out_.recipe = intent.recipe;
        out_.unexplained = intent.unexplained;
        for (const IntentChoice& choice : intent.choices) add_choice(choice);
        const Agreement agrees(out_.recipe);
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < answers_.wrong.size(); ++i) {
            if (!repeats_[i] || !agrees(answers_.wrong[i])) left.push_back(i);
        }
        if (!left.empty()) add_groups(left);
        for (Bug& bug : out_.bugs)
            bug.first = answers_.wrong[*std::min_element(bug.rows.begin(), bug.rows.end())];
        return std::move(out_);
    }

   private:
    /// Asks the unit every mismatch again. What it does not repeat depends on neighbours, on the cycle or on
    /// chance, and says nothing about the specification.
    void find_repeated() {
        const Agreement agrees(start_);
        repeats_.assign(answers_.wrong.size(), true);
        repeated_ = answers_;
        repeated_.wrong.clear();
        place_.clear();
        for (std::size_t i = 0; i < answers_.wrong.size(); ++i) {
            const UnitAnswer& answer = answers_.wrong[i];
            if (unit_ != nullptr) {
                if (unit_->lanes() > 1) unit_->use_lane(answer.lane);
                repeats_[i] = (*unit_)(answer.row) == *answer.row.d;
            }
            if (!repeats_[i]) continue;
            repeated_.wrong.push_back(answer);
            place_.push_back(i);
        }
    }
    /// The mismatches that the start gets wrong, the nearest specification right, and the same one without
    /// the choice wrong again: those that rest on the choice.
    void add_choice(const IntentChoice& choice) {
        Bug bug;
        bug.kind = BugKind::choice;
        bug.name = words(choice.edit);
        bug.contradicts = choice.spoilt;
        for (const std::size_t i : choice.rows) bug.rows.push_back(place_[i]);
        if (bug.rows.empty()) return;
        bug.condition = condition_of(start_, answers_, bug.rows);
        bug.example = example_of(choice, bug.rows);
        bug.golden = choice.without;
        out_.bugs.push_back(std::move(bug));
    }
    /// The simplest dot-add that rests on the choice: the unit agrees with the nearest specification, and not
    /// with the same one without this choice.
    FailureGroup example_of(const IntentChoice& choice, const std::vector<std::size_t>& rows) {
        const Agreement with(out_.recipe);
        const Agreement without(choice.without);
        // dot-adds on which the other choices have no say, if there are any
        const Evaluator start = Evaluator::without_bounds(start_);
        const Evaluator only = Evaluator::without_bounds(choice.only);
        const auto alone = [&](const VectorRow& row) {
            const Operands in = row.operands();
            return start(in) == without.evaluator()(in) && only(in) == with.evaluator()(in);
        };
        const auto rank = [&](std::size_t i) {
            const VectorRow& row = answers_.wrong[i].row;
            return std::pair(!alone(row), addends_in(row));
        };
        const std::size_t simplest = *std::min_element(
            rows.begin(), rows.end(), [&](std::size_t x, std::size_t y) { return rank(x) < rank(y); });
        UnitAnswer answer = answers_.wrong[simplest];
        FailureGroup out;
        out.rows = rows;
        out.lane = answer.lane;
        out.example = answer.row;
        const auto rests = [&](const VectorRow& row) {
            const std::uint64_t got = (*unit_)(row);
            const Operands in = row.operands();
            return with.agrees(with.evaluator()(in), got) && !without.agrees(without.evaluator()(in), got);
        };
        if (unit_ != nullptr) {
            if (unit_->lanes() > 1) unit_->use_lane(answer.lane);
            if (!alone(answer.row)) {
                for (Witness& witness : separate(start_, choice.only, {4000, 500, 500, 1}, 40)) {
                    if (!alone(witness.row) || !rests(witness.row)) continue;
                    answer.row = std::move(witness.row);
                    break;
                }
            }
            const bool is_alone = alone(answer.row);
            out.repeats = rests(answer.row);
            if (out.repeats) {
                out.example = shrink(answer.row, unit_->formats(), [&](const VectorRow& row) {
                    return (!is_alone || alone(row)) && rests(row);
                });
                out.example.d = (*unit_)(out.example);
            }
        }
        out.expected = without.evaluator()(out.example.operands());
        describe(out);
        return out;
    }
    void describe(FailureGroup& group) const {
        const OperandRules& formats = out_.recipe.operands;
        group.shape = shape_of(group.example, formats);
        group.difference = difference_of(group.expected, *group.example.d, formats.d);
    }
    void add_groups(const std::vector<std::size_t>& left) {
        std::vector<FailureGroup> groups =
            unit_ != nullptr ? failure_groups(out_.recipe, answers_, left, *unit_, kMostReduced)
                             : failure_groups(out_.recipe, answers_, left);
        for (FailureGroup& group : groups) {
            Bug bug;
            bug.name = group.shape + ": " + group.difference;
            bug.rows = group.rows;
            bug.condition = condition_of(out_.recipe, answers_, bug.rows);
            bug.example = std::move(group);
            bug.golden = out_.recipe;
            out_.unnamed += bug.rows.size();
            add_unnamed(std::move(bug));
        }
    }

    /// Joins it with an earlier one whose operands have the same property, if nearly every answer with that
    /// property is wrong: then the property is the fault's, and the shapes are its consequences.
    void add_unnamed(Bug bug) {
        constexpr double nearly_all = 0.98;
        const auto same = [&](const Bug& other) {
            return other.kind == BugKind::unnamed && other.condition && bug.condition &&
                   other.condition->words == bug.condition->words &&
                   other.condition->precision >= nearly_all && other.example.repeats == bug.example.repeats;
        };
        const auto it = std::find_if(out_.bugs.begin(), out_.bugs.end(), same);
        if (it == out_.bugs.end()) {
            out_.bugs.push_back(std::move(bug));
            return;
        }
        it->rows.insert(it->rows.end(), bug.rows.begin(), bug.rows.end());
        ++it->groups;
    }

    const Recipe& start_;
    const UnitAnswers& answers_;
    Target* unit_;
    std::vector<bool> repeats_;       ///< for each of answers_.wrong
    UnitAnswers repeated_;            ///< with those mismatches only
    std::vector<std::size_t> place_;  ///< of each of repeated_.wrong in answers_.wrong
    BugReport out_;
};

}  // namespace

BugReport find_bugs(const Recipe& recipe, const UnitAnswers& answers, Target* unit) {
    return Finder(recipe, answers, unit).run();
}

std::string_view name_of(BugKind kind) {
    switch (kind) {
        case BugKind::choice:
            return "choice";
        case BugKind::fault:
            return "fault";
        case BugKind::unnamed:
            break;
    }
    return "unnamed";
}

}  // namespace karat::probe
