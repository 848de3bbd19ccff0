// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/bugs.hpp"

#include <algorithm>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/finder.hpp"
#include "karat_probe/findings/joint_choice.hpp"
#include "karat_probe/findings/rivals.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

/// The edits of the same names, each of the recipe that those before it leave. Old values are those of
/// `start`, which the reader knows.
std::vector<Edit> in_sequence(const Recipe& start, std::vector<Edit> edits) {
    const Recipe* now = &start;
    for (Edit& edit : edits) {
        if (const auto of_start = same_edit(start, edit)) edit.was = of_start->was;
        edit.recipe = with_edit(*now, edit);
        now = &edit.recipe;
    }
    return edits;
}

std::vector<Edit> named(const Recipe& start, const std::vector<Edit>& edits, EditNames names) {
    return names == EditNames::paths ? named_by_paths(start, edits) : edits;
}

}  // namespace

BugReport Finder::run() {
    out_.kept = answers_.wrong.size();
    out_.right = answers_.right.size();
    out_.mismatches = answers_.mismatches;
    find_repeated();
    Intent intent = sound_intent();
    find_joint_choice(intent);
    if (unit_ != nullptr) settle_rivals(intent);
    out_.recipe = intent.recipe;
    out_.unexplained = intent.unexplained;
    std::vector<std::size_t> left = unexplained();
    name_faults(left);
    add_faults(left, true);
    if (!left.empty()) add_groups(std::move(left));
    for (std::size_t i = hidden_.size(); i-- > 0;) add_choice(hidden_[i], hidden_[i].rows);
    for (std::size_t i = intent.choices.size(); i-- > 0;) {
        std::vector<std::size_t> rows;
        for (const std::size_t row : intent.choices[i].rows) rows.push_back(place_[row]);
        add_choice(intent.choices[i], std::move(rows));
    }
    for (const auto* list : {&intent.choices, &hidden_}) {
        for (const IntentChoice& choice : *list) out_.choices.push_back(choice.edit);
    }
    out_.choices = in_sequence(start_, std::move(out_.choices));
    for (Bug& bug : out_.bugs) {
        const auto& rows = bug.rows.empty() ? bug.reduced : bug.rows;
        bug.first = answers_.wrong[*std::min_element(rows.begin(), rows.end())];
    }
    return std::move(out_);
}

void Finder::find_repeated() {
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

std::vector<std::size_t> Finder::unexplained() const {
    const Agreement agrees(out_.recipe);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < answers_.wrong.size(); ++i) {
        if (!repeats_[i] || !agrees(answers_.wrong[i])) out.push_back(i);
    }
    return out;
}

Intent Finder::sound_intent() {
    std::set<std::string> excluded;
    Intent intent = nearest_intent(start_, repeated_);
    for (std::size_t i = 0; i < intent.choices.size();) {
        IntentChoice& choice = intent.choices[i];
        const auto faults = borne_out(choice.without, repeated_, wrong_by(choice.without));
        const auto same = [&](const NamedFault& fault) { return explains_the_same(fault, choice); };
        const auto better = [&](const NamedFault& fault) {
            return same(fault) && is_less_often_amiss(fault, choice);
        };
        if (intent.unexplained == 0 || std::none_of(faults.begin(), faults.end(), better)) {
            const auto rival = std::find_if(faults.begin(), faults.end(), same);
            if (rival != faults.end()) choice.fault = rival->meaning;
            ++i;
            continue;
        }
        excluded.insert(title(choice.edit));
        intent = nearest_intent(start_, repeated_, excluded);
        i = 0;
    }
    return intent;
}

bool Finder::explains_the_same(const NamedFault& fault, const IntentChoice& choice) {
    const auto shared =
        static_cast<std::size_t>(std::count_if(choice.rows.begin(), choice.rows.end(), [&](std::size_t i) {
            return std::binary_search(fault.rows.begin(), fault.rows.end(), i);
        }));
    return shared * 10 >= choice.rows.size() * 9;
}

bool Finder::is_less_often_amiss(const NamedFault& fault, const IntentChoice& choice) {
    const std::size_t amiss = choice.spoilt + choice.missed;
    const std::size_t amiss_of_fault = fault.spoilt + fault.missed;
    const bool is_often_amiss = amiss * 20 > choice.gained;
    return fault.rows.size() >= choice.gained && amiss_of_fault < amiss &&
           (is_often_amiss || amiss_of_fault == 0);
}

