// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/anneal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "karat_probe/identify/attributes.hpp"
#include "karat_probe/identify/complexity.hpp"
#include "karat_probe/identify/shuffle.hpp"

namespace karat::probe {
namespace {

/// A part of the answers that stands for all: those that a guess gets wrong, and some of the others.
class Sample {
   public:
    /// `fit.answers`: of those that the guess gets wrong. The less is lost, the more of the others: what is
    /// spoilt unseen must stay small beside it.
    Sample(const Guess& guess, const Record& record, const Fit& fit) : record_(record) {
        const Evaluator evaluator = Evaluator::without_bounds(guess.recipe);
        std::vector<std::size_t> right;
        std::vector<std::size_t> wrong;
        double loss = 0;
        for (std::size_t i = 0; i < record.size(); ++i) {
            const bool agrees = record.agrees(evaluator, i);
            (agrees ? right : wrong).push_back(i);
            if (!agrees) loss += record.weight(i);
        }
        constexpr double of_loss_one = 150;
        const double aim = std::clamp(std::min(loss, fit.aim), of_loss_one / fit.most_right, 1.0);
        some_of(right, static_cast<std::size_t>(of_loss_one / aim));
        some_of(wrong, fit.answers);
        tb::Random random(rows_.size());
        shuffle(rows_, random);  // so that a few rows tell most
    }
    /// Takes another state, of which `shared` operations are those of the present one. Puts the answers that
    /// it gets wrong first, so that loss_up_to() soon reaches its limit. Returns the loss.
    double sort_by(const Evaluator& state, std::optional<std::size_t> shared) {
        const Continued same(state, state);
        for (Row& row : rows_) {
            row.prefix.keep(shared);
            row.right = record_.agrees(same, row.index, row.prefix);
        }
        const auto right =
            std::stable_partition(rows_.begin(), rows_.end(), [](const Row& row) { return !row.right; });
        wrong_ = static_cast<std::size_t>(right - rows_.begin());
        double loss = 0;
        for (auto row = rows_.begin(); row != right; ++row) loss += row->weight;
        return loss;
    }
    /// The loss, or a value of at least `limit` if it is not below. `present`: the loss of the state; it is
    /// also that of a recipe that neither mends nor spoils any of the first answers.
    double loss_up_to(double limit, double present, const Continued& recipe, Budget& budget) {
        constexpr std::size_t glance = 48;
        double loss = 0;
        ++budget.tried;
        bool mends = false;
        for (std::size_t n = 0; n < rows_.size(); ++n) {
            if (n == std::min(glance, wrong_) && !mends) return without_gain(limit, present, recipe, budget);
            ++budget.evaluations;
            Row& row = rows_[n];
            const bool agrees = record_.agrees(recipe, row.index, row.prefix);
            mends |= agrees;
            if (agrees) continue;
            loss += row.weight;
            if (n >= wrong_) come_sooner(n);
            if (loss >= limit) break;
        }
        return loss;
    }

   private:
    struct Row {
        std::size_t index;
        double weight;
        bool right = false;
        Prefix prefix = {};  ///< of the state
    };
    /// The loss of a recipe that mends none of the first answers: by whether it spoils some that are right.
    double without_gain(double limit, double present, const Continued& recipe, Budget& budget) {
        double loss = present;
        for (std::size_t n = wrong_; n < rows_.size() && loss < limit; ++n) {
            ++budget.evaluations;
            if (record_.agrees(recipe, rows_[n].index, rows_[n].prefix)) continue;
            loss += rows_[n].weight;
            come_sooner(n);
        }
        return loss;
    }
    /// An answer that one recipe spoils is likely to be spoilt by the next: among those that are right, it is
    /// looked at sooner.
    void come_sooner(std::size_t n) { std::swap(rows_[n], rows_[wrong_ + (n - wrong_) / 2]); }
    /// About `most` of the answers, which stand for the others.
    void some_of(const std::vector<std::size_t>& all, std::size_t most) {
        const std::size_t stride = all.size() / most + 1;
        for (std::size_t n = 0; n < all.size(); n += stride)
            rows_.push_back({all[n], record_.weight(all[n]) * static_cast<double>(stride)});
    }

