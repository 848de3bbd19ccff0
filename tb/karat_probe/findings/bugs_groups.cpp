// SPDX-License-Identifier: Apache-2.0
// The mismatches that neither a choice nor a fault of the library explains: groups without a name.
#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/finder.hpp"
#include "karat_probe/findings/row_shape.hpp"

namespace karat::probe {
void Finder::add_groups(std::vector<std::size_t> left, bool naming) {
    std::vector<FailureGroup> groups = grouped(left);
    if (naming && add_hidden_faults(groups, left)) {
        if (add_choice_beside_all(left)) return add_groups(std::move(left), true);
        take_explained(left);
        add_mixing_faults(left);  // beside the new ones
        groups = grouped(left);
    }
    if (unit_ != nullptr) join_related(groups, results_by(out_.recipe), *unit_, by_named_faults());
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

Explained Finder::by_named_faults() const {
    if (faults_.empty()) return {};
    std::vector<FaultModel> models;
    for (const NamedFault& fault : faults_) models.push_back(fault.answer);
    if (FaultModel all = with_faults(out_.recipe, keys_of(faults_))) models.push_back(std::move(all));
    return [golden = Agreement(out_.recipe), models](const Operands& in, std::uint64_t got) {
        return std::ranges::any_of(models,
                                   [&](const FaultModel& model) { return golden.agrees(model(in), got); });
    };
}

std::vector<FailureGroup> Finder::grouped(const std::vector<std::size_t>& left) const {
    const Standard standard = results_by(out_.recipe);
    if (unit_ == nullptr) return failure_groups(standard, answers_, left);
    return failure_groups(standard, answers_, left, *unit_, by_named_faults());
}

bool Finder::acts_on(const UnitAnswer& one, const FaultModel& without, const FaultModel& with) const {
    const Operands in = one.row.operands();
    const Format d = out_.recipe.operands.d;
    const std::uint64_t before = without(in);
    const std::uint64_t after = with(in);
    const std::uint64_t right = Evaluator::without_bounds(out_.recipe)(in);
    return before != after && difference_family(before, after, d) == difference_family(right, *one.row.d, d);
}

bool Finder::add_hidden_faults(const std::vector<FailureGroup>& groups, std::vector<std::size_t>& left) {
    UnitAnswers reduced = answers_;
    reduced.wrong.clear();
    std::vector<std::size_t> from;  // originals
    for (const FailureGroup& group : groups) {
        for (std::size_t n = 0; group.repeats && n < group.reduced.size(); ++n) {
            UnitAnswer one = answers_.wrong[group.reduced_from[n]];
            one.row = group.reduced[n];
            reduced.wrong.push_back(std::move(one));
            from.push_back(group.reduced_from[n]);
        }
    }
    if (reduced.wrong.empty() || unit_ == nullptr) return false;
    std::vector<std::size_t> all(reduced.wrong.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<NamedFault> faults = borne_out(out_.recipe, reduced, all);
    bool any = false;
    for (const NamedFault& fault : faults) {
        Bug bug = bug_of(fault, faults, false, reduced);
        bug.rows.clear();
        const FaultModel without = with_faults(out_.recipe, keys_of(faults_));
        std::vector<std::string> keys = keys_of(faults_);
        keys.insert(keys.end(), fault.keys.begin(), fault.keys.end());
        const FaultModel with = with_faults(out_.recipe, keys);
        for (const std::size_t i : fault.rows) {
            if (acts_on(answers_.wrong[from[i]], without, with)) bug.reduced.push_back(from[i]);
        }
        if (bug.reduced.size() < Balance::kFewest) continue;
        const std::set<std::size_t> gone(bug.reduced.begin(), bug.reduced.end());
        std::erase_if(left, [&](std::size_t row) { return gone.contains(row); });
        faults_.push_back(fault);
        out_.bugs.push_back(std::move(bug));
        any = true;
    }
    return any;
}

void Finder::add_unnamed(Bug bug) {
    constexpr double nearly_all = 0.98;
    const auto family = [](const Bug& one) {
        return difference_family(one.example.expected, *one.example.example.d, one.golden.operands.d);
    };
    const auto same = [&](const Bug& other) {
        return other.kind == BugKind::unnamed && other.condition && bug.condition &&
               other.condition->words == bug.condition->words && other.condition->precision >= nearly_all &&
               other.example.repeats == bug.example.repeats && family(other) == family(bug);
    };
    const auto it = std::find_if(out_.bugs.begin(), out_.bugs.end(), same);
    if (it == out_.bugs.end()) {
        out_.bugs.push_back(std::move(bug));
        return;
    }
    it->rows.insert(it->rows.end(), bug.rows.begin(), bug.rows.end());
    join(it->example, std::move(bug.example));
}

}  // namespace karat::probe
