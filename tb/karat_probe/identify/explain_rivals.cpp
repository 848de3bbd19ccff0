// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for other recipes that explain as much as one that explains everything.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat_probe/identify/drift.hpp"
#include "karat_probe/identify/explain.hpp"
#include "karat_probe/identify/tree_edits.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr double kShare = 0.1;           ///< of the time of the whole search, for one guess
constexpr int kOfSameTree = 4;           ///< before those of other trees
constexpr std::size_t kWitnesses = 10;   ///< asked about each
constexpr std::size_t kMostAsked = 400;  ///< about all
const Effort kSeparating{4000, 500, 1000, 2};

}  // namespace

bool Explainer::rivalled(const Guess& best) {
    const auto end = inquiry_.budget.end;
    const auto most = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(kShare * inquiry_.settings.seconds));
    inquiry_.budget.end = std::min(end, inquiry_.budget.now() + most);
    std::vector<Recipe> trees(kOfSameTree, best.recipe);
    for (TreeEdit& edit : edited_trees(best.recipe)) {
        if (evaluator_of(edit.recipe)) trees.push_back(std::move(edit.recipe));
    }
    std::size_t asked = 0;
    std::size_t met = 0;
    bool contradicted = false;
    for (std::size_t i = 0; i < trees.size() && !contradicted && !inquiry_.budget.spent(); ++i) {
        const Evaluator evaluator = Evaluator::without_bounds(trees[i]);
        if (!gives_every_answer(evaluator, inquiry_.record(), inquiry_.budget)) continue;
        Recipe rival = drifted(trees[i], inquiry_.record(), inquiry_.budget, random_);
        if (rival == best.recipe) continue;
        ++met;
        std::vector<VectorRow> rows;
        for (Witness& witness : separate(best.recipe, rival, kSeparating, kWitnesses))
            rows.push_back(std::move(witness.row));
        if (rows.empty()) continue;
        if (inquiry_.asked() + rows.size() > inquiry_.settings.most_asked) break;
        asked += rows.size();
        inquiry_.ask(QuestionKind::chosen, std::move(rows));
        contradicted = all_of(best) > 0;
        if (contradicted) add_shape({std::move(rival), 0, std::nullopt});
        if (asked >= kMostAsked) break;
    }
    inquiry_.budget.end = end;
    inquiry_.report(std::to_string(met) + " rivals, " + std::to_string(asked) +
                    " dot-adds that tell them apart: " +
                    (contradicted ? "the target contradicts the guess" : "the guess is never wrong"));
    return contradicted;
}

}  // namespace karat::probe
