// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/bugs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "karat_probe/findings/finder.hpp"
#include "karat_probe/findings/rivals.hpp"

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

}  // namespace

BugReport Finder::run() {
    find_repeated();
    std::vector<IntentChoice> choices = explained_choices();
    for (std::size_t round = 0; exclude_unsound(choices, round); ++round) choices = explained_choices();
    for (std::size_t i = choices.size(); i-- > 0;) add_choice(choices[i]);
    for (const IntentChoice& choice : choices) out_.choices.push_back(choice.edit);
    out_.choices = in_sequence(start_, std::move(out_.choices));
    describe_bugs();
    if (unit_ != nullptr) out_.replayed_unknown = unit_->unknown();
    return std::move(out_);
}

BugReport Finder::run_groups(const std::string& reason) {
    repeats_.assign(answers_.wrong.size(),
                    false);  // by itself; the groups find out on which rows it is wrong
    start();
    out_.recipe = start_;
    out_.unexplained = out_.kept;
    add_groups(unexplained(), false);
    if (!reason.empty() && !out_.bugs.empty()) join_all(reason);
    describe_bugs();
    if (unit_ != nullptr) out_.replayed_unknown = unit_->unknown();
    return std::move(out_);
}

void Finder::join_all(const std::string& reason) {
    std::ranges::stable_partition(out_.bugs, [](const Bug& bug) { return bug.example.repeats; });
    Bug all = std::move(out_.bugs.front());
    for (std::size_t i = 1; i < out_.bugs.size(); ++i) {
        all.rows.insert(all.rows.end(), out_.bugs[i].rows.begin(), out_.bugs[i].rows.end());
        if (out_.bugs[i].example.repeats == all.example.repeats)
            join(all.example, std::move(out_.bugs[i].example));
    }
    all.kind = BugKind::mode;
    all.name = reason;
    all.condition.reset();
    all.example.assumed = 0;  // all rows have the reason
    out_.bugs = {std::move(all)};
}

