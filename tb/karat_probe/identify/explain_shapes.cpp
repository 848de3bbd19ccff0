// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for trees that no knobs describe.
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/anneal.hpp"
#include "karat_probe/identify/complexity.hpp"
#include "karat_probe/identify/explain.hpp"
#include "karat_probe/identify/shape_choice.hpp"
#include "karat_probe/identify/topology.hpp"
#include "karat_probe/identify/tree_edits.hpp"
#include "karat_probe/identify/tree_moves.hpp"
#include "karat_probe/identify/tree_shapes.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kTriples = 1200;  ///< X, -X and a small addend that are asked
constexpr double kMargin = 0.05;        ///< by which a tree may be worse and still be annealed
constexpr double kUnknown = 1e9;        ///< loss of a tree that was not fitted
constexpr double kPromising = 0.15;     ///< a loss that edits of the tree mend sooner than another start
constexpr int kRestarts = 2;            ///< of the fit of a promising tree

/// A tree is fitted roughly, then better. `kept`: of the trees that come so far; all of them in the first.
struct Stage {
    std::size_t kept;
    Fit fit;
};
constexpr std::array kStages{Stage{0, {1, 150, false}}, Stage{16, {1, 300}}, Stage{6, {2, 600}}};

constexpr double kPart = 0.002;  ///< loss that a part of a tree counts as: a simpler tree is likelier

double cost(const Guess& guess, double part = kPart) { return guess.loss + part * complexity(guess.recipe); }

/// The same beside a tree with this loss: a part that it lacks must not cost more than what is lost.
double part_beside(const Guess& guess) {
    constexpr double share = 0.1;
    return std::min(kPart, share * guess.loss);
}

/// Keeps the best `most`, but few of the same loss: they are wrong in the same answers, as shapes are whose
/// difference no answer shows yet.
void keep_different(std::vector<Guess>& guesses, std::size_t most) {
    constexpr int alike = 2;
    std::stable_sort(guesses.begin(), guesses.end(), less);
    std::vector<Guess> kept;
    double loss = -1;
    int seen = 0;
    for (Guess& guess : guesses) {
        seen = guess.loss - loss < kSlack ? seen + 1 : 1;
        loss = guess.loss;
        if (seen <= alike && kept.size() < most) kept.push_back(std::move(guess));
    }
    guesses = std::move(kept);
}

}  // namespace

/// Trees that no knobs describe, fitted from nothing. A fit that ends badly may end well from the same start,
/// so that the better half of the trees is fitted again and again.
Guess Explainer::of_other_shape(Guess best) {
    constexpr std::size_t fewest = 8;
    constexpr int patience = 6;
    shaped_ = true;
    const Topology topology(inquiry_.target, kTriples, inquiry_.settings.seed);
    const std::vector<Recipe> all = tree_shapes(inquiry_.target.formats(), order_);
    const auto valid = [&](const std::vector<std::size_t>& chosen) {
        std::vector<Guess> out;
        for (const std::size_t i : chosen) {
            if (evaluator_of(all[i])) out.push_back({all[i], kUnknown, std::nullopt});
        }
        return out;
    };
    std::vector<Guess> simple = valid(simplest_of_each_kind(all, topology));
    std::vector<Guess> shapes = valid(least_contradicted(all, topology));
    if (!std::ranges::is_sorted(order_)) {
        for (const Guess& guess : guesses_)
            pool_.push_back({{in_order(guess.recipe, order_), 0, std::nullopt}});
        std::erase_if(pool_, [](const Shape& shape) { return !evaluator_of(shape.guess.recipe); });
    }
    inquiry_.report(std::to_string(shapes.size()) + " other shapes");
    best = of_simple_shape(simple, std::move(best));
    for (int idle = 0; idle < patience && inquiry_.budget.now() < three_quarters(); ++idle) {
        if (is_nearly_right(best)) break;
        const double before = best.loss;
        const auto begin = inquiry_.budget.now();
        best = fitted(shapes, std::move(best));
        best = annealed_from_nothing(simple, std::move(best));
        const auto spent = std::max<Clock::duration>(inquiry_.budget.now() - begin, std::chrono::seconds(2));
        // a tree that explains nearly all is edited to the end
        const bool promising = best.loss < kPromising;
        best = grown(std::move(best),
                     promising ? three_quarters() : std::min(three_quarters(), inquiry_.budget.now() + spent),
                     true);
        std::stable_sort(shapes.begin(), shapes.end(), less);
        if (best.loss < before - kSlack) idle = -1;
        if (shapes.size() > fewest) shapes.resize(std::max(fewest, shapes.size() / 2));
    }
    return best;
}

