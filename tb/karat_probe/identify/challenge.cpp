// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge.hpp"

#include <algorithm>
#include <memory>

#include "karat/error.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/recipe_moves.hpp"
#include "karat_probe/separate/crafted_rows.hpp"
#include "karat_probe/separate/row_source.hpp"

namespace karat::probe {
namespace {

/// Rows for a guess: crafted ones, the directed stimulus, questions of every kind, and rows for its coverage.
class Pool {
   public:
    Pool(const Recipe& guess, const Program& program, const OperandRules& formats, std::uint64_t seed)
        : questions_(formats, seed) {
        const Spec spec = spec_of(guess);
        if (!formats.are_integers()) sources_.push_back(crafted_rows(program, program, seed));
        sources_.push_back(stimulus_rows("directed", spec, seed));
        sources_.push_back(steered_rows(guess, seed));
    }
    [[nodiscard]] VectorRow next() {
        const std::size_t turn = at_++ % (sources_.size() + 2);
        if (turn < sources_.size()) {
            if (auto row = sources_[turn]->next()) return std::move(*row);
        }
        // what happens to small addends shows at ties only
        if (turn == sources_.size()) return questions_.make(QuestionKind::ties);
        constexpr std::size_t kinds = static_cast<std::size_t>(QuestionKind::specials) + 1;
        return questions_.make(static_cast<QuestionKind>(kind_++ % kinds));
    }

   private:
    std::vector<std::unique_ptr<RowSource>> sources_;
    Questions questions_;
    std::size_t at_ = 0;
    std::size_t kind_ = 0;
};

/// Rows crafted for the guess and one neighbour after another, a few for each.
class AimedRows {
   public:
    AimedRows(const Program& program, std::uint64_t seed) : program_(program), random_(seed) {}

    [[nodiscard]] VectorRow next(const std::vector<Neighbour*>& open) {
        constexpr int of_each = 4;
        if (left_-- == 0 || !source_) {
            const Neighbour* neighbour = open[random_.below(open.size())];
            // another structure or rule more often: a number next to the right one does less harm
            if (neighbour->edit.value.is_number()) neighbour = open[random_.below(open.size())];
            source_ = crafted_rows(program_, neighbour->evaluator.program(), random_.bits());
            left_ = of_each - 1;
        }
        return *source_->next();
    }

   private:
    const Program& program_;
    tb::Random random_;
    std::unique_ptr<RowSource> source_;
    int left_ = 0;
};

/// Rows to ask: those on which the guess differs from a neighbour, what it expects there, and some others.
struct ChosenRows {
    std::vector<VectorRow> chosen;
    std::vector<std::uint64_t> expected;
    std::vector<VectorRow> unchosen;
};

/// Marks the neighbours that the answers will exclude if the guess is right. `recorded`: size of the record.
ChosenRows choose(const Evaluator& evaluator, std::vector<Neighbour>& neighbours, Pool& pool,
                  std::size_t recorded, const ChallengeEffort& effort, std::uint64_t seed, Budget& budget) {
    std::vector<Neighbour*> open;
    for (Neighbour& neighbour : neighbours) {
        if (!neighbour.excluded_by && !neighbour.equal) open.push_back(&neighbour);
    }
    ChosenRows out;
    AimedRows aimed(evaluator.program(), seed);
    const bool can_aim = !formats_of(evaluator.program().operands()).are_integers();
    const auto until = std::min(budget.end, budget.now() + effort.time);
    for (std::uint64_t i = 0; i < effort.rows && out.chosen.size() < effort.most_asked; ++i) {
        if (i % 16 == 0 && budget.now() > until) break;
        if (open.empty() && out.unchosen.size() >= effort.unchosen) break;
        VectorRow row =
            can_aim && !open.empty() && i % effort.aimed_every == 0 ? aimed.next(open) : pool.next();
        const std::uint64_t d = evaluator(row.operands());
        budget.evaluations += open.size() + 1;
        const auto told = std::partition(open.begin(), open.end(), [&](const Neighbour* neighbour) {
            return neighbour->evaluator(row.operands()) == d;
        });
        if (told == open.end()) {
            if (out.unchosen.size() < effort.unchosen) out.unchosen.push_back(std::move(row));
            continue;
        }
        for (auto it = told; it != open.end(); ++it) (*it)->excluded_by = recorded + out.chosen.size();
        open.erase(told, open.end());
        out.chosen.push_back(std::move(row));
        out.expected.push_back(d);
    }
    return out;
}

}  // namespace

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
    Pool pool(guess, evaluator.program(), target.formats(), seed);
    ChosenRows choice = choose(evaluator, neighbours, pool, record.size(), effort, seed, budget);
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
