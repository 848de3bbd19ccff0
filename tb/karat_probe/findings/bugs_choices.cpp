// SPDX-License-Identifier: Apache-2.0
// The changes of the specification that the mismatches speak for.
#include <algorithm>
#include <boost/json/serialize.hpp>
#include <numeric>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/finder.hpp"
#include "karat_probe/findings/joint_choice.hpp"
#include "karat_probe/findings/rivals.hpp"
#include "karat_probe/findings/typed_settings.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {

std::vector<std::size_t> Finder::wrong_by(const Recipe& recipe) const {
    const Agreement agrees(recipe);
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < repeated_.wrong.size(); ++i) {
        if (!agrees(repeated_.wrong[i])) out.push_back(i);
    }
    return out;
}

std::size_t Finder::unexplained_beside_faults(const Recipe& recipe) {
    const UnitAnswers judged = judged_by(recipe, repeated_);
    std::vector<std::size_t> left(judged.wrong.size());
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (const NamedFault& fault : borne_out(recipe, judged, left))
        std::erase_if(left, [&](std::size_t i) { return std::ranges::binary_search(fault.rows, i); });
    return left.size();
}

void Finder::take_unsound_choices(Intent& intent) {
    constexpr std::size_t most = 5;
    if (intent.steps.size() == intent.choices.size()) return;
    if (std::ranges::any_of(intent.steps, [&](const Edit& step) { return is_excluded(step); })) return;
    std::size_t left = unexplained_beside_faults(intent.recipe);
    std::size_t best = 0;
    for (std::size_t n = 1; n <= std::min(most, intent.steps.size()) && left >= Balance::kFewest; ++n) {
        const std::size_t now = unexplained_beside_faults(intent.steps[n - 1].recipe);
        if (now * 2 > left) continue;
        left = now;
        best = n;
    }
    if (best == 0) return;
    intent.steps.resize(best);
    intent.choices = choices_of(start_, intent.steps, repeated_);
    intent.recipe = intent.steps.back().recipe;
    intent.unexplained = judged_by(intent.recipe, repeated_).wrong.size();
}

bool Finder::find_joint_choice(Intent& intent) {
    std::vector<std::size_t> left = wrong_by(intent.recipe);
    for (const NamedFault& fault : borne_out(intent.recipe, repeated_, left)) {
        std::erase_if(
            left, [&](std::size_t i) { return std::binary_search(fault.rows.begin(), fault.rows.end(), i); });
    }
    if (left.size() < Balance::kFewest) return false;
    std::optional<IntentChoice> joint =
        joint_choice(intent.recipe, judged_by(intent.recipe, repeated_), left.size() / 2);
    if (!joint || is_excluded(joint->edit)) return false;
    intent.recipe = joint->edit.recipe;
    joint->only = with_edit(start_, joint->edit);
    joint->rows.clear();  // of the mismatches by the given specification
    const Agreement with(intent.recipe);
    for (std::size_t i = 0; i < repeated_.wrong.size(); ++i) {
        if (with(repeated_.wrong[i])) joint->rows.push_back(i);
    }
    intent.unexplained = wrong_by(intent.recipe).size();
    intent.choices.push_back(std::move(*joint));
    return true;
}

/// Replaces a choice by a rival that the unit prefers. The others stay: `without` holds them.
void Finder::settle_rivals(Intent& intent) {
    for (std::size_t i = 0; i < intent.choices.size(); ++i) {
        IntentChoice settled = best_rival(intent.choices[i], intent.recipe, repeated_, *unit_);
        const std::string name = title(settled.edit);
        const auto is_made = [&](const IntentChoice& choice) { return title(choice.edit) == name; };
        if (std::ranges::any_of(intent.choices, is_made) || is_excluded(settled.edit)) continue;
        intent.recipe = settled.edit.recipe;
        settled.only = with_edit(start_, settled.edit);
        intent.choices[i] = std::move(settled);
        return;  // the others refer to the recipe with the old choice
    }
}

