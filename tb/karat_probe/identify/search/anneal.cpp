// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/search/anneal.hpp"

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

#include "karat_probe/identify/attributes/attributes.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/judging/shuffle.hpp"
#include "karat_probe/identify/search/sample.hpp"

namespace karat::probe {
namespace {

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
    using Take = std::function<void(Candidate)>;
    virtual ~Draws() = default;
    /// The names of the attributes. `joint`: with those of which two are drawn together (attributes.hpp).
    [[nodiscard]] virtual std::vector<std::string> names(const Guess& state, bool joint) = 0;
    /// Calls `take` with the steps from a state that change one of them.
    virtual void each_value(const std::string& name, const Guess& state, const Take& take) = 0;
    /// Whether values that do the same come one after the other (attributes.hpp).
    [[nodiscard]] virtual bool is_graded(const std::string& name) const = 0;
};

class KnobDraws : public Draws {
   public:
    explicit KnobDraws(const Space& space) : space_(space) {}
    std::vector<std::string> names(const Guess& state, bool /*joint*/) override {
        list(state);
        std::vector<std::string> out;
        for (const auto& [name, steps] : steps_) out.push_back(name);
        return out;
    }
    void each_value(const std::string& name, const Guess& state, const Take& take) override {
        if (!(of_ == state.knobs)) list(state);
        for (Candidate& candidate : steps_[name]) take(std::move(candidate));  // each is drawn once
    }
    [[nodiscard]] bool is_graded(const std::string& /*name*/) const override { return false; }

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
    explicit RecipeDraws(bool odd) : odd_(odd) {}
    std::vector<std::string> names(const Guess& state, bool joint) override {
        all_.clear();  // the roundings of inner sums come and go
        for (Attribute& each : attributes_of(state.recipe)) {
            if (!each.odd || odd_) all_.emplace(each.name, std::move(each));
        }
        std::vector<std::string> out;
        for (const auto& [name, attribute] : all_) {
            if (joint || !attribute.joint) out.push_back(name);
        }
        return out;
    }
    void each_value(const std::string& name, const Guess& state, const Take& take) override {
        all_.at(name).each_value(state.recipe, [&](Recipe recipe) {
            take({name, std::move(recipe), std::nullopt});
        });
    }
    [[nodiscard]] bool is_graded(const std::string& name) const override { return all_.at(name).graded; }

   private:
    bool odd_;
    std::map<std::string, Attribute> all_;
};

std::unique_ptr<Draws> draws_from(const Guess& guess, const Space& space, bool odd) {
    if (guess.knobs) return std::make_unique<KnobDraws>(space);
    return std::make_unique<RecipeDraws>(odd);
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
        constexpr double hot = 0.004;
        constexpr double share = 0.025;  // of what is lost at first
        // an attribute has about a hundred values: at a higher temperature bad ones are drawn by their number
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

    /// The state after as many sweeps over the attributes where a tree was changed, and its loss.
    Guess frozen_at(const TreeEdit& edit, int sweeps) {
        for (int n = 0; n < sweeps && !budget_.spent(); ++n) {
            sweep(0, [&](const std::string& name) {
                return edit.below ? name.starts_with(edit.path) : is_at(name, edit.path);
            });
        }
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
        take(state_);
        std::vector<std::string> names =
            draws_->names(state_, temperature <= kCold && sample_.few_are_wrong());
        if (only) std::erase_if(names, [&](const std::string& name) { return !only(name); });
        shuffle(names, random_);
        for (const std::string& name : names) {
            if (budget_.spent()) return;
            std::optional<Candidate> drawn = draw(name, temperature);
            if (drawn) take({std::move(drawn->recipe), 0, std::move(drawn->knobs)});
        }
    }
    void take(Guess next) {
        state_ = std::move(next);
        Evaluator evaluator = Evaluator::without_bounds(state_.recipe);
        loss_ = sample_.sort_by(evaluator, evaluator_ ? &*evaluator_ : nullptr);
        evaluator_ = std::move(evaluator);
        energy_ = loss_ + part_ * complexity(state_.recipe);
    }
    /// Skips most values of a graded attribute where several in a row have changed nothing.
    class Stride {
       public:
        explicit Stride(bool graded) : graded_(graded) {}
        [[nodiscard]] bool skips() {
            constexpr int few = 6;
            constexpr int stride = 4;
            return graded_ && neutral_ >= few && ++at_ % stride != 0;
        }
        void note(bool neutral) { neutral_ = neutral ? neutral_ + 1 : 0; }

       private:
        bool graded_;
        int neutral_ = 0, at_ = 0;
    };
    /// One of the values, or nothing if the present one is drawn.
    std::optional<Candidate> draw(const std::string& name, double temperature) {
        double least = energy_ - temperature * gumbel(random_);
        std::optional<Candidate> drawn;
        Stride stride(draws_->is_graded(name));
        draws_->each_value(name, state_, [&](Candidate candidate) {
            if (stride.skips()) return;
            const double offset = part_ * complexity(candidate.recipe) - temperature * gumbel(random_);
            const double limit = least - offset;
            if (limit <= 0) return;
            const auto evaluator = evaluator_of(candidate.recipe, &*evaluator_);
            if (!evaluator) return;
            const double loss = sample_.loss_up_to(limit, {*evaluator_, *evaluator}, budget_);
            stride.note(loss == loss_);
            if (loss >= limit) return;
            least = loss + offset;
            drawn = std::move(candidate);
        });
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
        Fit fit = quick;
        fit.odd = !edit.below;  // of many new attributes those that are rare take most of the time
        Cycle cycle({edit.recipe, 0, std::nullopt}, kRecipes, sample, budget, random, fit);
        out.back() = cycle.frozen_at(edit, quick.sweeps);
    }
    return out;
}

Guess fit_edit(TreeEdit edit, double most, const Record& record, Budget& budget, tb::Random& random) {
    const Fit fit{1, 300, true, std::max(most, kSlack)};
    Cycle cycle({std::move(edit.recipe), 0, std::nullopt}, kRecipes, record, budget, random, fit);
    Guess fitted = cycle.frozen_at(edit, kAtNode);
    if (fitted.loss > most) return fitted;
    if (!budget.spent()) fitted = cycle.frozen();
    fitted.loss = loss_of(Evaluator::without_bounds(fitted.recipe), record, budget);
    return fitted;
}

}  // namespace karat::probe
