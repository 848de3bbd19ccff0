// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for other recipes that explain as much as one that explains everything.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/search/drift.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr double kShare = 0.1;                           ///< of the time of the whole search, for one guess
constexpr int kOfSameTree = 4;                           ///< before those of other trees
constexpr std::size_t kWitnesses = 10;                   ///< asked about each
constexpr std::size_t kMostAsked = 400;                  ///< about all
constexpr std::chrono::milliseconds kSimplerDrift{300};  ///< of a simpler tree that gives nearly every answer
const Effort kSeparating{4000, 500, 1000, 2};

}  // namespace

bool Explainer::rivalled(const Guess& best) {
    const auto begin = inquiry_.budget.now();
    const auto most = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(kShare * inquiry_.settings.seconds));
    const auto end = std::exchange(inquiry_.budget.end, std::min(inquiry_.budget.end, begin + most));
    Rivalry rivalry{best.recipe};
    const std::vector<TreeEdit> edits = edited_trees(best.recipe);
    const auto goes_on = [&] { return !rivalry.contradicted && !rivalry.enough && !inquiry_.budget.spent(); };
    for (const TreeEdit& edit : edits) {
        if (!goes_on() || inquiry_.budget.now() > begin + most / 2) break;
        if (auto rival = simpler_rival(edit.recipe, best)) meet(rivalry, std::move(*rival));
    }
    std::vector<Recipe> trees(kOfSameTree, best.recipe);
    for (const TreeEdit& edit : edits) trees.push_back(edit.recipe);
    for (const Recipe& tree : trees) {
        if (!goes_on()) break;
        const auto evaluator = evaluator_of(tree);
        if (!evaluator || !gives_every_answer(*evaluator, inquiry_.record(), inquiry_.budget)) continue;
        meet(rivalry, drifted(tree, inquiry_.record(), inquiry_.budget, random_));
    }
    inquiry_.budget.end = end;
    inquiry_.report(std::to_string(rivalry.met) + " rivals, " + std::to_string(rivalry.asked) +
                    " dot-adds that tell them apart: " +
                    (rivalry.contradicted ? "the target contradicts the guess" : "the guess is never wrong"));
    return rivalry.contradicted;
}

/// A tree with fewer parts, fitted from nothing, if it gives every answer.
std::optional<Recipe> Explainer::simpler_rival(const Recipe& tree, const Guess& best) {
    constexpr double promising = 0.1;
    if (complexity(tree) >= complexity(best.recipe)) return std::nullopt;
    const Recipe bare = unfitted_tree(tree);
    if (!evaluator_of(bare)) return std::nullopt;
    Guess rival = fitted_from(bare);
    if (rival.loss > 0 && rival.loss < promising)
        rival = drifted_until_better(climbed(std::move(rival)), kSimplerDrift);
    if (rival.loss > 0) return std::nullopt;
    inquiry_.report("a rival with fewer parts: " + formula(rival.recipe, 300));
    return rival.recipe;
}

/// Asks the target what tells the rival from the guess.
void Explainer::meet(Rivalry& rivalry, Recipe rival) {
    if (rival == rivalry.guess) return;
    ++rivalry.met;
    std::vector<VectorRow> rows;
    for (Witness& witness : separate(rivalry.guess, rival, kSeparating, kWitnesses))
        rows.push_back(std::move(witness.row));
    if (rows.empty()) return;
    rivalry.enough = inquiry_.asked() + rows.size() > inquiry_.settings.most_asked;
    if (rivalry.enough) return;
    rivalry.asked += rows.size();
    inquiry_.ask(QuestionKind::chosen, std::move(rows));
    rivalry.enough = rivalry.asked >= kMostAsked;
    rivalry.contradicted = all_of({rivalry.guess}) > 0;
    if (rivalry.contradicted) add_shape({std::move(rival), 0, std::nullopt});
}

}  // namespace karat::probe