std::vector<IntentChoice> Finder::all_choices(Intent intent) const {
    std::vector<IntentChoice> out = std::move(intent.choices);
    std::vector<Edit> edits;
    for (const IntentChoice& choice : out) edits.push_back(choice.edit);
    for (const IntentChoice& choice : hidden_) edits.push_back(choice.edit);
    // a hidden choice may undo another one
    const std::vector<Edit> needed = hidden_.empty() ? edits : without_overlap(start_, edits);
    const bool has_detour = needed.size() < edits.size();
    if (has_detour) out = choices_of(start_, needed, repeated_);
    std::vector<bool> has_one(answers_.wrong.size());
    for (IntentChoice& choice : out) {
        for (std::size_t& row : choice.rows) row = place_[row];
    }
    if (!has_detour) out.insert(out.end(), hidden_.begin(), hidden_.end());
    std::vector<Agreement> alone;
    for (const IntentChoice& choice : out) {
        for (const std::size_t row : choice.rows) has_one[row] = true;
        alone.emplace_back(choice.only);
    }
    const Agreement all(out_.recipe);
    for (std::size_t row = 0; row < has_one.size(); ++row) {
        const UnitAnswer& one = answers_.wrong[row];
        if (has_one[row] || !repeats_[row] || !all(one)) continue;
        const bool by_one = std::ranges::any_of(alone, [&](const Agreement& agrees) { return agrees(one); });
        for (std::size_t i = 0; i < out.size(); ++i) {
            if (!by_one || alone[i](one)) out[i].rows.push_back(row);
        }
    }
    return out;
}

std::size_t Finder::contradicted_by(const IntentChoice& choice) const {
    const Agreement without(choice.without);
    const Agreement with(out_.recipe);
    const Explained by_faults = by_named_faults();
    std::size_t out = 0;
    for (const auto* list : {&repeated_.wrong, &repeated_.right}) {
        out += static_cast<std::size_t>(std::ranges::count_if(*list, [&](const UnitAnswer& one) {
            return without(one) && !with(one) && !(by_faults && by_faults(one.row.operands(), *one.row.d));
        }));
    }
    return out;
}

Confirms Finder::confirms() const {
    if (unit_ == nullptr) return {};
    return [this](const Recipe& without, const Recipe& with) {
        return votes(without, with, *unit_, kMostVotes).are_clearly_for_y();
    };
}

std::string Finder::setting_of(const Edit& edit) const {
    if (names_ == EditNames::paths) return {};  // these are what --set accepts
    const std::optional<Spec> base = knob_form(start_);
    if (!base) return {};
    const auto typed = typed_settings(*base, edit.recipe, {edit});
    const std::string own = "--set " + edit.key + "=";
    if (typed) return typed->starts_with(own) && typed->find(" --set") == std::string::npos ? "" : *typed;
    std::string out;
    for (const Edit& one : named_by_paths(start_, {edit})) {
        if (one.key == edit.key) return "no knob does that; --nearest writes it as a recipe";
        out += (out.empty() ? "" : " and ") + one.key + " = " + boost::json::serialize(one.value);
    }
    return "no knob does that; in a recipe: " + out;
}

void Finder::add_choice(const IntentChoice& choice) {
    Bug bug;
    bug.kind = BugKind::choice;
    const Edit of_start = same_edit(start_, choice.edit).value_or(choice.edit);
    bug.name = words(named_as(start_, {of_start}, names_));
    bug.setting = setting_of(of_start);
    bug.contradicts = contradicted_by(choice);
    bug.alternative = choice.fault;
    bug.rows = choice.rows;
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
    if (bug.example.expected == bug.example.example.d) {
        // its mismatches have other reasons, too: right without this choice, wrong by the given specification
        const Agreement by_itself(choice.only);
        const Showing beside{start_,
                             [&](const Operands& in, std::uint64_t got) {
                                 return by_itself.agrees(by_itself.evaluator()(in), got);
                             },
                             [](const Operands&) { return false; }};
        bug.example = smallest_example(beside, answers_, bug.rows, unit_);
        bug.golden = start_;
    }
    out_.bugs.insert(out_.bugs.begin(), std::move(bug));
}

std::vector<VectorRow> Finder::witnesses(const Recipe& x, const Recipe& y) const {
    std::vector<VectorRow> out;
    // a choice may read the operands in another format of the same size
    if (!(formats_of(x.operands) == formats_of(y.operands))) return out;
    for (Witness& witness : separate(x, y, {4000, 500, 500, 1}, 40)) {
        if (unit_ != nullptr) unit_->fit(witness.row);
        out.push_back(std::move(witness.row));
    }
    return out;
}

}  // namespace karat::probe
