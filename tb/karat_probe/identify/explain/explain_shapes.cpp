// SPDX-License-Identifier: Apache-2.0
// The part of the search that looks for trees that no knobs describe.
#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/search/anneal.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"
#include "karat_probe/identify/trees/shape_choice.hpp"
#include "karat_probe/identify/trees/tree_shapes.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kTriples = 300;     ///< X, -X and a small addend that are asked
constexpr std::size_t kShapes = 28;       ///< trees that are fitted at first; later twice as many each time
constexpr std::size_t kMostShapes = 224;  ///< at a time
constexpr double kUnknown = 1e9;          ///< loss of a tree that was not fitted

/// A tree is fitted roughly, and if it is among the best, better. A first look has no rare attributes, which
/// can imitate others. A second sweep tells more than more answers: what a value explains often shows only
/// beside others.
constexpr std::array kRough{Fit{1, 60, false}, Fit{2, 150}};
constexpr Fit kBetter{2, 600};
constexpr std::size_t kBest = 10;

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

const std::vector<Recipe>& Explainer::shapes() {
    if (all_shapes_.empty()) all_shapes_ = tree_shapes(inquiry_.target.formats(), order_);
    return all_shapes_;
}

/// Asks where small addends get lost, once, and chooses the trees by that and by the exchanges.
void Explainer::choose_shapes() {
    if (std::exchange(shaped_, true)) return;
    if (!exchanges_) exchanges_.emplace(inquiry_.target, inquiry_.settings.seed);
    const Topology& topology = topology_.emplace(inquiry_.target, kTriples, inquiry_.settings.seed);
    const std::vector<Recipe>& all = shapes();
    const auto add = [](const Recipe& shape, std::vector<Guess>& out) {
        if (evaluator_of(shape)) out.push_back({shape, kUnknown, std::nullopt});
    };
    for (const Recipe& shape : likely_shapes(all, topology, *exchanges_)) add(shape, likeliest_);
    if (!inquiry_.target.formats().are_integers()) {
        constexpr std::size_t first = 12;
        simplest_.assign(likeliest_.begin(), likeliest_.begin() + static_cast<std::ptrdiff_t>(
                                                                      std::min(first, likeliest_.size())));
    } else {
        for (const std::size_t i : simplest_of_each_kind(all)) add(all[i], simplest_);
    }
    more_ = kShapes;
    if (!std::ranges::is_sorted(order_)) {
        for (const Guess& guess : guesses_)
            pool_.push_back({{in_order(guess.recipe, order_), 0, std::nullopt}});
        std::erase_if(pool_, [](const Shape& shape) { return !evaluator_of(shape.guess.recipe); });
    }
    inquiry_.report(std::to_string(likeliest_.size()) + " other shapes");
}

/// Trees that no knobs describe, fitted from nothing. A fit that ends badly may end well from the same start,
/// so that the better half of the trees is fitted again and again, beside others.
Guess Explainer::of_other_shape(Guess best) {
    constexpr int patience = 6;
    constexpr double much = 0.9;
    constexpr double promising = 0.75;  // of what the best specification leaves unexplained
    choose_shapes();
    std::vector<Guess> simple = simplest_;
    const double known = best.loss;
    best = of_simple_shape(simple, std::move(best));
    for (int idle = 0; idle < patience && inquiry_.budget.now() < last_start(); ++idle) {
        // more answers next to the wrong ones help more than another fit
        if (best.loss < known - kSlack && is_close(best)) break;
        const double before = best.loss;
        const auto begin = inquiry_.budget.now();
        add_likeliest();
        best = fitted(shapes_, std::move(best));
        best = annealed_from_nothing(simple, std::move(best));
        const Clock::duration fitting = inquiry_.budget.now() - begin;
        for (double loss = kUnknown; best.loss < much * loss;) {  // as long as that helps
            if (loss != kUnknown && best.loss >= kPromising && has_few_left()) break;
            loss = best.loss;
            const bool stays = loss < promising * known || likeliest_.empty();
            const auto until = growing_until(best, fitting, stays);
            best = grown(std::move(best), until, true);
        }
        if (best.loss < before - kSlack) idle = -1;
        keep_best_shapes();
    }
    return best;
}

/// The next trees that were not fitted yet, also by an earlier search: the further down the list the right
/// one is, the more trees are as likely.
void Explainer::add_likeliest() {
    const auto end = likeliest_.begin() + static_cast<std::ptrdiff_t>(std::min(more_, likeliest_.size()));
    shapes_.insert(shapes_.end(), std::make_move_iterator(likeliest_.begin()), std::make_move_iterator(end));
    likeliest_.erase(likeliest_.begin(), end);
    more_ = std::min(2 * more_, kMostShapes);
}

/// Whether few unfitted trees are left: they are fitted before a poor tree is grown for long.
bool Explainer::has_few_left() const {
    constexpr std::size_t few = 64;
    return !likeliest_.empty() && likeliest_.size() <= few;
}

