// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/anneal.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "karat_probe/identify/complexity.hpp"

namespace karat::probe {
namespace {

/// A part of the answers that stands for all: those that a guess gets wrong, and some of the others.
class Sample {
   public:
    Sample(const Guess& guess, const Record& record) : record_(record) {
        constexpr std::size_t most_right = 150;
        const Evaluator evaluator = Evaluator::without_bounds(guess.recipe);
        std::vector<std::size_t> right;
        for (std::size_t i = 0; i < record.size(); ++i) {
            if (record.agrees(evaluator, i))
                right.push_back(i);
            else
                rows_.push_back({i, record.weight(i)});
        }
        const std::size_t stride = right.size() / most_right + 1;
        for (std::size_t n = 0; n < right.size(); n += stride)
            rows_.push_back({right[n], record.weight(right[n]) * static_cast<double>(stride)});
    }
    /// The loss. Puts the wrong answers first, so that loss_up_to() soon reaches its limit.
    double sort_by(const Evaluator& evaluator) {
        double loss = 0;
        const auto right = std::stable_partition(rows_.begin(), rows_.end(), [&](const Row& row) {
            return !record_.agrees(evaluator, row.index);
        });
        for (auto row = rows_.begin(); row != right; ++row) loss += row->weight;
        return loss;
    }
    /// The loss, or a value above `limit` if it is above.
    double loss_up_to(double limit, const Evaluator& evaluator, Budget& budget) const {
        double loss = 0;
        ++budget.tried;
        for (const Row& row : rows_) {
            ++budget.evaluations;
            if (!record_.agrees(evaluator, row.index)) loss += row.weight;
            if (loss > limit) break;
        }
        return loss;
    }

   private:
    struct Row {
        std::size_t index;
        double weight;
    };
    const Record& record_;
    std::vector<Row> rows_;
};

/// A random number with which the least of loss - temperature * number, of several losses, is a draw of the
/// Boltzmann distribution (the Gumbel distribution).
double gumbel(tb::Random& random) {
    constexpr double unit = 1.0 / 9007199254740992.0;  // 2^-53
    const double uniform = (static_cast<double>(random.bits() >> 11) + 0.5) * unit;
    return -std::log(-std::log(uniform));
}

/// The steps from a state, by the attribute that they change.
using Attributes = std::map<std::string, std::vector<Candidate>>;

Attributes attributes_of(const Guess& state, const Space& space) {
    Attributes out;
    const Nodes nodes = nodes_of(state.recipe);
    for (Candidate& candidate : space.near(state)) {
        if (!state.knobs && !(nodes_of(candidate.recipe) == nodes)) continue;
        out[candidate.name.substr(0, candidate.name.find('='))].push_back(std::move(candidate));
    }
    return out;
}

class Cycle {
   public:
    Cycle(const Guess& guess, const Space& space, const Record& record, Budget& budget, tb::Random& random)
        : state_(guess), space_(space), budget_(budget), random_(random), sample_(guess, record) {}

    /// The state after sweeps that begin hot.
    Guess cooled() {
        constexpr int sweeps = 8;
        constexpr double hottest = 0.3, hot = 0.04;  // in units of the loss
        constexpr double share = 0.1;                // of what is lost at first
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

   private:
    static constexpr double kCold = 0.003;
    static constexpr double kPart = 0.004;  ///< loss that each part of the recipe adds

    /// Draws a value of every attribute, in random order.
    void sweep(double temperature) {
        Attributes moves = attributes_of(state_, space_);
        std::vector<std::string> names;
        names.reserve(moves.size());
        for (const auto& [name, steps] : moves) names.push_back(name);
        for (std::size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[random_.below(i)]);
        take(state_);
        for (const std::string& name : names) {
            if (budget_.spent()) return;
            const auto it = moves.find(name);
            if (it == moves.end()) continue;
            Candidate* drawn = draw(it->second, temperature);
            if (drawn == nullptr) continue;
            take({std::move(drawn->recipe), 0, std::move(drawn->knobs)});
            moves = attributes_of(state_, space_);
        }
    }
    void take(Guess next) {
        state_ = std::move(next);
        evaluator_ = Evaluator::without_bounds(state_.recipe);
        energy_ = sample_.sort_by(*evaluator_) + kPart * complexity(state_.recipe);
    }
    /// One of the values, or nothing if the present one is drawn.
    Candidate* draw(std::vector<Candidate>& values, double temperature) {
        double least = energy_ - temperature * gumbel(random_);
        Candidate* drawn = nullptr;
        for (Candidate& candidate : values) {
            const auto evaluator = evaluator_of(candidate.recipe, &*evaluator_);
            if (!evaluator) continue;
            const double offset = kPart * complexity(candidate.recipe) - temperature * gumbel(random_);
            const double limit = least - offset;
            if (limit < 0) continue;
            const double loss = sample_.loss_up_to(limit, *evaluator, budget_);
            if (loss >= limit) continue;
            least = loss + offset;
            drawn = &candidate;
        }
        return drawn;
    }

    Guess state_;
    const Space& space_;
    Budget& budget_;
    tb::Random& random_;
    Sample sample_;
    std::optional<Evaluator> evaluator_;
    double energy_ = 0;
};

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

Guess fit_attributes(const Guess& guess, const Space& space, const Record& record, Budget& budget, int sweeps,
                     tb::Random& random) {
    Guess fitted = Cycle(guess, space, record, budget, random).cold(sweeps);
    fitted.loss = loss_of(Evaluator::without_bounds(fitted.recipe), record, budget);
    return fitted.loss < guess.loss ? fitted : guess;
}

}  // namespace karat::probe
