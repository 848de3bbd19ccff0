// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/joint_choice.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "karat/error.hpp"
#include "karat_tb/faults/faults.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostEdits = 12;
constexpr std::size_t kMostPairs = 6;  ///< judged by all answers
constexpr std::size_t kSample = 60;    ///< answers of each kind by which pairs are compared first

/// An edit with a fault of the edited recipe.
struct Pair {
    std::size_t edit;
    tb::Fault fault;
    std::size_t agreements;  ///< in the sample
};

template <typename Model>
std::size_t agreements(const Model& model, const Agreement& golden, const std::vector<UnitAnswer>& list,
                       std::size_t most) {
    const std::size_t stride = std::max<std::size_t>(1, list.size() / most);
    std::size_t out = 0;
    for (std::size_t i = 0; i < list.size(); i += stride)
        out += golden.agrees(model(list[i].row.operands()), *list[i].row.d) ? 1 : 0;
    return out;
}

/// The edits that explain the most mismatches, whatever they contradict.
std::vector<Edit> frequent_edits(const Recipe& recipe, const UnitAnswers& answers) {
    std::vector<std::pair<std::size_t, Edit>> all;
    for (Edit& edit : proposed_edits(recipe, EditReach::near)) {
        try {
            const Agreement edited(edit.recipe);
            const std::size_t gained = agreements(edited.evaluator(), edited, answers.wrong, kSample);
            if (gained >= Balance::kFewest) all.emplace_back(gained, std::move(edit));
        } catch (const SpecError&) {  // not every proposed edit is valid
        }
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
    std::vector<Edit> out;
    for (auto& [gained, edit] : all) {
        if (out.size() < kMostEdits) out.push_back(std::move(edit));
    }
    return out;
}

/// The pairs that agree with most of the sample.
std::vector<Pair> likely_pairs(const std::vector<Edit>& edits, const Agreement& golden,
                               const UnitAnswers& answers) {
    std::vector<Pair> out;
    for (std::size_t i = 0; i < edits.size(); ++i) {
        for (tb::Fault& fault : tb::faults_of(edits[i].recipe)) {
            const tb::FaultyModel model(edits[i].recipe, fault);
            const std::size_t agreed = agreements(model, golden, answers.wrong, kSample);
            if (agreed < Balance::kFewest) continue;
            out.push_back({i, std::move(fault), agreed + agreements(model, golden, answers.right, kSample)});
        }
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Pair& x, const Pair& y) { return x.agreements > y.agreements; });
    if (out.size() > kMostPairs) out.erase(out.begin() + kMostPairs, out.end());
    return out;
}

IntentChoice choice_of(const Recipe& recipe, const Edit& edit, const tb::FaultyModel& model,
                       const UnitAnswers& answers) {
    const Agreement edited(edit.recipe);
    IntentChoice out;
    out.edit = edit;
    out.without = recipe;
    out.only = edit.recipe;
    for (std::size_t i = 0; i < answers.wrong.size(); ++i) {
        const UnitAnswer& one = answers.wrong[i];
        if (edited(one)) out.rows.push_back(i);
        if (!edited.agrees(model(one.row.operands()), *one.row.d)) ++out.missed;
    }
    for (const UnitAnswer& one : answers.right) {
        if (!edited.agrees(model(one.row.operands()), *one.row.d)) ++out.spoilt;
    }
    out.gained = out.rows.size();
    return out;
}

}  // namespace

std::optional<IntentChoice> joint_choice(const Recipe& recipe, const UnitAnswers& answers,
                                         std::size_t most_wrong) {
    const Agreement golden(recipe);
    const std::vector<Edit> edits = frequent_edits(recipe, answers);
    std::optional<IntentChoice> best;
    for (Pair& pair : likely_pairs(edits, golden, answers)) {
        const Edit& edit = edits[pair.edit];
        const tb::FaultyModel model(edit.recipe, std::move(pair.fault));
        IntentChoice now = choice_of(recipe, edit, model, answers);
        if (now.missed + now.spoilt > most_wrong || now.gained < Balance::kFewest) continue;
        if (best && best->missed + best->spoilt <= now.missed + now.spoilt) continue;
        best = std::move(now);
    }
    return best;
}

}  // namespace karat::probe