/// The best of the simplest shapes, each fitted a few times. Most units are simple, and the rough fit that
/// chooses among all shapes leaves out what is odd.
Guess Explainer::of_simple_shape(std::vector<Guess>& simple, Guess best) {
    constexpr int tries = 2;
    for (Guess& shape : simple) {
        if (is_nearly_right(best)) break;
        const Recipe bare = shape.recipe;
        Guess found = shape;
        for (int n = 0; n < tries && !inquiry_.budget.spent(); ++n) {
            Guess other = fitted_from(bare);
            shape.loss = std::min(shape.loss, other.loss);
            if (other.loss < found.loss) found = std::move(other);
        }
        if (found.loss < best.loss) best = found;
        if (found.loss < kUnknown) add_shape(std::move(found));
    }
    std::stable_sort(simple.begin(), simple.end(), less);
    inquiry_.report("fitted the simplest shapes; the best loss is " + std::to_string(best.loss));
    return best;
}

/// The next few of the simplest shapes, fitted from nothing and annealed.
Guess Explainer::annealed_from_nothing(std::vector<Guess>& simple, Guess best) {
    constexpr std::size_t few = 3;
    constexpr std::chrono::milliseconds annealing{500};
    for (std::size_t n = 0; n < std::min(few, simple.size()); ++n) {
        if (inquiry_.budget.spent() || is_nearly_right(best)) break;
        Guess found = anneal(fitted_from(simple[n].recipe), kRecipes, inquiry_.record(), inquiry_.budget,
                             inquiry_.budget.now() + annealing, random_);
        if (found.loss < best.loss) best = found;
        add_shape(std::move(found));
    }
    std::rotate(simple.begin(), simple.begin() + static_cast<std::ptrdiff_t>(std::min(few, simple.size())),
                simple.end());
    return best;
}

/// Fits all shapes roughly, the best of them better, and adds the best of these to the pool. Each of `shapes`
/// gets the loss of its rough fit.
Guess Explainer::fitted(std::vector<Guess>& shapes, Guess best) {
    std::vector<Guess> now = shapes;
    bool first = true;
    for (const Stage& stage : kStages) {
        if (!first) keep_different(now, stage.kept);
        for (std::size_t i = 0; i < now.size() && best.loss > 0 && !inquiry_.budget.spent(); ++i) {
            Guess& guess = now[i];
            guess.loss = all_of(guess);
            guess = fit_attributes(guess, inquiry_.record(), inquiry_.budget, stage.fit, random_);
            if (first) shapes[i].loss = guess.loss;
            if (guess.loss < best.loss) best = guess;
        }
        first = false;
        inquiry_.report("fitted " + std::to_string(now.size()) + " shapes; the best loss is " +
                        std::to_string(best.loss));
    }
    if (best.loss == 0) return best;
    for (Guess& guess : now) {
        if (guess.loss < kUnknown) add_shape(std::move(guess));
    }
    return best;
}

void Explainer::add_shape(Guess guess) {
    const auto same = [&](const Shape& shape) { return shape.guess.recipe == guess.recipe; };
    if (std::ranges::none_of(pool_, same)) pool_.push_back({std::move(guess)});
}

void Explainer::judge_pool() {
    for (Shape& shape : pool_) {
        const double before = shape.guess.loss;
        shape.guess.loss = all_of(shape.guess);
        if (shape.guess.loss > before) shape.annealed = shape.edited = false;
    }
}

/// Every attribute of a bare tree, roughly and then better.
Guess Explainer::fitted_from(const Recipe& bare) {
    Guess out{bare, kUnknown, std::nullopt};
    for (const Stage& stage : kStages)
        out = fit_attributes(out, inquiry_.record(), inquiry_.budget, stage.fit, random_);
    return out;
}

/// The same tree, fitted from nothing a few times. A fit that ends badly may end well from the same start.
Guess Explainer::refitted(const Guess& guess, int tries) {
    const OperandRules formats = formats_of(guess.recipe.operands);
    OutputRule rule;
    rule.format = formats.d;
    rule.fraction = info(formats.d).fraction_bits;
    Recipe bare = editing::with_rounds(bare_tree(guess.recipe), {}, [&](OutputRule& each) { each = rule; });
    bare.operands = formats;
    bare = editing::with_terms(bare, {}, [](Term& term) {
        if (editing::is_sum(term)) term.zero = ZeroPart::counted;
    });
    Guess best = guess;
    if (!evaluator_of(bare)) return best;
    for (int n = 0; n < tries && !inquiry_.budget.spent() && best.loss >= guess.loss - kSlack; ++n) {
        Guess other = fitted_from(bare);
        if (other.loss < best.loss) best = std::move(other);
    }
    report_step(inquiry_.budget, "fitted anew", guess.loss, best.loss);
    return best;
}

