// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge.hpp"

#include "karat/error.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/chosen_rows.hpp"
#include "karat_probe/identify/recipe_moves.hpp"

namespace karat::probe {

std::vector<Neighbour> neighbours_of(const Recipe& guess) {
    std::vector<Neighbour> out;
    for (Edit& edit : neighbouring_edits(guess)) {
        if (edit.recipe == guess) continue;
        try {
            Evaluator evaluator = Evaluator::without_bounds(edit.recipe);
            out.push_back({std::move(edit), std::move(evaluator), std::nullopt});
        } catch (const SpecError&) {  // not every proposed edit is valid
        }
    }
    return out;
}

void exclude_by_record(std::vector<Neighbour>& neighbours, const Record& record, Budget& budget) {
    for (Neighbour& neighbour : neighbours) {
        if (neighbour.excluded_by || budget.spent()) continue;
        for (std::size_t i = record.size(); i-- > 0;) {  // the latest were chosen to exclude
            ++budget.evaluations;
            if (record.agrees(neighbour.evaluator, i)) continue;
            neighbour.excluded_by = i;
            break;
        }
    }
}

void prove_equal(std::vector<Neighbour>& neighbours, const Recipe& guess, Budget& budget) {
    const bool any_nan = has_any_nan(guess);
    const Recipe plain = canonical(guess, any_nan).recipe;
    for (Neighbour& neighbour : neighbours) {
        if (neighbour.excluded_by || neighbour.equal || budget.spent()) continue;
        neighbour.equal = canonical(neighbour.edit.recipe, any_nan).recipe == plain;
    }
}

std::size_t challenge(const Recipe& guess, std::vector<Neighbour>& neighbours, Target& target, Record& record,
                      const ChallengeEffort& effort, std::uint64_t seed, Budget& budget) {
    const Evaluator evaluator(guess);
    ChallengeRows pool(guess, evaluator.program(), target.formats(), seed);
    ChosenRows choice = choose_rows(evaluator, neighbours, pool, record.size(), effort, seed, budget);
    std::size_t wrong = 0;
    const std::vector<std::uint64_t> answers = target(choice.chosen);
    for (std::size_t i = 0; i < choice.chosen.size(); ++i) {
        wrong += answers[i] == choice.expected[i] ? 0 : 1;
        record.add(QuestionKind::chosen, std::move(choice.chosen[i]), answers[i]);
    }
    constexpr std::size_t at_a_time = 100;
    std::vector<VectorRow>& unchosen = choice.unchosen;
    for (std::size_t asked = 0; asked < effort.unchosen && wrong == 0 && !budget.spent();) {
        std::vector<VectorRow> rows;
        for (; rows.size() < at_a_time && asked < effort.unchosen; ++asked)
            rows.push_back(asked < unchosen.size() ? std::move(unchosen[asked]) : pool.next());
        const std::vector<std::uint64_t> others = target(rows);
        budget.evaluations += rows.size();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            wrong += others[i] == evaluator(rows[i].operands()) ? 0 : 1;
            record.add(QuestionKind::directed, std::move(rows[i]), others[i]);
        }
    }
    return wrong;
}

}  // namespace karat::probe
