// SPDX-License-Identifier: Apache-2.0
// The faults of the library behind the mismatches that no choice explains.
#include <algorithm>
#include <functional>
#include <utility>

#include "karat_probe/findings/example.hpp"
#include "karat_probe/findings/fault_pairs.hpp"
#include "karat_probe/findings/finder.hpp"
#include "karat_probe/findings/hidden_choice.hpp"

namespace karat::probe {

void Finder::name_faults(std::vector<std::size_t>& left) {
    add_faults(left);
    name_further(left);
}

void Finder::name_further(std::vector<std::size_t>& left) {
    constexpr std::size_t most_faults = 16;
    while (faults_.size() < most_faults) {
        take_explained_together(left);
        if (add_hidden_choice(left)) continue;
        if (!add_fault_beside(left) && !replace_by_sibling(left)) return;
    }
}

bool Finder::add_choice_beside_all(std::vector<std::size_t>& left) {
    std::vector<std::size_t> wrong = unexplained();
    const Explained by_faults = by_named_faults();
    std::erase_if(wrong, [&](std::size_t i) {
        const UnitAnswer& one = answers_.wrong[i];
        return !repeats_[i] || by_faults(one.row.operands(), *one.row.d);
    });
    if (!add_hidden_choice(wrong)) return false;
    left = std::move(wrong);
    name_further(left);
    add_mixing_faults(left);
    return true;
}

// It changes the specification, so that the faults are named anew.
bool Finder::add_hidden_choice(std::vector<std::size_t>& left) {
    constexpr std::size_t most_choices = 6;
    if (faults_.empty() || hidden_.size() >= most_choices) return false;
    std::optional<IntentChoice> choice = hidden_choice(out_.recipe, keys_of(faults_), answers_, left);
    if (!choice || is_excluded(choice->edit)) return false;
    out_.recipe = choice->only;
    hidden_.push_back(std::move(*choice));
    out_.bugs.clear();
    faults_.clear();
    faults_of_start_.clear();
    left = unexplained();
    add_faults(left);
    return true;
}

void Finder::add_faults(std::vector<std::size_t>& left) {
    std::vector<std::size_t> asked;
    for (const std::size_t i : left) {
        if (unit_ == nullptr || repeats_[i]) asked.push_back(i);
    }
    std::vector<NamedFault> faults = borne_out(out_.recipe, answers_, asked);
    for (const NamedFault& fault : faults) {
        out_.bugs.push_back(bug_of(fault, faults, false, answers_));
        std::erase_if(left, [&](std::size_t i) { return std::ranges::binary_search(fault.rows, i); });
    }
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
    const Believed is_believed = believed(out_.recipe, answers_);
    const std::vector<std::string> known = keys_of(faults_);
    std::optional<NamedFault> fault = fault_beside(known, out_.recipe, answers_, asked, is_believed);
    if (!fault) fault = fault_pair(known, out_.recipe, answers_, asked, is_believed);
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

bool Finder::give(std::size_t row, const std::function<bool(std::size_t)>& to) {
    bool any = false;
    for (std::size_t i = 0; i < faults_.size(); ++i) {
        if (!to(i)) continue;
        const auto bug = std::ranges::find(out_.bugs, faults_[i].meaning, &Bug::name);
        if (bug == out_.bugs.end()) continue;
        bug->rows.push_back(row);
        any = true;
    }
    return any;
}

void Finder::take_explained(std::vector<std::size_t>& left) {
    const Agreement golden(out_.recipe);
    std::erase_if(left, [&](std::size_t row) {
        const UnitAnswer& one = answers_.wrong[row];
        const Operands in = one.row.operands();
        return repeats_[row] &&
               give(row, [&](std::size_t i) { return golden.agrees(faults_[i].answer(in), *one.row.d); });
    });
    take_explained_together(left);
}

void Finder::take_explained_together(std::vector<std::size_t>& left) {
    if (faults_.size() < 2) return;
    const Agreement golden(out_.recipe);
    std::vector<FaultModel> without;
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
        const auto is_needed = [&](std::size_t i) { return !golden.agrees(without[i](in), *one.row.d); };
        const auto acts = [&](std::size_t i) { return faults_[i].answer(in) != golden.evaluator()(in); };
        if (!give(row, is_needed) && !give(row, acts)) give(row, [](std::size_t) { return true; });
        return true;
    });
}

std::vector<NamedFault> Finder::borne_out(const Recipe& recipe, const UnitAnswers& answers,
                                          const std::vector<std::size_t>& rows) {
    return named_faults(recipe, answers, rows, believed(recipe, answers));
}

Believed Finder::believed(const Recipe& recipe, const UnitAnswers& answers) {
    if (unit_ == nullptr) return {};
    return [this, &recipe, &answers](const NamedFault& fault, const std::vector<NamedFault>& named) {
        if (tried_on_ != recipe) {
            trials_.clear();
            tried_on_ = recipe;
        }
        const auto [known, is_new] = trials_.try_emplace(fault.keys, std::size_t{0});
        if (is_new) known->second = answers_against(recipe, answers, fault, named);
        return known->second;
    };
}

std::optional<std::size_t> Finder::answers_against(const Recipe& recipe, const UnitAnswers& answers,
                                                   const NamedFault& fault,
                                                   const std::vector<NamedFault>& named) {
    const Agreement golden(recipe);
    const FailureGroup example = example_of(recipe, fault, named, false, answers);
    if (!example.repeats) return 0;
    const FaultModel without = fault.before ? fault.before : FaultModel(std::cref(golden.evaluator()));
    std::vector<std::string> all = keys_of(named);
    all.insert(all.end(), fault.keys.begin(), fault.keys.end());
    const FaultModel together = named.empty() ? FaultModel{} : with_faults(recipe, all);
    const FaultTrial trial = try_fault(golden, without, fault.answer, together, example.example, *unit_);
    if (trial.is_refuted()) return std::nullopt;
    return trial.contradicted + trial.other;
}

FailureGroup Finder::example_of(const Recipe& recipe, const NamedFault& fault,
                                const std::vector<NamedFault>& faults, bool mixing,
                                const UnitAnswers& answers) const {
    const Agreement golden(recipe);
    const Evaluator start = Evaluator::without_bounds(start_);
    const auto of_start = mixing ? FaultModel{} : with_faults(start_, fault.keys);
    const Showing showing{recipe,
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
    FailureGroup out = smallest_example(showing, answers, fault.rows, mixing ? nullptr : unit_);
    out.repeats = out.repeats && (!mixing || unit_ == nullptr);
    return out;
}

Bug Finder::bug_of(const NamedFault& fault, const std::vector<NamedFault>& faults, bool mixing,
                   const UnitAnswers& answers) const {
    Bug bug;
    bug.kind = BugKind::fault;
    bug.name = fault.meaning;
    bug.rows = fault.rows;
    bug.contradicts = fault.spoilt;
    bug.condition = condition_of(out_.recipe, answers, bug.rows);
    bug.golden = out_.recipe;
    bug.example = example_of(out_.recipe, fault, faults, mixing, answers);
    return bug;
}

}  // namespace karat::probe
