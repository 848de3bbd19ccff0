// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/bugs.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/fault_names.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostReduced = 300;

class Finder {
   public:
    Finder(const Recipe& start, const UnitAnswers& answers, Target* unit)
        : start_(start), answers_(answers), unit_(unit) {}

    BugReport run() {
        out_.kept = answers_.wrong.size();
        out_.right = answers_.right.size();
        out_.mismatches = answers_.mismatches;
        find_repeated();
        const Intent intent = sound_intent();
        out_.recipe = intent.recipe;
        out_.unexplained = intent.unexplained;
        std::vector<std::size_t> left = unexplained();
        for (const bool mixing : {false, true}) add_faults(left, mixing);
        if (!left.empty()) add_groups(left);
        for (std::size_t i = intent.choices.size(); i-- > 0;) add_choice(intent.choices[i]);
        for (Bug& bug : out_.bugs)
            bug.first = answers_.wrong[*std::min_element(bug.rows.begin(), bug.rows.end())];
        return std::move(out_);
    }

   private:
    /// Asks the unit every mismatch again. What it does not repeat depends on neighbours, on the cycle or on
    /// chance, and says nothing about the specification.
    void find_repeated() {
        repeats_.assign(answers_.wrong.size(), true);
        repeated_ = answers_;
        repeated_.wrong.clear();
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
    [[nodiscard]] std::vector<std::size_t> unexplained() const {
        const Agreement agrees(out_.recipe);
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < answers_.wrong.size(); ++i) {
            if (!repeats_[i] || !agrees(answers_.wrong[i])) out.push_back(i);
        }
        return out;
    }
    /// The nearest specification, without the choices that a fault of the library explains better: a choice
    /// may come near to a fault.
    Intent sound_intent() {
        std::set<std::string> excluded;
        Intent intent = nearest_intent(start_, repeated_);
        for (std::size_t i = 0; i < intent.choices.size() && intent.unexplained != 0;) {
            const IntentChoice& choice = intent.choices[i];
            const auto faults = named_faults(choice.without, repeated_, wrong_by(choice.without), false);
            if (std::none_of(faults.begin(), faults.end(),
                             [&](const NamedFault& fault) { return explains_better(fault, choice); })) {
                ++i;
                continue;
            }
            excluded.insert(title(choice.edit));
            intent = nearest_intent(start_, repeated_, excluded);
            i = 0;
        }
        return intent;
    }
    /// Whether a fault explains what the choice does, and more, or without contradicting as much.
    static bool explains_better(const NamedFault& fault, const IntentChoice& choice) {
        const auto shared = static_cast<std::size_t>(std::count_if(
            choice.rows.begin(), choice.rows.end(),
            [&](std::size_t i) { return std::binary_search(fault.rows.begin(), fault.rows.end(), i); }));
        const bool the_same = shared * 10 >= choice.rows.size() * 9;
        return the_same && fault.rows.size() >= choice.gained &&
               fault.spoilt + fault.missed < choice.spoilt + choice.missed;
    }
    [[nodiscard]] std::vector<std::size_t> wrong_by(const Recipe& recipe) const {
        const Agreement agrees(recipe);
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < repeated_.wrong.size(); ++i) {
            if (!agrees(repeated_.wrong[i])) out.push_back(i);
        }
        return out;
    }

    void add_choice(const IntentChoice& choice) {
        Bug bug;
        bug.kind = BugKind::choice;
        bug.name = words(choice.edit);
        bug.contradicts = choice.spoilt;
        for (const std::size_t i : choice.rows) bug.rows.push_back(place_[i]);
        if (bug.rows.empty()) return;
        bug.condition = condition_of(start_, answers_, bug.rows);
        const Agreement with(out_.recipe);
        const Evaluator without = Evaluator::without_bounds(choice.without);
        const Evaluator start = Evaluator::without_bounds(start_);
        const Evaluator only = Evaluator::without_bounds(choice.only);
        const Showing showing{
            choice.without,
            [&](const Operands& in, std::uint64_t got) { return with.agrees(with.evaluator()(in), got); },
            [&](const Operands& in) {
                const std::uint64_t d = with.evaluator()(in);
                return start(in) == without(in) && only(in) == d &&
                       std::all_of(faults_.begin(), faults_.end(),
                                   [&](const NamedFault& fault) { return fault.answer(in) == d; });
            },
            [&] { return witnesses(start_, choice.only); }};
        bug.example = smallest_example(showing, answers_, bug.rows, unit_);
        bug.golden = choice.without;
        out_.bugs.insert(out_.bugs.begin(), std::move(bug));
    }
    static std::vector<VectorRow> witnesses(const Recipe& x, const Recipe& y) {
        std::vector<VectorRow> out;
        for (Witness& witness : separate(x, y, {4000, 500, 500, 1}, 40))
            out.push_back(std::move(witness.row));
        return out;
    }

    /// Names the faults behind `left`, of which it drops what they explain.
    void add_faults(std::vector<std::size_t>& left, bool mixing) {
        std::vector<std::size_t> asked;
        for (const std::size_t i : left) {
            if (repeats_[i] != mixing) asked.push_back(i);
        }
        std::vector<NamedFault> faults = named_faults(out_.recipe, answers_, asked, mixing);
        for (const NamedFault& fault : faults) {
            out_.bugs.push_back(bug_of(fault, faults, mixing));
            std::erase_if(left, [&](std::size_t i) {
                return std::binary_search(fault.rows.begin(), fault.rows.end(), i);
            });
        }
        if (mixing) return;
        first_fault_ = out_.bugs.size() - faults.size();
        faults_ = std::move(faults);
    }
    Bug bug_of(const NamedFault& fault, const std::vector<NamedFault>& faults, bool mixing) const {
        const Agreement golden(out_.recipe);
        Bug bug;
        bug.kind = BugKind::fault;
        bug.name = fault.meaning;
        bug.rows = fault.rows;
        bug.contradicts = fault.spoilt;
        bug.condition = condition_of(out_.recipe, answers_, bug.rows);
        bug.golden = out_.recipe;
        const Showing showing{
            out_.recipe,
            [&](const Operands& in, std::uint64_t got) { return golden.agrees(fault.answer(in), got); },
            [&](const Operands& in) {
                const std::uint64_t right = golden.evaluator()(in);
                return mixing || std::all_of(faults.begin(), faults.end(), [&](const NamedFault& other) {
                           return &other == &fault || other.answer(in) == right;
                       });
            }};
        bug.example = smallest_example(showing, answers_, bug.rows, mixing ? nullptr : unit_);
        bug.example.repeats = bug.example.repeats && !mixing;
        return bug;
    }
    void add_groups(const std::vector<std::size_t>& left) {
        std::vector<FailureGroup> groups =
            unit_ != nullptr ? failure_groups(out_.recipe, answers_, left, *unit_, kMostReduced)
                             : failure_groups(out_.recipe, answers_, left);
        for (FailureGroup& group : groups) {
            if (joins_a_fault(group)) continue;
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
    /// Several faults may act on one dot-add, so that no single one explains the answer. Once it is reduced,
    /// one is left.
    bool joins_a_fault(const FailureGroup& group) {
        if (!group.repeats) return false;
        const Agreement golden(out_.recipe);
        for (std::size_t n = 0; n < faults_.size(); ++n) {
            if (!golden.agrees(faults_[n].answer(group.example.operands()), *group.example.d)) continue;
            std::vector<std::size_t>& reduced = out_.bugs[first_fault_ + n].reduced;
            reduced.insert(reduced.end(), group.rows.begin(), group.rows.end());
            return true;
        }
        return false;
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
    std::vector<NamedFault> faults_;  ///< found on the unit itself; the findings from first_fault_ on
    std::size_t first_fault_ = 0;
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
