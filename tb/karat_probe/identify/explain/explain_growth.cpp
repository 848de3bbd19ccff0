// SPDX-License-Identifier: Apache-2.0
// The part of the search that edits trees: the pool of the best, and the trees next to them.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/search/anneal.hpp"
#include "karat_probe/identify/trees/shape_choice.hpp"
#include "karat_probe/identify/trees/subtrees.hpp"
#include "karat_probe/identify/trees/tree_edits.hpp"

namespace karat::probe {
namespace {

constexpr double kMargin = 0.05;  ///< by which a tree may be worse and still be annealed
constexpr int kRestarts = 2;      ///< of the fit of a promising tree
constexpr double kPart = 0.002;   ///< loss that a part of a tree counts as: a simpler tree is likelier

double cost(const Guess& guess, double part = kPart) { return guess.loss + part * complexity(guess.recipe); }

/// The same beside a tree with this loss: a part that it lacks must not cost more than what is lost.
double part_beside(const Guess& guess) {
    constexpr double share = 0.1;
    return std::min(kPart, share * guess.loss);
}

/// The orders of addends, also with products rounded one by one or no longer.
void add_orders(const Recipe& recipe, std::vector<TreeEdit>& out) {
    std::ranges::move(reordered_trees(recipe), std::back_inserter(out));
    for (TreeEdit& edit : trees_with_rounded_products(recipe)) {
        std::ranges::move(reordered_trees(edit.recipe), std::back_inserter(out));
        out.push_back(std::move(edit));
    }
}

/// With the present rules for NaNs and with every other one that an order shows in.
std::vector<TreeEdit> orders_of(const Recipe& recipe) {
    std::vector<TreeEdit> out;
    add_orders(recipe, out);
    for (std::size_t i = 0; i < EnumNames<NanEncoding>::names.size(); ++i) {
        const auto nan = static_cast<NanEncoding>(i);
        if (!depends_on_cause(nan)) continue;
        add_orders(editing::with_rounds(recipe, {}, [&](OutputRule& rule) { rule.nan = nan; }), out);
    }
    return out;
}

}  // namespace

void Explainer::add_shape(Guess guess) {
    const auto same = [&](const Shape& shape) { return shape.guess.recipe == guess.recipe; };
    if (std::ranges::none_of(pool_, same)) pool_.push_back({std::move(guess)});
}

void Explainer::judge_pool() {
    for (Shape& shape : pool_) {
        const double before = shape.guess.loss;
        shape.guess.loss = all_of(shape.guess);
        if (shape.guess.loss > before) shape.annealed = shape.edited = shape.redrawn = false;
    }
}

/// The best of the pool. Each tree is fitted, then annealed, then edited, the best one first. Where no single
/// edit of the best tree helps much, all below one of its sums may have to be another.
Guess Explainer::grown(Guess best, Clock::time_point until, bool enough) {
    constexpr std::size_t active = 5;
    constexpr std::size_t most = 16;
    constexpr double hopeless = 1.5;  // times the best loss: not worth annealing
    constexpr double much = 0.6;
    bool creeps = false;  // edits help, but not much
    const auto whole = std::exchange(inquiry_.budget.end, std::min(inquiry_.budget.end, until));
    if (best.loss > 0) add_shape({best.recipe, best.loss, std::nullopt});
    judge_pool();
    while (best.loss > 0 && !inquiry_.budget.spent()) {
        if (enough && is_nearly_right(best)) break;
        std::stable_sort(pool_.begin(), pool_.end(),
                         [](const Shape& x, const Shape& y) { return cost(x.guess) < cost(y.guess); });
        if (pool_.size() > most) pool_.resize(most);
        const auto end = pool_.begin() + static_cast<std::ptrdiff_t>(std::min(active, pool_.size()));
        const double limit = hopeless * pool_.front().guess.loss + kMargin;
        const auto is_rough = [&](const Shape& x) { return !x.annealed && x.guess.loss < limit; };
        const auto next = std::find_if(pool_.begin(), end, [&](const Shape& x) {
            return is_rough(x) || !x.edited || (!x.redrawn && &x == &pool_.front());
        });
        if (next == end) break;
        if (is_rough(*next)) {
            smooth(*next);
            if (next->guess.loss < best.loss) best = next->guess;
            continue;
        }
        const bool redraws = next->edited || (creeps && !next->redrawn);
        (redraws ? next->redrawn : next->edited) = true;
        const Guess from = next->guess;
        const auto better = edited(from, redraws ? likely_subtrees(from.recipe) : edited_trees(from.recipe));
        creeps = better && !redraws && better->loss > much * from.loss;
        if (!better) continue;
        report_step(inquiry_.budget, "another tree: " + formula(better->recipe, 300), from.loss,
                    better->loss);
        if (better->loss < best.loss) best = *better;
    }
    inquiry_.budget.end = whole;
    return best;
}

/// Fits or anneals a tree. One that nothing of this helps is annealed.
void Explainer::smooth(Shape& rough) {
    constexpr std::chrono::milliseconds annealing{700};
    const Guess& guess = rough.guess;
    Guess better = fit_attributes(guess, inquiry_.record(), inquiry_.budget, {2}, random_);
    if (better.loss >= guess.loss - kSlack)
        better = anneal(guess, kRecipes, inquiry_.record(), inquiry_.budget,
                        inquiry_.budget.now() + annealing, random_);
    const auto stays = [&] { return better.loss >= guess.loss - kSlack && guess.loss < kPromising; };
    if (stays()) better = climbed(guess);  // with steps that change several attributes
    if (stays()) better = refitted(guess, kRestarts);
    rough.annealed = better.loss >= guess.loss - kSlack;
    if (rough.annealed) return;
    rough.edited = rough.redrawn = false;
    rough.guess = std::move(better);
}

/// The trees with another part, of those that the topology contradicts least.
std::vector<TreeEdit> Explainer::likely_subtrees(const Recipe& recipe) const {
    std::vector<TreeEdit> edits = other_subtrees(recipe);
    std::vector<Recipe> trees;
    trees.reserve(edits.size());
    for (const TreeEdit& edit : edits) trees.push_back(edit.recipe);
    std::vector<TreeEdit> out;
    for (const std::size_t i : topology_ ? less_contradicted(trees, *topology_) : std::vector<std::size_t>{})
        out.push_back(std::move(edits[i]));
    return out;
}

/// The trees next to one that are worth a better fit, the best first.
std::vector<TreeEdit> Explainer::most_promising(std::vector<TreeEdit> edits, const Guess& from) {
    constexpr std::size_t most = 25;
    constexpr double little = 0.05;  // of what mends nothing at first, little is hoped for
    const double part = part_beside(from);
    const double before = cost(from, part);
    std::vector<Guess> fitted = roughly_fitted(edits, from, inquiry_.record(), inquiry_.budget, random_);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < edits.size(); ++i) {
        const double promise = cost(fitted[i], part);
        const double limit = from.loss < little ? before + kSlack : kNoPromise;
        if (promise < limit) order.emplace_back(promise, i);
    }
    std::ranges::sort(order);
    if (order.size() > most) order.resize(most);
    std::vector<TreeEdit> out;
    for (const auto& [promise, i] : order) {
        edits[i].recipe = std::move(fitted[i].recipe);
        out.push_back(std::move(edits[i]));
    }
    return out;
}