std::vector<std::size_t> Finder::wrong_by(const Recipe& recipe) const {
    const Agreement agrees(recipe);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < repeated_.wrong.size(); ++i) {
        if (!agrees(repeated_.wrong[i])) out.push_back(i);
    }
    return out;
}

void Finder::find_joint_choice(Intent& intent) {
    std::vector<std::size_t> left = wrong_by(intent.recipe);
    for (const NamedFault& fault : borne_out(intent.recipe, repeated_, left)) {
        std::erase_if(
            left, [&](std::size_t i) { return std::binary_search(fault.rows.begin(), fault.rows.end(), i); });
    }
    if (left.size() < Balance::kFewest) return;
    std::optional<IntentChoice> joint =
        joint_choice(intent.recipe, judged_by(intent.recipe, repeated_), left.size() / 2);
    if (!joint) return;
    intent.recipe = joint->edit.recipe;
    joint->only = with_edit(start_, joint->edit);
    joint->rows.clear();  // of the mismatches by the given specification
    const Agreement with(intent.recipe);
    for (std::size_t i = 0; i < repeated_.wrong.size(); ++i) {
        if (with(repeated_.wrong[i])) joint->rows.push_back(i);
    }
    intent.unexplained = wrong_by(intent.recipe).size();
    intent.choices.push_back(std::move(*joint));
}

/// Replaces a choice by a rival that the unit prefers. The others stay: `without` holds them.
void Finder::settle_rivals(Intent& intent) {
    for (std::size_t i = 0; i < intent.choices.size(); ++i) {
        IntentChoice settled = best_rival(intent.choices[i], intent.recipe, repeated_, *unit_);
        if (title(settled.edit) == title(intent.choices[i].edit)) continue;
        intent.recipe = settled.edit.recipe;
        settled.only = with_edit(start_, settled.edit);
        intent.choices[i] = std::move(settled);
        return;  // the others refer to the recipe with the old choice
    }
}

void Finder::add_choice(const IntentChoice& choice, std::vector<std::size_t> rows) {
    Bug bug;
    bug.kind = BugKind::choice;
    const Edit of_start = same_edit(start_, choice.edit).value_or(choice.edit);
    bug.name = words(named(start_, {of_start}, names_));
    bug.contradicts = choice.spoilt;
    bug.alternative = choice.fault;
    bug.rows = std::move(rows);
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
                               [&](const NamedFault& fault) { return fault.answer(in) == d; }) &&
                   std::all_of(faults_of_start_.begin(), faults_of_start_.end(),
                               [&](const auto& fault) { return !fault || fault(in) == start(in); });
        },
        [&] { return witnesses(start_, choice.only); }};
    bug.example = smallest_example(showing, answers_, bug.rows, unit_);
    bug.golden = choice.without;
    out_.bugs.insert(out_.bugs.begin(), std::move(bug));
}

std::vector<VectorRow> Finder::witnesses(const Recipe& x, const Recipe& y) {
    std::vector<VectorRow> out;
    for (Witness& witness : separate(x, y, {4000, 500, 500, 1}, 40)) out.push_back(std::move(witness.row));
    return out;
}

BugReport find_bugs(const Recipe& recipe, const UnitAnswers& answers, Target* unit, EditNames names) {
    return Finder(recipe, answers, unit, names).run();
}

void explain(BugReport& report, const Recipe& start, const AllAnswers& answers, EditNames names,
             Target* unit) {
    report.explained = answers.count;
    report.all_explained = answers.whole;
    const Recipe& nearest = report.choices.empty() ? start : report.choices.back().recipe;
    const bool nearest_gives = answers.given_by(Agreement(nearest));
    if (nearest_gives) report.explanations.push_back(named(start, report.choices, names));
    if (nearest_gives && report.choices.size() != 1) return;
    for (const Edit& edit : SingleEdits(start).giving(answers)) {
        const bool is_rival = nearest_gives && edit.recipe != nearest;
        if (nearest_gives && !is_rival) continue;
        if (is_rival && unit != nullptr && preference(nearest, edit.recipe, *unit) < 0) continue;
        report.explanations.push_back(named(start, {edit}, names));
    }
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
