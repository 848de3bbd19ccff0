// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/identify.hpp"

#include <algorithm>
#include <set>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/evidence.hpp"
#include "karat_probe/identify/knob_search.hpp"
#include "karat_probe/identify/nearby.hpp"
#include "karat_probe/identify/tree_shapes.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/target/dense_view.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

using Clock = std::chrono::steady_clock;

class Identifier {
   public:
    Identifier(Target& target, const IdentifySettings& settings)
        : target_(target),
          settings_(settings),
          begin_(Clock::now()),
          budget_{begin_ + std::chrono::milliseconds(static_cast<std::int64_t>(settings.seconds * 1000))},
          asked_before_(target.asked()) {
        budget_.progress = settings.progress;
    }

    Identification run() {
        if (settings_.steady_answers != 0) {
            Steadiness steadiness = check_steadiness(target_, {settings_.steady_answers, 64, settings_.seed});
            out_.steadiness = steadiness;
            if (!steadiness.steady()) {
                out_.unsteady = std::move(steadiness);
                finish({expand(exact_spec(target_.formats())), 0, std::nullopt});
                return std::move(out_);
            }
        }
        ask_first();
        first_guesses();
        Guess best = guesses_.front();
        for (int round = 0; round < kRounds && !budget_.spent(); ++round) {
            best.loss = all_of(best);
            if (best.loss > 0) best = explained(std::move(best));
            report("round " + std::to_string(round) + ": " +
                   (best.loss > 0 ? "some answers are unexplained" : "every answer is explained"));
            if (best.loss > 0) break;
            best.recipe = canonical(best.recipe).recipe;  // attributes without effect are not findings
            if (!challenged(best, round)) continue;
            out_.found = !budget_.spent();  // otherwise it was not challenged to the end
            break;
        }
        finish(std::move(best));
        return std::move(out_);
    }

   private:
    static constexpr int kRounds = 30;
    static constexpr int kNearby = 6;  ///< how often dot-adds next to wrong ones are asked
    static constexpr int kKicks = 40;
    static constexpr std::size_t kGlance = 250;       ///< answers that a shape is judged by
    static constexpr std::chrono::seconds kPairs{6};  ///< at most, before something else is tried
    static constexpr std::chrono::seconds kDeepening{6};
    static constexpr double kFar = 1.5;     ///< loss above which pairs of steps are not worth their time
    static constexpr double kSmall = 0.05;  ///< loss of a few answers
    static constexpr double kNearly = 0.3;  ///< loss of a guess whose structure is probably right