/// The best of the pool, by edits of its trees. Each tree is fitted, then annealed, then edited.
Guess Explainer::grown(Guess best, Clock::time_point until, bool enough) {
    constexpr std::size_t active = 5;
    constexpr std::size_t most = 16;
    constexpr std::chrono::milliseconds annealing{700};
    constexpr double hopeless = 1.5;  // times the best loss: not worth annealing
    const auto whole = std::exchange(inquiry_.budget.end, std::min(inquiry_.budget.end, until));
    if (best.loss > 0) add_shape({best.recipe, best.loss, std::nullopt});
    judge_pool();
    while (best.loss > 0 && !inquiry_.budget.spent()) {
        if (enough && is_nearly_right(best)) break;
        std::stable_sort(pool_.begin(), pool_.end(),
                         [](const Shape& x, const Shape& y) { return cost(x.guess) < cost(y.guess); });
        if (pool_.size() > most) pool_.resize(most);
        const auto end = pool_.begin() + static_cast<std::ptrdiff_t>(std::min(active, pool_.size()));
        const auto rough = std::find_if(pool_.begin(), end, [&](const Shape& x) {
            return !x.annealed && x.guess.loss < hopeless * pool_.front().guess.loss + kMargin;
        });
        if (rough != end) {
            Guess better = fit_attributes(rough->guess, inquiry_.record(), inquiry_.budget, {2}, random_);
            if (better.loss >= rough->guess.loss - kSlack)
                better = anneal(rough->guess, kRecipes, inquiry_.record(), inquiry_.budget,
                                inquiry_.budget.now() + annealing, random_);
            const auto stays = [&] {
                return better.loss >= rough->guess.loss - kSlack && rough->guess.loss < kPromising;
            };
            if (stays()) better = climbed(rough->guess);  // with steps that change several attributes
            if (stays()) better = refitted(rough->guess, kRestarts);
            rough->annealed = better.loss >= rough->guess.loss - kSlack;
            if (!rough->annealed) rough->edited = false;
            if (!rough->annealed) rough->guess = std::move(better);
            if (rough->guess.loss < best.loss) best = rough->guess;
            continue;
        }
        const auto next = std::find_if(pool_.begin(), end, [](const Shape& x) { return !x.edited; });
        if (next == end) break;
        next->edited = true;
        const Guess from = next->guess;
        if (const auto better = edited(from)) {
            report_step(inquiry_.budget, "another tree: " + formula(better->recipe, 300), from.loss,
                        better->loss);
            if (better->loss < best.loss) best = *better;
        }
    }
    inquiry_.budget.end = whole;
    return best;
}

/// The trees next to one that are worth a better fit, the best first.
std::vector<TreeEdit> Explainer::most_promising_edits(const Guess& from) {
    constexpr std::size_t most = 30;
    constexpr double little = 0.05;  // of what mends nothing at first, little is hoped for
    const double part = part_beside(from);
    const double before = cost(from, part);
    std::vector<TreeEdit> edits = edited_trees(from.recipe);
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
std::optional<Guess> Explainer::edited(const Guess& from) {
    constexpr double much = 0.6;
    const double part = part_beside(from);
    const double before = cost(from, part);
    std::optional<Guess> best;
    for (TreeEdit& edit : most_promising_edits(from)) {
        if (inquiry_.budget.spent()) break;
        // one that is right explains more, or as much with fewer parts, before the rest is fitted to it
        const double most = before - cost({edit.recipe, kSlack}, part);
        Guess guess =
            fit_edit(std::move(edit.recipe), edit.path, most, inquiry_.record(), inquiry_.budget, random_);
        if (cost(guess, part) >= before - kSlack) continue;
        add_shape(guess);
        if (!best || cost(guess, part) < cost(*best, part)) best = guess;
        if (guess.loss < much * from.loss) break;
    }
    return best;
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
            Guess other = fit_edit(std::move(edit.recipe), edit.path, slack, inquiry_.record(),
                                   inquiry_.budget, random_);
            if (other.loss > 0) continue;
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
