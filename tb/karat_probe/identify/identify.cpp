// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/identify.hpp"

#include <algorithm>
#include <set>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/evidence.hpp"
#include "karat_probe/identify/knob_search.hpp"
#include "karat_probe/identify/nearby.hpp"
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
    static constexpr std::size_t kStarts = 6;
    static constexpr int kKicks = 40;
    static constexpr std::chrono::seconds kDeepening{8};
    static constexpr double kFar = 1.5;     ///< loss above which pairs of steps are not worth their time
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
        best = polished(std::move(best), kSpecifications);
        if (best.loss > 0 && best.loss < kNearly) best = polished_recipe(std::move(best));
        while (best.loss > 0 && next_ < std::min(guesses_.size(), kStarts) && !budget_.spent()) {
            Guess other = polished(guesses_[next_++], kSpecifications);
            if (other.loss < best.loss) best = std::move(other);
        }
        if (best.loss > 0) best = polished_recipe(std::move(best));
        while (best.loss > 0 && !budget_.spent()) {
            if (!asked_again(best)) ask_nearby(best);
            best.loss = all_of(best);
            best = polished(std::move(best), kSpecifications);
            if (best.loss > 0) best = polished_recipe(std::move(best));
            if (best.loss > 0 && best.knobs) best = kicked(best, kSpecifications);
            if (best.loss > 0) {
                Guess other = kicked({best.recipe, best.loss, std::nullopt}, kRecipes);
                if (other.loss < best.loss) best = std::move(other);
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
            Guess paired = climb_by_pairs(guess, space, out_.record, budget_);
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
        for (const Effort effort : {Effort{1600, 0, 200, settings_.seed}, Effort{16000, 1000, 2000, 2}}) {
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
    std::size_t next_ = 1;         ///< the first guess that the search has not started from
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
