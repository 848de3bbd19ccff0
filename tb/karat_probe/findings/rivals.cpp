// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/rivals.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "karat/error.hpp"
#include "karat_probe/findings/fault_names.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostRivals = 40;
constexpr std::size_t kWitnesses = 12;  ///< asked for each pair

/// The rows of answers.wrong that a recipe gives, among those of a choice. Nothing if the recipe is invalid,
/// as proposed edits may be.
std::optional<std::vector<std::size_t>> shared_rows(const Recipe& recipe, const IntentChoice& choice,
                                                    const UnitAnswers& answers) {
    std::vector<std::size_t> out;
    try {
        const Agreement agrees(recipe);
        for (const std::size_t i : choice.rows) {
            if (agrees(answers.wrong[i])) out.push_back(i);
        }
    } catch (const SpecError&) {
        return std::nullopt;
    }
    return out;
}

}  // namespace

Votes votes(const Recipe& x, const Recipe& y, Target& unit, std::size_t count,
            const std::vector<std::string>& faults) {
    Votes out;
    if (!(formats_of(x.operands) == formats_of(y.operands))) return out;
    const auto with_x = with_faults(x, faults);
    const auto with_y = with_faults(y, faults);
    if (!with_x || !with_y) return out;  // a fault of one that the other cannot have
    const Agreement of_x(x);
    const Agreement of_y(y);
    for (Witness& witness : separate(x, y, {20000, 500, 500, 1}, count)) {
        unit.fit(witness.row);
        const Operands in = witness.row.operands();
        if (of_x.agrees(of_x.evaluator()(in), of_y.evaluator()(in))) continue;  // they differ with c only
        const std::uint64_t by_x = with_x(in);
        const std::uint64_t by_y = with_y(in);
        if (of_x.agrees(by_x, by_y)) {
            ++out.hidden;
            continue;
        }
        const std::optional<std::uint64_t> got = unit.known(witness.row);
        if (!got) continue;
        out.x += of_x.agrees(by_x, *got) ? 1 : 0;
        out.y += of_y.agrees(by_y, *got) ? 1 : 0;
    }
    return out;
}

int preference(const Recipe& x, const Recipe& y, Target& unit) {
    const Votes all = votes(x, y, unit, kWitnesses);
    return static_cast<int>(all.y) - static_cast<int>(all.x);
}

IntentChoice best_rival(const IntentChoice& choice, const Recipe& with, const UnitAnswers& answers,
                        Target& unit) {
    IntentChoice best = choice;
    Recipe best_recipe = with;
    std::size_t rivals = 0;
    for (Edit& edit : proposed_edits(choice.without, EditReach::near)) {
        if (edit.recipe == best_recipe || rivals == kMostRivals) continue;
        auto rows = shared_rows(edit.recipe, choice, answers);
        if (!rows || rows->size() * 10 < choice.rows.size() * 8) continue;
        ++rivals;
        if (preference(best_recipe, edit.recipe, unit) <= 0) continue;
        best_recipe = edit.recipe;
        best.rows = std::move(*rows);
        best.gained = best.rows.size();
        best.edit = std::move(edit);
        best.only = best_recipe;
    }
    return best;
}

}  // namespace karat::probe
