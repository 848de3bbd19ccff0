// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/search/climb.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat_probe/identify/moves/joint_moves.hpp"
#include "karat_probe/identify/moves/knob_jumps.hpp"
#include "karat_probe/identify/moves/knob_moves.hpp"
#include "karat_probe/identify/moves/knob_translations.hpp"
#include "karat_probe/identify/moves/recipe_moves.hpp"
#include "karat_probe/identify/trees/structures.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

constexpr double kAnyLoss = 1e9;

/// The valid ones of the same formats, as candidates. (Not every algorithm has scale factors.)
std::vector<Candidate> expanded(std::vector<KnobMove> moves, const OperandRules& formats) {
    std::vector<Candidate> out;
    out.reserve(moves.size());
    for (KnobMove& move : moves) {
        try {
            validate(move.spec);
        } catch (const SpecError&) {
            continue;
        }
        Recipe recipe = expand(move.spec);
        if (!(formats_of(recipe.operands) == formats)) continue;
        out.push_back({std::move(move.name), std::move(recipe), std::move(move.spec)});
    }
    return out;
}

std::vector<Candidate> near_specifications(const Guess& guess) {
    return expanded(knob_moves(*guess.knobs), formats_of(guess.recipe.operands));
}

std::vector<Candidate> far_specifications(const Guess& guess) {
    std::vector<KnobMove> moves;
    for (KnobMove& move : jumps(*guess.knobs)) moves.push_back(std::move(move));
    for (KnobMove& move : translations(*guess.knobs)) moves.push_back(std::move(move));
    for (Spec& spec : structures(*guess.knobs)) moves.push_back({"structure", std::move(spec)});
    return expanded(std::move(moves), formats_of(guess.recipe.operands));
}

std::vector<Candidate> joint_specifications(const Guess& guess) {
    return expanded(joint_knobs(*guess.knobs), formats_of(guess.recipe.operands));
}

/// The steps from a guess that mend an answer, whatever else they spoil.
struct First {
    double change;
    Candidate candidate;
};
std::vector<First> mending(const Guess& guess, const Space& space, Step& step, Budget& budget) {
    std::vector<First> out;
    for (const auto list : {space.near, space.joint, space.far}) {
        for (Candidate& candidate : list(guess)) {
            if (budget.spent()) break;
            const auto evaluator = step.evaluator_of(candidate.recipe);
            if (!evaluator) continue;
            if (const auto change = step.change(*evaluator)) out.push_back({*change, std::move(candidate)});
        }
    }
    return out;
}

Guess taken(std::vector<Candidate>& candidates, const Choice& choice) {
    Candidate& best = candidates[choice.candidate];
    return {std::move(best.recipe), choice.loss, std::move(best.knobs)};
}

}  // namespace

const Space kRecipes{near_recipes, far_recipes, joint_recipes};
const Space kSpecifications{near_specifications, far_specifications, joint_specifications};

double loss_of(const Evaluator& evaluator, const Record& record, Budget& budget, std::size_t most) {
    double loss = 0;
    ++budget.tried;
    const std::size_t stride = record.stride(most);
    for (std::size_t i = 0; i < record.size(); i += stride) {
        ++budget.evaluations;
        if (!record.agrees(evaluator, i)) loss += record.weight(i) * static_cast<double>(stride);
    }
    return loss;
}

std::optional<double> loss_within(double limit, const Evaluator& evaluator, const Record& record,
                                  Budget& budget) {
    double loss = 0;
    ++budget.tried;
    for (std::size_t i = record.size(); i-- > 0;) {
        ++budget.evaluations;
        if (record.agrees(evaluator, i)) continue;
        loss += record.weight(i);
        if (loss > limit) return std::nullopt;
    }
    return loss;
}