    const Record& record_;
    std::vector<Row> rows_;
    std::size_t wrong_ = 0;
};

/// A random number with which the least of loss - temperature * number, of several losses, is a draw of the
/// Boltzmann distribution (the Gumbel distribution).
double gumbel(tb::Random& random) {
    constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53
    const double uniform = (static_cast<double>(random.bits() >> 11) + 0.5) * unit;
    return -std::log(-std::log(uniform));
}

/// The steps from a state, by the attribute that they change.
class Draws {
   public:
    virtual ~Draws() = default;
    /// The names of the attributes.
    [[nodiscard]] virtual std::vector<std::string> names(const Guess& state) = 0;
    /// The steps from a state that change one of them.
    [[nodiscard]] virtual std::vector<Candidate> values(const std::string& name, const Guess& state) = 0;
};

class KnobDraws : public Draws {
   public:
    explicit KnobDraws(const Space& space) : space_(space) {}
    std::vector<std::string> names(const Guess& state) override {
        list(state);
        std::vector<std::string> out;
        for (const auto& [name, steps] : steps_) out.push_back(name);
        return out;
    }
    std::vector<Candidate> values(const std::string& name, const Guess& state) override {
        if (!(of_ == state.knobs)) list(state);
        return std::move(steps_[name]);  // each attribute is drawn once
    }

   private:
    void list(const Guess& state) {
        of_ = state.knobs;
        steps_.clear();
        for (Candidate& candidate : space_.near(state))
            steps_[candidate.name.substr(0, candidate.name.find('='))].push_back(std::move(candidate));
    }
    const Space& space_;
    std::optional<Spec> of_;
    std::map<std::string, std::vector<Candidate>> steps_;
};

class RecipeDraws : public Draws {
   public:
    RecipeDraws(const Recipe& recipe, bool odd) {
        for (Attribute& each : attributes_of(recipe)) {
            if (!each.odd || odd) all_.emplace(each.name, std::move(each));
        }
    }
    std::vector<std::string> names(const Guess& /*state*/) override {
        std::vector<std::string> out;
        for (const auto& [name, attribute] : all_) out.push_back(name);
        return out;
    }
    std::vector<Candidate> values(const std::string& name, const Guess& state) override {
        std::vector<Candidate> out;
        all_.at(name).each_value(state.recipe, [&](Recipe recipe) {
            out.push_back({name, std::move(recipe), std::nullopt});
        });
        return out;
    }

   private:
    std::map<std::string, Attribute> all_;
};

std::unique_ptr<Draws> draws_from(const Guess& guess, const Space& space, bool odd) {
    if (guess.knobs) return std::make_unique<KnobDraws>(space);
    return std::make_unique<RecipeDraws>(guess.recipe, odd);
}

class Cycle {
   public:
    Cycle(const Guess& guess, const Space& space, const Record& record, Budget& budget, tb::Random& random,
          const Fit& fit = {})
        : Cycle(guess, space, Sample(guess, record, fit), budget, random, fit) {}
    Cycle(const Guess& guess, const Space& space, Sample sample, Budget& budget, tb::Random& random,
          const Fit& fit)
        : state_(guess),
          part_(std::min(kPart, kPartOfLoss * (guess.loss > 0 ? std::min(guess.loss, fit.aim) : fit.aim))),
          draws_(draws_from(guess, space, fit.odd)),
          budget_(budget),
          random_(random),
          sample_(std::move(sample)) {}

    /// The state after sweeps that begin hot.
    Guess cooled() {
        constexpr int sweeps = 8;
        constexpr double hottest = 0.3;  // in units of the loss
        constexpr double hot = 0.04;
        constexpr double share = 0.1;  // of what is lost at first
        const double first = std::clamp(share * state_.loss, hot, hottest);
        for (int n = 0; n < sweeps && !budget_.spent(); ++n)
            sweep(first * std::pow(kCold / first, static_cast<double>(n) / (sweeps - 1)));
        return std::move(state_);
    }
    /// The state after sweeps in which almost no step makes the loss worse.
    Guess cold(int sweeps) {
        for (int n = 0; n < sweeps && !budget_.spent(); ++n) sweep(kCold);
        return std::move(state_);
    }
    /// The state after a sweep in which no step does.
    Guess frozen() {
        sweep(0);
        return std::move(state_);
    }

    /// The state after as many sweeps over the attributes at a node and of its addends, and its loss.
    Guess frozen_at(const std::string& path, int sweeps) {
        for (int n = 0; n < sweeps && !budget_.spent(); ++n)
            sweep(0, [&](const std::string& name) { return is_at(name, path); });
        return {state_.recipe, loss_, std::nullopt};
    }

   private:
    static constexpr double kCold = 0.0006;
    static constexpr double kPart = 0.004;  ///< loss that each part of the recipe adds, at most
    static constexpr double kPartOfLoss = 0.1;