void Finder::describe_bugs() {
    const auto weight_of = [&](const auto& rows) {
        return std::accumulate(rows.begin(), rows.end(), 0.0,
                               [&](double sum, std::size_t i) { return sum + answers_.wrong[i].weight; });
    };
    std::vector<std::size_t> all(answers_.wrong.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    for (Bug& bug : out_.bugs) {
        const double of_run = std::max(weight_of(all), static_cast<double>(answers_.mismatches));
        bug.share = std::min(1.0, weight_of(bug.rows) / of_run);
        const auto& rows = bug.rows.empty() ? bug.reduced : bug.rows;
        bug.first = answers_.wrong[*std::min_element(rows.begin(), rows.end())];
        bug.only_lane = only_lane_of(rows);
    }
}

void Finder::start() {
    out_ = {};
    out_.kept = answers_.wrong.size();
    out_.right = answers_.right.size();
    out_.mismatches = answers_.mismatches;
    out_.unknown = answers_.unknown;
    out_.unknown_tile = answers_.unknown_tile;
    out_.unknown_lane = answers_.unknown_lane;
}

std::optional<std::size_t> Finder::only_lane_of(const std::vector<std::size_t>& rows) const {
    constexpr std::size_t fewest = 12;  // fewer may be in one of two lanes by chance
    const std::size_t lane = answers_.wrong[rows.front()].lane;
    const auto is_elsewhere = [&](const UnitAnswer& one) { return one.lane != lane; };
    const bool has_others = std::ranges::any_of(answers_.right, is_elsewhere) ||
                            std::ranges::any_of(answers_.wrong, is_elsewhere);
    if (rows.size() < fewest || !has_others) return std::nullopt;
    if (std::ranges::any_of(rows, [&](std::size_t i) { return is_elsewhere(answers_.wrong[i]); }))
        return std::nullopt;
    return lane;
}

bool Finder::exclude_unsound(const std::vector<IntentChoice>& choices, std::size_t round) {
    constexpr std::size_t of_one_value = 3;
    constexpr std::size_t of_one_attribute = 6;
    const IntentChoice* worst = most_unsound(choices);
    if (worst == nullptr) return false;
    if (round < of_one_value) {
        excluded_.insert(title(worst->edit));
    } else if (round < of_one_attribute) {  // its other values are no better
        excluded_.insert(worst->edit.key);
    } else {
        for (const IntentChoice& choice : choices) excluded_.insert(choice.edit.key);
    }
    return true;
}

const IntentChoice* Finder::superfluous(const std::vector<IntentChoice>& choices) const {
    const auto is_named = [&](const IntentChoice& choice) {
        return !choice.fault.empty() &&
               std::ranges::find(out_.bugs, choice.fault, &Bug::name) != out_.bugs.end();
    };
    const auto it = std::ranges::find_if(choices, is_named);
    return it == choices.end() ? nullptr : &*it;
}

const IntentChoice* Finder::most_unsound(const std::vector<IntentChoice>& choices) const {
    if (const IntentChoice* const choice = superfluous(choices)) return choice;
    const IntentChoice* worst = nullptr;
    double most = 0;
    for (const IntentChoice& choice : choices) {
        const std::size_t contradicted = contradicted_by(choice);
        const std::size_t explained = choice.rows.size();
        if (contradicted * Balance::kFifty <= explained) continue;
        const double share =
            static_cast<double>(contradicted) / static_cast<double>(std::max<std::size_t>(explained, 1));
        // a choice also explains answers that are right by the given specification without the others
        const bool is_confirmed = choice.fault.empty() && unit_ != nullptr &&
                                  contradicted * Balance::kTwenty <= std::max(choice.gained, explained) &&
                                  confirms()(choice.without, out_.recipe);
        if (share <= most || is_confirmed) continue;
        most = share;
        worst = &choice;
    }
    return worst != nullptr ? worst : refuted(choices);
}

const IntentChoice* Finder::refuted(const std::vector<IntentChoice>& choices) const {
    if (unit_ == nullptr || out_.unexplained == 0) return nullptr;
    const auto it = std::ranges::find_if(choices, [&](const IntentChoice& choice) {
        const Votes all = votes(choice.without, out_.recipe, *unit_, kMostVotes, keys_of(faults_));
        return all.are_against_y() || all.show_no_effect();
    });
    return it == choices.end() ? nullptr : &*it;
}

std::vector<IntentChoice> Finder::explained_choices() {
    start();
    faults_.clear();
    faults_of_start_.clear();
    hidden_.clear();
    Intent intent = sound_intent();
    // a choice that a fault of the library makes sound goes before one that nothing does
    if (!find_joint_choice(intent)) take_unsound_choices(intent);
    constexpr std::size_t most_joint = 3;
    for (std::size_t i = 0; i < most_joint && find_joint_choice(intent); ++i) {
    }
    if (unit_ != nullptr) settle_rivals(intent);
    out_.recipe = intent.recipe;
    out_.unexplained = intent.unexplained;
    std::vector<std::size_t> left = unexplained();
    name_faults(left);
    add_mixing_faults(left);
    if (!left.empty()) add_groups(std::move(left), true);
    return all_choices(std::move(intent));
}

void Finder::find_repeated() {
    repeats_.assign(answers_.wrong.size(), true);
    repeated_ = answers_;
    repeated_.wrong.clear();
    for (std::size_t i = 0; i < answers_.wrong.size(); ++i) {
        const UnitAnswer& answer = answers_.wrong[i];
        if (unit_ != nullptr) {
            if (unit_->lanes() > 1) unit_->use_lane(answer.lane);
            repeats_[i] = unit_->known(answer.row) == answer.row.d;
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

BugReport find_bugs(const Recipe& recipe, const UnitAnswers& answers, Target* unit, EditNames names) {
    return Finder(recipe, answers, unit, names).run();
}

BugReport find_groups(const Recipe& recipe, const UnitAnswers& answers, Target* unit,
                      const std::string& reason) {
    return Finder(recipe, answers, unit, EditNames::knobs).run_groups(reason);
}

void explain(BugReport& report, const Recipe& start, const AllAnswers& answers, EditNames names,
             Target* unit) {
    report.explained = answers.count;
    report.all_explained = answers.whole;
    const Recipe& nearest = report.choices.empty() ? start : report.choices.back().recipe;
    const bool nearest_gives = answers.given_by(Agreement(nearest));
    if (nearest_gives) report.explanations.push_back(named_as(start, report.choices, names));
    if (nearest_gives && report.choices.size() != 1) return;
    for (const Edit& edit : SingleEdits(start).giving(answers)) {
        const bool is_rival = nearest_gives && edit.recipe != nearest;
        if (nearest_gives && !is_rival) continue;
        if (is_rival && unit != nullptr && preference(nearest, edit.recipe, *unit) < 0) continue;
        report.explanations.push_back(named_as(start, {edit}, names));
    }
}

std::string_view name_of(BugKind kind) {
    switch (kind) {
        case BugKind::choice:
            return "choice";
        case BugKind::fault:
            return "fault";
        case BugKind::mode:
            return "mode";
        case BugKind::flags:
            return "flags";
        case BugKind::unnamed:
            break;
    }
    return "unnamed";
}

}  // namespace karat::probe