/// Adds the trees next to one to the pool, if they explain more or are simpler. The best of them; the first
/// one that explains much more.
std::optional<Guess> Explainer::edited(const Guess& from, std::vector<TreeEdit> edits) {
    constexpr double much = 0.6;
    const double part = part_beside(from);
    const double before = cost(from, part);
    std::optional<Guess> best;
    for (TreeEdit& edit : most_promising(std::move(edits), from)) {
        if (inquiry_.budget.spent()) break;
        // one that is right explains more, or as much with fewer parts, before the rest is fitted to it
        const double most = before - cost({edit.recipe, kSlack}, part);
        Guess guess = fit_edit(std::move(edit), most, inquiry_.record(), inquiry_.budget, random_);
        if (cost(guess, part) >= before - kSlack) continue;
        add_shape(guess);
        if (!best || cost(guess, part) < cost(*best, part)) best = guess;
        if (guess.loss < much * from.loss) break;
    }
    return best;
}

/// Trees next to the guess that explain more, or as much and are simpler, as long as there are any.
Guess Explainer::edited_while_better(Guess guess, Clock::time_point until) {
    const auto whole = std::exchange(inquiry_.budget.end, std::min(inquiry_.budget.end, until));
    while (guess.loss > 0 && !inquiry_.budget.spent()) {
        const auto better = edited(guess, edited_trees(guess.recipe));
        if (!better || better->loss > guess.loss + kSlack) break;
        report_step(inquiry_.budget, "an edit of the tree", guess.loss, better->loss);
        guess = *better;
    }
    inquiry_.budget.end = whole;
    return guess;
}

/// In an order that fewer NaNs contradict. In the wrong order another rule for NaNs may seem right.
Guess Explainer::reordered(Guess guess) {
    for (bool better = guess.loss > 0; std::exchange(better, false);) {
        for (const TreeEdit& edit : orders_of(guess.recipe)) {
            if (!evaluator_of(edit.recipe)) continue;
            const double loss = all_of({edit.recipe});
            if (loss >= guess.loss - kSlack) continue;
            report_step(inquiry_.budget, "another order", guess.loss, loss);
            guess = {edit.recipe, loss, std::nullopt};
            better = true;
            break;
        }
    }
    return guess;
}

/// A tree with parts too many is refuted by one answer after another, as each of them gets an attribute that
/// the last answer asks for.
Guess Explainer::pruned(Guess guess) {
    constexpr std::chrono::seconds most{2};
    constexpr double slack = 0.03;  // before the rest of the tree is fitted
    const auto end =
        std::exchange(inquiry_.budget.end, std::min(inquiry_.budget.end, inquiry_.budget.now() + most));
    for (bool again = true; std::exchange(again, false);) {
        std::vector<TreeEdit> edits = edited_trees(guess.recipe);
        std::erase_if(edits, [&](const TreeEdit& edit) {
            return complexity(edit.recipe) >= complexity(guess.recipe) || !evaluator_of(edit.recipe);
        });
        std::ranges::stable_sort(edits, {}, [](const TreeEdit& edit) { return complexity(edit.recipe); });
        for (TreeEdit& edit : edits) {
            if (inquiry_.budget.spent()) break;
            Guess other = fit_edit(std::move(edit), slack, inquiry_.record(), inquiry_.budget, random_);
            if (other.loss > 0 || complexity(other.recipe) >= complexity(guess.recipe)) continue;
            report_step(inquiry_.budget, "fewer parts: " + formula(other.recipe, 300), 0, 0);
            guess = std::move(other);
            again = true;
            break;
        }
    }
    inquiry_.budget.end = end;
    return guess;
}

}  // namespace karat::probe