Guess climb(Guess guess, const Space& space, const Record& record, Budget& budget, const Reach& reach) {
    constexpr double kFine = 0.3;
    constexpr std::size_t kSample = 400;
    std::set<std::string> promising;
    std::size_t look_at = reach.kinds == kAllKinds ? kSample : Step::kAll;
    for (int step_count = 0; step_count < reach.most_steps && !budget.spent(); ++step_count) {
        Step step(guess.recipe, record, budget, look_at, reach.kinds);
        guess.loss = step.loss();
        if (guess.loss < kFine && look_at != Step::kAll) {  // what is left shows in a few answers only
            look_at = Step::kAll;
            --step_count;
            continue;
        }
        if (guess.loss == 0) return guess;
        std::vector<Candidate> near = space.near(guess);
        // first those that helped in an earlier round
        if (!promising.empty()) {
            std::vector<Candidate> few;
            for (const Candidate& candidate : near) {
                if (promising.contains(candidate.name)) few.push_back(candidate);
            }
            promising.clear();
            if (const auto better = best_of(few, step, kAnyLoss, budget, &promising)) {
                guess = taken(few, *better);
                continue;
            }
        }
        if (const auto better = best_of(near, step, kAnyLoss, budget, &promising)) {
            guess = taken(near, *better);
            continue;
        }
        if (!reach.far) break;
        const auto goes_on = [&](std::vector<Candidate> candidates) {
            const auto better = best_of(candidates, step, kAnyLoss, budget);
            if (better) guess = taken(candidates, *better);
            return better.has_value();
        };
        if (goes_on(space.joint(guess)) || goes_on(space.far(guess))) continue;
        if (look_at == Step::kAll) break;
        look_at = Step::kAll;
    }
    guess.loss = Step(guess.recipe, record, budget, Step::kAll, reach.kinds).loss();
    return guess;
}

Guess loosened(Guess guess, const Space& space, const Record& record, Budget& budget) {
    const auto loosens = [](const std::string& name) {
        const bool limit = name.starts_with("exponent_floor") || name.find("cutoff") != std::string::npos;
        return name.ends_with("=\"exact\"") || name.starts_with("F=\"exact\"") ||
               (limit && (name.ends_with("=\"none\"") || name.ends_with("=null")));
    };
    std::vector<Candidate> near = space.near(guess);
    std::set<std::string> names;
    for (const Candidate& candidate : near) {
        if (loosens(candidate.name)) names.insert(candidate.name);
    }
    for (const std::string& name : names) {
        if (budget.spent()) break;
        const auto it = std::find_if(near.begin(), near.end(),
                                     [&](const Candidate& candidate) { return candidate.name == name; });
        if (it == near.end()) continue;
        const auto evaluator = evaluator_of(it->recipe);
        if (!evaluator) continue;
        const auto loss = loss_within(guess.loss + kSlack, *evaluator, record, budget);
        if (!loss) continue;
        guess = {std::move(it->recipe), *loss, std::move(it->knobs)};
        near = space.near(guess);
    }
    return guess;
}

Guess climb_by_pairs(const Guess& guess, const Space& space, const Record& record, Budget& budget) {
    constexpr std::size_t most_firsts = 200;
    Step step(guess.recipe, record, budget);
    std::vector<First> firsts = mending(guess, space, step, budget);
    std::stable_sort(firsts.begin(), firsts.end(),
                     [](const First& x, const First& y) { return x.change < y.change; });
    if (firsts.size() > most_firsts) firsts.resize(most_firsts);
    for (First& first : firsts) {
        if (budget.spent()) break;
        Guess middle{std::move(first.candidate.recipe), 0, std::move(first.candidate.knobs)};
        Step second(middle.recipe, record, budget);
        std::vector<Candidate> near = space.near(middle);
        const auto found = best_of(near, second, step.loss(), budget);
        if (!found || found->loss >= step.allowed(step.loss(), near[found->candidate].recipe)) continue;
        report_step(budget, "pair with " + first.candidate.name, step.loss(), found->loss);
        return taken(near, *found);
    }
    Guess same = guess;
    same.loss = step.loss();
    return same;
}

}  // namespace karat::probe
