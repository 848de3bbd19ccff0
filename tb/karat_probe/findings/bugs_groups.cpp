// SPDX-License-Identifier: Apache-2.0
// The mismatches that no choice explains: faults of the library, then groups without a name.
#include <algorithm>
#include <numeric>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/finder.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostReduced = 300;

}  // namespace

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
    for (const NamedFault& fault : faults) faults_of_start_.push_back(fault_of(start_, fault.key));
    faults_ = std::move(faults);
}

void Finder::add_faults_beside(std::vector<std::size_t>& left) {
    if (faults_.empty() || left.size() < Balance::kFewest) return;
    for (const NamedFault& fault : faults_beside(faults_.front().key, out_.recipe, answers_, left)) {
        out_.bugs.push_back(bug_of(fault, faults_, false, answers_));
        std::erase_if(
            left, [&](std::size_t i) { return std::binary_search(fault.rows.begin(), fault.rows.end(), i); });
    }
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
    const auto of_start = mixing ? decltype(fault.answer){} : fault_of(start_, fault.key);
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
