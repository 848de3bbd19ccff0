// SPDX-License-Identifier: Apache-2.0
// The mismatches that no choice explains: faults of the library, then groups without a name.
#include <algorithm>
#include <numeric>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/fault_pairs.hpp"
#include "karat_probe/findings/finder.hpp"
#include "karat_probe/findings/hidden_choice.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostReduced = 300;

}  // namespace

void Finder::name_faults(std::vector<std::size_t>& left) {
    constexpr std::size_t most_choices = 6;
    constexpr std::size_t most_faults = 16;
    add_faults(left, false);
    while (faults_.size() < most_faults) {
        take_explained_together(left);
        if (hidden_.size() < most_choices && add_hidden_choice(left)) continue;
        if (!add_fault_beside(left) && !replace_by_sibling(left)) return;
    }
}

// It changes the specification, so that the faults are named anew.
bool Finder::add_hidden_choice(std::vector<std::size_t>& left) {
    if (faults_.empty()) return false;
    std::optional<IntentChoice> choice = hidden_choice(out_.recipe, keys_of(faults_), answers_, left);
    if (!choice) return false;
    out_.recipe = choice->only;
    hidden_.push_back(std::move(*choice));
    out_.bugs.clear();
    faults_.clear();
    faults_of_start_.clear();
    left = unexplained();
    add_faults(left, false);
    return true;
}

void Finder::add_faults(std::vector<std::size_t>& left, bool mixing) {
    std::vector<std::size_t> asked;
    for (const std::size_t i : left) {
        if (repeats_[i] != mixing) asked.push_back(i);
    }
    std::vector<NamedFault> faults = named_faults(out_.recipe, answers_, asked, mixing);
    for (const NamedFault& fault : faults) {
        out_.bugs.push_back(bug_of(fault, faults, mixing, answers_));
        std::erase_if(
            left, [&](std::size_t i) { return std::binary_search(fault.rows.begin(), fault.rows.end(), i); });
    }
    if (mixing) return;
    for (const NamedFault& fault : faults) faults_of_start_.push_back(with_faults(start_, fault.keys));
    faults_ = std::move(faults);
}

std::vector<std::size_t> Finder::repeated_of(const std::vector<std::size_t>& rows) const {
    std::vector<std::size_t> out;
    std::ranges::copy_if(rows, std::back_inserter(out), [&](std::size_t row) { return repeats_[row]; });
    return out;
}

bool Finder::add_fault_beside(std::vector<std::size_t>& left) {
    const std::vector<std::size_t> asked = repeated_of(left);
    if (asked.size() < Balance::kFewest) return false;
    std::optional<NamedFault> fault = fault_beside(keys_of(faults_), out_.recipe, answers_, asked);
    if (!fault) fault = fault_pair(keys_of(faults_), out_.recipe, answers_, asked);
    if (!fault) return false;
    out_.bugs.push_back(bug_of(*fault, faults_, false, answers_));
    std::erase_if(left, [&](std::size_t row) { return std::ranges::binary_search(fault->rows, row); });
    faults_of_start_.push_back(with_faults(start_, fault->keys));
    faults_.push_back(std::move(*fault));
    return true;
}

bool Finder::replace_by_sibling(std::vector<std::size_t>& left) {
    const std::optional<Replacement> better =
        better_sibling(faults_, out_.recipe, answers_, repeated_of(left));
    if (!better) return false;
    NamedFault& fault = faults_[better->place];
    Bug& bug = out_.bugs[better->place];
    fault.keys = {better->key};
    fault.meaning = bug.name = better->meaning;
    fault.answer = with_faults(out_.recipe, fault.keys);
    faults_of_start_[better->place] = with_faults(start_, fault.keys);
    const std::size_t before = left.size();
    take_explained_together(left);
    return left.size() < before;
}

void Finder::take_explained_together(std::vector<std::size_t>& left) {
    if (faults_.size() < 2) return;
    const Agreement golden(out_.recipe);
    std::vector<std::function<std::uint64_t(const Operands&)>> without;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
        std::vector<NamedFault> others = faults_;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
        without.push_back(with_faults(out_.recipe, keys_of(others)));
    }
    const auto together = with_faults(out_.recipe, keys_of(faults_));
    std::erase_if(left, [&](std::size_t row) {
        const UnitAnswer& one = answers_.wrong[row];
        const Operands in = one.row.operands();
        if (!repeats_[row] || !golden.agrees(together(in), *one.row.d)) return false;
        for (std::size_t i = 0; i < faults_.size(); ++i) {
            if (!golden.agrees(without[i](in), *one.row.d)) out_.bugs[i].rows.push_back(row);
        }
        return true;
    });
}