    /// Whether an attribute belongs to the node, to one of its addends, or to a sum that is one of these.
    static bool is_at(const std::string& name, const std::string& path) {
        if (!name.starts_with(path)) return false;
        const std::string_view below = std::string_view(name).substr(path.size());
        const std::size_t first = below.find(".of.");
        return first == std::string_view::npos || below.find(".of.", first + 1) == std::string_view::npos;
    }
    /// Draws a value of every attribute, in random order; of those with these names only.
    void sweep(double temperature, const std::function<bool(const std::string&)>& only = {}) {
        std::vector<std::string> names = draws_->names(state_);
        if (only) std::erase_if(names, [&](const std::string& name) { return !only(name); });
        shuffle(names, random_);
        take(state_);
        for (const std::string& name : names) {
            if (budget_.spent()) return;
            std::vector<Candidate> values = draws_->values(name, state_);
            Candidate* drawn = draw(values, temperature);
            if (drawn != nullptr) take({std::move(drawn->recipe), 0, std::move(drawn->knobs)});
        }
    }
    void take(Guess next) {
        state_ = std::move(next);
        Evaluator evaluator = Evaluator::without_bounds(state_.recipe);
        std::optional<std::size_t> shared;
        if (evaluator_) shared = evaluator.program().shared_with(evaluator_->program());
        evaluator_ = std::move(evaluator);
        loss_ = sample_.sort_by(*evaluator_, shared);
        energy_ = loss_ + part_ * complexity(state_.recipe);
    }
    /// One of the values, or nothing if the present one is drawn.
    Candidate* draw(std::vector<Candidate>& values, double temperature) {
        double least = energy_ - temperature * gumbel(random_);
        Candidate* drawn = nullptr;
        for (Candidate& candidate : values) {
            const auto evaluator = evaluator_of(candidate.recipe, &*evaluator_);
            if (!evaluator) continue;
            const double offset = part_ * complexity(candidate.recipe) - temperature * gumbel(random_);
            const double limit = least - offset;
            if (limit < 0) continue;
            const double loss = sample_.loss_up_to(limit, loss_, {*evaluator_, *evaluator}, budget_);
            if (loss >= limit) continue;
            least = loss + offset;
            drawn = &candidate;
        }
        return drawn;
    }

    Guess state_;
    double part_;
    std::unique_ptr<Draws> draws_;
    Budget& budget_;
    tb::Random& random_;
    Sample sample_;
    std::optional<Evaluator> evaluator_;
    double loss_ = 0, energy_ = 0;
};

constexpr int kAtNode = 2;  ///< sweeps

}  // namespace

Guess anneal(const Guess& guess, const Space& space, const Record& record, Budget& budget,
             Budget::Clock::time_point until, tb::Random& random) {
    Guess best = guess;
    best.loss = loss_of(Evaluator::without_bounds(best.recipe), record, budget);
    const auto end = std::exchange(budget.end, std::min(budget.end, until));
    const double before = best.loss;
    // a small recipe has been seen in all its values long before the time is spent
    constexpr int most_cycles = 10;
    for (int n = 0; n < most_cycles && best.loss == before && best.loss > 0 && !budget.spent(); ++n) {
        Guess state = Cycle(best, space, record, budget, random).cooled();
        state = climb(std::move(state), space, record, budget, {1000, kAllKinds, false});
        report_step(budget, "annealed", before, state.loss);
        if (state.loss < before - kSlack) best = std::move(state);
    }
    budget.end = end;
    return best;
}

Guess fit_attributes(const Guess& guess, const Record& record, Budget& budget, const Fit& fit,
                     tb::Random& random) {
    Guess fitted = Cycle({guess.recipe, guess.loss, std::nullopt}, kRecipes, record, budget, random, fit)
                       .cold(fit.sweeps);
    fitted.loss = loss_of(Evaluator::without_bounds(fitted.recipe), record, budget);
    return fitted.loss < guess.loss ? fitted : guess;
}

std::vector<Guess> roughly_fitted(const std::vector<TreeEdit>& edits, const Guess& from, const Record& record,
                                  Budget& budget, tb::Random& random) {
    const Fit quick{1, 60, true, from.loss, 500};
    const Sample sample(from, record, quick);
    std::vector<Guess> out;
    for (const TreeEdit& edit : edits) {
        out.push_back({edit.recipe, kNoPromise, std::nullopt});
        if (budget.spent() || !evaluator_of(edit.recipe)) continue;
        Cycle cycle({edit.recipe, 0, std::nullopt}, kRecipes, sample, budget, random, quick);
        out.back() = cycle.frozen_at(edit.path, quick.sweeps);
    }
    return out;
}

Guess fit_edit(Recipe recipe, const std::string& path, double most, const Record& record, Budget& budget,
               tb::Random& random) {
    const Fit fit{1, 300, true, std::max(most, kSlack)};
    Cycle cycle({std::move(recipe), 0, std::nullopt}, kRecipes, record, budget, random, fit);
    Guess fitted = cycle.frozen_at(path, kAtNode);
    if (fitted.loss > most) return fitted;
    if (!budget.spent()) fitted = cycle.frozen();
    fitted.loss = loss_of(Evaluator::without_bounds(fitted.recipe), record, budget);
    return fitted;
}

}  // namespace karat::probe