    void report(const std::string& text) const {
        if (settings_.progress)
            settings_.progress(text + ", " + std::to_string(target_.asked() - asked_before_) +
                               " dot-adds asked");
    }
    void ask(QuestionKind kind, std::vector<VectorRow> rows) {
        const std::vector<std::uint64_t> answers = target_(rows);
        for (std::size_t i = 0; i < rows.size(); ++i) out_.record.add(kind, std::move(rows[i]), answers[i]);
    }
    void ask_first() {
        Questions questions(target_.formats(), settings_.seed);
        for (std::size_t kind = 0; kind <= static_cast<std::size_t>(QuestionKind::specials); ++kind) {
            const auto which = static_cast<QuestionKind>(kind);
            const bool structure = which == QuestionKind::cancellation || which == QuestionKind::two_addends;
            std::vector<VectorRow> rows;
            for (int i = 0; i < (structure ? 250 : 150); ++i) rows.push_back(questions.make(which));
            ask(which, std::move(rows));
        }
    }
    void first_guesses() {
        if (settings_.use_registry) {
            for (const Instruction& instruction : registry()) {
                Recipe recipe = expand(instruction.spec);
                if (!(formats_of(recipe.operands) == target_.formats())) continue;
                const double loss = all_of({recipe, 0, std::nullopt});
                guesses_.push_back({std::move(recipe), loss, instruction.spec});
            }
            const auto known = std::min_element(guesses_.begin(), guesses_.end(), less);
            if (known != guesses_.end()) guesses_ = {*known};
            if (!guesses_.empty() && guesses_.front().loss == 0) return;
        }
        for (Guess& guess : knob_search(target_.formats(), out_.record, budget_))
            guesses_.push_back(std::move(guess));
        std::stable_sort(guesses_.begin(), guesses_.end(), less);
    }
    static bool less(const Guess& x, const Guess& y) { return x.loss < y.loss; }
    /// Searches until a guess explains every answer, or the time is spent.
    Guess explained(Guess best) {
        best = restarted(std::move(best));
        if (best.loss > kNearly && !shaped_) {
            best = of_other_shape(std::move(best));
            shaped_ = true;
        }
        for (int asked = 0; best.loss > 0 && !budget_.spent(); ++asked) {
            best = polished(std::move(best), kSpecifications);
            if (best.loss > 0) best = polished_recipe(std::move(best));
            if (best.loss == 0) break;
            const bool mistaken = asked_again(best);
            if (!mistaken && asked < kNearby) ask_nearby(best);
            best = restarted(std::move(best));
            if (best.loss == 0 || asked == 0) continue;
            if (best.knobs) best = kicked(best, kSpecifications);
            if (best.loss > 0) {
                Guess other = kicked({best.recipe, best.loss, std::nullopt}, kRecipes);
                if (other.loss < best.loss) best = std::move(other);
            }
        }
        return best;
    }
    Guess climbed(Guess guess) {
        const Space& space = guess.knobs ? kSpecifications : kRecipes;
        return climb(std::move(guess), space, out_.record, budget_);
    }
    /// The best of the guess and of all first guesses, each as far as single steps lead.
    Guess restarted(Guess best) {
        best = climbed(std::move(best));
        if (best.loss <= kSmall) return best;
        for (Guess& other : guesses_) {
            other = climbed(std::move(other));
            if (other.loss < best.loss) best = other;
            if (best.loss == 0) break;
        }
        return best;
    }
    /// Trees that no knobs describe, with the attributes of the best guesses.
    Guess of_other_shape(Guess best) {
        std::vector<Guess> shapes;
        for (std::size_t like = 0; like < std::min<std::size_t>(3, guesses_.size() + 1); ++like) {
            for (Recipe& recipe : tree_shapes(like == 0 ? best.recipe : guesses_[like - 1].recipe)) {
                const auto evaluator = evaluator_of(recipe);
                if (!evaluator || budget_.spent()) continue;
                const double loss = loss_of(*evaluator, out_.record, budget_, kGlance);
                shapes.push_back({std::move(recipe), loss, std::nullopt});
            }
        }
        report(std::to_string(shapes.size()) + " other shapes");
        for (const auto& [kept, steps] : {std::pair<std::size_t, int>{24, 2}, {8, 4}, {3, 1000}}) {
            std::stable_sort(shapes.begin(), shapes.end(), less);
            if (shapes.size() > kept) shapes.resize(kept);
            for (Guess& guess : shapes) {
                guess = climb(std::move(guess), kRecipes, out_.record, budget_, {steps, kAllKinds});
                if (guess.loss < best.loss) best = guess;
                if (best.loss == 0) return best;
            }
        }
        return best;
    }
    Guess kicked(const Guess& guess, const Space& space) {
        return climb_by_kicks(guess, space, out_.record, budget_, kKicks, random_);
    }
    /// Asks dot-adds next to some of those on which the guess is wrong: more answers of their kind show which
    /// step leads on.
    void ask_nearby(const Guess& best) {
        constexpr std::size_t most_rows = 4;
        constexpr int of_each = 40;
        if (target_.asked() - asked_before_ > settings_.most_asked / 2) return;
        const Evaluator evaluator = Evaluator::without_bounds(best.recipe);
        std::vector<std::size_t> wrong;
        for (std::size_t i = 0; i < out_.record.size(); ++i) {
            if (!out_.record.agrees(evaluator, i)) wrong.push_back(i);
        }
        std::vector<VectorRow> rows;
        for (std::size_t n = 0; n < most_rows && !wrong.empty(); ++n) {
            const VectorRow& row = out_.record.row(wrong[random_.below(wrong.size())]);
            for (int i = 0; i < of_each; ++i) rows.push_back(nearby(row, target_.formats(), random_));
        }
        report("asks next to " + std::to_string(wrong.size()) + " wrong answers of " +
               formula(best.recipe, 1000));
        ask(QuestionKind::nearby, std::move(rows));
    }
    Guess polished_recipe(Guess guess) {
        Guess recipe = polished({guess.recipe, guess.loss, std::nullopt}, kRecipes);
        return recipe.loss < guess.loss ? recipe : guess;
    }
    /// Steps, and pairs of steps where no single one helps, as far as they go.
    Guess polished(Guess guess, const Space& space) {
        if (&space == &kSpecifications && !guess.knobs) return guess;
        while (!budget_.spent()) {
            guess = climb(std::move(guess), space, out_.record, budget_);
            if (guess.loss == 0 || guess.loss > kFar) break;
            guess = loosened(std::move(guess), space, out_.record, budget_);
            const auto end = budget_.end;
            budget_.end = std::min(end, Clock::now() + kPairs);
            Guess paired = climb_by_pairs(guess, space, out_.record, budget_);
            budget_.end = end;
            if (paired.loss >= guess.loss) break;
            guess = std::move(paired);
        }
        return guess;
    }
    [[nodiscard]] double all_of(const Guess& guess) {
        return loss_of(Evaluator::without_bounds(guess.recipe), out_.record, budget_);
    }
    /// Whether the guess gave every answer to questions chosen to refute it.
    bool challenged(const Guess& best, int round) {
        out_.neighbours = neighbours_of(best.recipe);
        exclude_by_record(out_.neighbours, out_.record, budget_);
        std::size_t before = 0;
        ChallengeEffort effort{600, 100, 400};
        for (int turn = 0; turn < 4 && !budget_.spent(); ++turn) {
            const std::uint64_t asked = target_.asked() - asked_before_;
            if (asked + effort.most_asked + effort.unchosen > settings_.most_asked) break;
            before =
                challenge(best.recipe, out_.neighbours, target_, out_.record, effort,
                          settings_.seed * 1000 + static_cast<std::uint64_t>(10 * round + turn), budget_);
            report("challenge " + std::to_string(turn) + ": " + std::to_string(before) + " wrong");
            if (before != 0) return false;
            prove_equal(out_.neighbours, best.recipe, budget_);
            effort = {2500, 800, 600};
        }
        return deepened(best);
    }
    /// Searches for witnesses against each neighbour that is still left, and asks them. First a little for
    /// each, then more.
    bool deepened(const Guess& best) {
        const Evaluator evaluator(best.recipe);
        std::vector<Neighbour*> open;
        for (Neighbour& neighbour : out_.neighbours) {
            if (!neighbour.excluded_by && !neighbour.equal) open.push_back(&neighbour);
        }
        const auto until = std::min(Clock::now() + kDeepening, begin_ + (budget_.end - begin_) * 3 / 4);
        std::vector<VectorRow> rows;
        std::vector<Neighbour*> whose;
        for (const Effort effort : {Effort{1600, 0, 200, settings_.seed}, Effort{8000, 500, 1000, 2}}) {
            for (Neighbour*& neighbour : open) {
                if (neighbour == nullptr || Clock::now() > until) continue;
                for (Witness& witness : separate(best.recipe, neighbour->edit.recipe, effort)) {
                    rows.push_back(std::move(witness.row));
                    whose.push_back(neighbour);
                    neighbour = nullptr;
                }
            }
        }
        const std::vector<std::uint64_t> answers = target_(rows);
        bool right = true;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            right = right && answers[i] == evaluator(rows[i].operands());
            whose[i]->excluded_by = out_.record.size();
            out_.record.add(QuestionKind::chosen, std::move(rows[i]), answers[i]);
        }
        report(std::to_string(open.size()) + " neighbours left: " + std::to_string(rows.size()) +
               " dot-adds, " + (right ? "0" : "some") + " wrong");
        return right;
    }
    void finish(Guess best) {
        out_.recipe = std::move(best.recipe);
        out_.loss = best.loss;
        if (out_.found)
            simplify_evidence(out_, target_);
        else if (!out_.unsteady)
            find_counterexample();
        out_.asked = target_.asked() - asked_before_;
        out_.evaluations = budget_.evaluations;
        out_.tried = budget_.tried;
        out_.unconfirmed = !out_.found && !out_.unsteady && !out_.counterexample;
        out_.seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    }
    /// If only a few answers are wrong, asks them again. Whether one of them was a mistake of the target.
    bool asked_again(const Guess& best) {
        constexpr std::size_t few = 20;
        const Evaluator evaluator(best.recipe);
        std::vector<std::size_t> wrong;
        for (std::size_t i = 0; i < out_.record.size() && wrong.size() <= few; ++i) {
            if (!out_.record.agrees(evaluator, i) && !again_.contains(i)) wrong.push_back(i);
        }
        if (wrong.size() > few) return false;
        bool mistaken = false;
        for (const std::size_t i : wrong) {
            again_.insert(i);
            const std::uint64_t before = out_.record.answer(i);
            const std::uint64_t second = target_(out_.record.row(i));
            const std::uint64_t third = target_(out_.record.row(i));
            if (second == before && third == before) continue;
            out_.changed.push_back(
                {out_.record.row(i), before, second == before ? third : second, std::nullopt});
            if (second == third) out_.record.correct(i, second);
            mistaken = true;
        }
        return mistaken;
    }
    void find_counterexample() {
        const Evaluator evaluator(out_.recipe);
        for (std::size_t i = 0; i < out_.record.size(); ++i) {
            if (out_.record.agrees(evaluator, i)) continue;
            std::uint64_t d = 0;
            VectorRow row = shrink(out_.record.row(i), target_.formats(), [&](const VectorRow& tried) {
                d = target_(tried);
                return d != evaluator(tried.operands());
            });
            row.d = target_(row);
            out_.counterexample = std::move(row);
            return;
        }
    }

    Target& target_;
    const IdentifySettings& settings_;
    Clock::time_point begin_;
    Budget budget_;
    std::uint64_t asked_before_;
    tb::Random random_{settings_.seed};
    std::vector<Guess> guesses_;
    bool shaped_ = false;          ///< other shapes were tried
    std::set<std::size_t> again_;  ///< answers that were asked again
    Identification out_;
};

}  // namespace

Identification identify(Target& target, const IdentifySettings& settings) {
    if (target.formats().metadata == Metadata::none) return Identifier(target, settings).run();
    DenseView dense(target);
    Identification out = Identifier(dense, settings).run();
    out.recipe.operands.metadata = target.formats().metadata;
    if (out.counterexample) out.counterexample = dense.expanded(*out.counterexample);
    return out;
}

}  // namespace karat::probe