Bug Finder::bug_of(const NamedFault& fault, const std::vector<NamedFault>& faults, bool mixing,
                   const UnitAnswers& answers) const {
    const Agreement golden(out_.recipe);
    Bug bug;
    bug.kind = BugKind::fault;
    bug.name = fault.meaning;
    bug.rows = fault.rows;
    bug.contradicts = fault.spoilt;
    bug.condition = condition_of(out_.recipe, answers, bug.rows);
    bug.golden = out_.recipe;
    const Evaluator start = Evaluator::without_bounds(start_);
    const auto of_start = mixing ? decltype(fault.answer){} : with_faults(start_, fault.keys);
    const Showing showing{out_.recipe,
                          [&](const Operands& in, std::uint64_t got) {
                              return golden.agrees(fault.answer(in), got) &&
                                     (!fault.before || fault.answer(in) != fault.before(in));
                          },
                          [&](const Operands& in) {
                              const std::uint64_t right = golden.evaluator()(in);
                              return mixing ||
                                     (start(in) == right && (!of_start || of_start(in) == fault.answer(in)) &&
                                      std::all_of(faults.begin(), faults.end(), [&](const NamedFault& other) {
                                          return &other == &fault || other.answer(in) == right;
                                      }));
                          }};
    bug.example = smallest_example(showing, answers, bug.rows, mixing ? nullptr : unit_);
    bug.example.repeats = bug.example.repeats && !mixing;
    return bug;
}

void Finder::add_groups(const std::vector<std::size_t>& left) {
    std::vector<FailureGroup> groups = grouped(left);
    add_hidden_faults(groups);
    for (FailureGroup& group : groups) {
        if (group.rows.empty()) continue;
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

std::vector<FailureGroup> Finder::grouped(const std::vector<std::size_t>& left) {
    if (unit_ == nullptr) return failure_groups(out_.recipe, answers_, left);
    if (faults_.empty()) return failure_groups(out_.recipe, answers_, left, *unit_, kMostReduced);
    const Agreement golden(out_.recipe);
    return failure_groups(
        out_.recipe, answers_, left, *unit_, kMostReduced, [&](const Operands& in, std::uint64_t got) {
            return std::any_of(faults_.begin(), faults_.end(),
                               [&](const NamedFault& fault) { return golden.agrees(fault.answer(in), got); });
        });
}

void Finder::add_hidden_faults(std::vector<FailureGroup>& groups) {
    UnitAnswers reduced = answers_;
    reduced.wrong.clear();
    std::vector<std::pair<std::size_t, std::size_t>> from;  // group, and place in it
    for (std::size_t g = 0; g < groups.size(); ++g) {
        if (!groups[g].repeats) continue;
        for (std::size_t n = 0; n < groups[g].reduced.size(); ++n) {
            UnitAnswer one = answers_.wrong[groups[g].rows[n]];
            one.row = groups[g].reduced[n];
            reduced.wrong.push_back(std::move(one));
            from.emplace_back(g, n);
        }
    }
    if (reduced.wrong.empty() || unit_ == nullptr) return;
    std::vector<std::size_t> all(reduced.wrong.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<NamedFault> faults = named_faults(out_.recipe, reduced, all, false);
    std::vector<std::set<std::size_t>> taken(groups.size());
    for (const NamedFault& fault : faults) {
        Bug bug = bug_of(fault, faults, false, reduced);
        bug.rows.clear();
        for (const std::size_t i : fault.rows) {
            const auto [g, n] = from[i];
            bug.reduced.push_back(groups[g].rows[n]);
            taken[g].insert(n);
        }
        out_.bugs.push_back(std::move(bug));
    }
    for (std::size_t g = 0; g < groups.size(); ++g) drop(groups[g], taken[g]);
}

void Finder::drop(FailureGroup& group, const std::set<std::size_t>& places) {
    if (places.empty()) return;
    if (places.size() == group.reduced.size()) {
        group.rows.clear();
        return;
    }
    std::size_t kept = group.reduced.size();
    while (places.contains(--kept)) {
    }
    group.example = group.reduced[kept];
    for (auto it = places.rbegin(); it != places.rend(); ++it) {
        group.rows.erase(group.rows.begin() + static_cast<std::ptrdiff_t>(*it));
        group.reduced.erase(group.reduced.begin() + static_cast<std::ptrdiff_t>(*it));
    }
}

void Finder::add_unnamed(Bug bug) {
    constexpr double nearly_all = 0.98;
    const auto same = [&](const Bug& other) {
        return other.kind == BugKind::unnamed && other.condition && bug.condition &&
               other.condition->words == bug.condition->words && other.condition->precision >= nearly_all &&
               other.example.repeats == bug.example.repeats;
    };
    const auto it = std::find_if(out_.bugs.begin(), out_.bugs.end(), same);
    if (it == out_.bugs.end()) {
        out_.bugs.push_back(std::move(bug));
        return;
    }
    it->rows.insert(it->rows.end(), bug.rows.begin(), bug.rows.end());
    ++it->groups;
}

}  // namespace karat::probe