/// The better half of the trees that were fitted, but not many. Those that were not are fitted later.
void Explainer::keep_best_shapes() {
    constexpr std::size_t fewest = 8;
    std::stable_sort(shapes_.begin(), shapes_.end(), less);
    const auto unfitted = std::ranges::find(shapes_, kUnknown, &Guess::loss);
    likeliest_.insert(likeliest_.begin(), std::make_move_iterator(unfitted),
                      std::make_move_iterator(shapes_.end()));
    shapes_.erase(unfitted, shapes_.end());
    const std::size_t kept = std::clamp(shapes_.size() / 2, fewest, kShapes);
    if (shapes_.size() > kept) shapes_.resize(kept);
}

/// How long trees may grow after a round of fits. One that explains nearly all is edited to the end; where
/// few answers are left, those next to them soon tell more. `stays`: the best tree explains much more than
/// knobs do, or there are no others. Where no tree explains much, another one is the better choice.
Explainer::Clock::time_point Explainer::growing_until(const Guess& best, Clock::duration fitting,
                                                      bool stays) const {
    constexpr double poor = 0.5;
    constexpr std::chrono::seconds least{2};
    constexpr std::chrono::seconds most{5};
    constexpr std::chrono::seconds for_few{8};
    const double loss = best.loss;
    if (loss < kPromising) return is_close(best) ? soon(for_few) : last_start();
    if (loss > poor && !stays) return soon(std::chrono::seconds(1));
    return soon(std::clamp<Clock::duration>(stays ? 2 * fitting : fitting, least, most));
}

/// The best of the simplest shapes, and of the likeliest, which are fitted twice. Most units are simple,
/// and the rough fit that chooses among all shapes leaves out what is odd. That takes a third of the time
/// that is left for other shapes, at most.
Guess Explainer::of_simple_shape(std::vector<Guess>& simple, Guess best) {
    constexpr std::ptrdiff_t few = 4;
    const auto now = inquiry_.budget.now();
    const auto until = now + (last_start() - now) / 3;
    const double known = best.loss;
    for (Guess& shape : simple) {
        if (inquiry_.budget.now() > until || (best.loss < known - kSlack && is_close(best))) break;
        const int tries = &shape - simple.data() < few ? 2 : 1;
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
    std::vector<Guess> now;
    const auto report = [&] {
        inquiry_.report("fitted " + std::to_string(now.size()) + " shapes; the best loss is " +
                        std::to_string(best.loss));
    };
    for (Guess& shape : shapes) {
        if (best.loss == 0 || inquiry_.budget.spent()) break;
        const bool again = shape.loss != kUnknown;
        now.push_back(
            roughly_fitted_from(again && random_.coin() ? enclosed_once(shape.recipe) : shape.recipe));
        shape.loss = now.back().loss;
        if (shape.loss < best.loss) best = now.back();
    }
    report();
    keep_different(now, kBest);
    for (Guess& guess : now) {
        if (best.loss == 0 || inquiry_.budget.spent()) break;
        guess = refined(std::move(guess));
        if (guess.loss < best.loss) best = guess;
    }
    report();
    if (best.loss == 0) return best;
    for (Guess& guess : now) add_shape(std::move(guess));
    return best;
}

/// With one of its sums, drawn at random, as the only addend of another. The shapes that are less likely have
/// few such trees.
Recipe Explainer::enclosed_once(const Recipe& bare) {
    const editing::Sites sites = editing::find_sites(bare);
    const std::string& path = sites.sums[random_.below(sites.sums.size())].path;
    const bool rounded = random_.coin();
    Recipe out = editing::with_sums(bare, {path}, [&](Sum& sum) {
        sum = rounded && sum.round ? rounded_twice(sum, *sum.round) : enclosed(sum);
    });
    return evaluator_of(out) ? out : bare;
}

/// Every attribute of a bare tree, roughly.
Guess Explainer::roughly_fitted_from(const Recipe& bare) {
    Guess out{bare, kUnknown, std::nullopt};
    for (const Fit& fit : kRough) out = fit_attributes(out, inquiry_.record(), inquiry_.budget, fit, random_);
    return out;
}
/// The same, and then better.
Guess Explainer::fitted_from(const Recipe& bare) { return refined(roughly_fitted_from(bare)); }

/// Fitted again as long as that helps: where a fit ends depends on the order in which it draws the
/// attributes. Stops after two fits in a row that mend little.
Guess Explainer::refined(Guess guess) {
    constexpr int patience = 2;
    constexpr double much = 0.9;
    for (int idle = 0; idle < patience && guess.loss > 0 && !inquiry_.budget.spent(); ++idle) {
        Guess better = fit_attributes(guess, inquiry_.record(), inquiry_.budget, kBetter, random_);
        if (better.loss < much * guess.loss) idle = -1;
        if (better.loss < guess.loss) guess = std::move(better);
    }
    return guess;
}

/// The same tree, fitted from nothing a few times. A fit that ends badly may end well from the same start.
Guess Explainer::refitted(const Guess& guess, int tries) {
    const Recipe bare = unfitted_tree(guess.recipe);
    Guess best = guess;
    if (!evaluator_of(bare)) return best;
    for (int n = 0; n < tries && !inquiry_.budget.spent() && best.loss >= guess.loss - kSlack; ++n) {
        Guess other = fitted_from(bare);
        if (other.loss < best.loss) best = std::move(other);
    }
    report_step(inquiry_.budget, "fitted anew", guess.loss, best.loss);
    return best;
}

}  // namespace karat::probe
