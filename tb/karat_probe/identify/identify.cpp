// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/identify.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/identify/evidence.hpp"
#include "karat_probe/identify/seeds.hpp"
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
                finish({expand(exact_spec(target_.formats())), 0});
                return std::move(out_);
            }
        }
        ask_first();
        rank_first_guesses();
        Guess best = guesses_.front();
        std::size_t next = 1;
        int stuck = 0;
        for (int round = 0; round < kRounds && !budget_.spent(); ++round) {
            best.loss = all_of(best);
            if (best.loss > 0) best = climb(std::move(best), out_.record, budget_);
            while (best.loss > 0 && !budget_.spent()) {
                if (asked_again(best)) {
                    best = climb(std::move(best), out_.record, budget_);
                    continue;
                }
                Guess paired = climb_by_pairs(best, out_.record, budget_);
                if (paired.loss < best.loss) {
                    best = climb(std::move(paired), out_.record, budget_);
                    continue;
                }
                if (stuck++ < 2 && best.loss < 1) {  // more answers show the way
                    (void)challenged(best, 100 + stuck);
                    best = climb(std::move(best), out_.record, budget_);
                    continue;
                }
                if (next >= std::min(guesses_.size(), kStarts)) break;
                Guess other = climb(guesses_[next++], out_.record, budget_);
                if (other.loss < best.loss) best = std::move(other);
            }
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
    static constexpr std::size_t kStarts = 12;

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
    /// Sorts the first guesses by what a few steps make of them. The best of every kind take part in the
    /// first heat, because an attribute that is still wrong can hide the right tree.
    void rank_first_guesses() {
        std::vector<FirstGuess> firsts = first_guesses(target_.formats());
        if (settings_.use_registry) add_registry(firsts);
        struct Entry {
            int kind;
            Guess guess;
        };
        std::vector<Entry> entries;
        for (FirstGuess& first : firsts) {
            const double loss = loss_of(Evaluator(first.recipe), out_.record, kNoLimit, budget_, kGlance);
            entries.push_back({first.kind, {std::move(first.recipe), loss}});
        }
        const auto sort = [&] {
            std::stable_sort(entries.begin(), entries.end(),
                             [](const Entry& x, const Entry& y) { return x.guess.loss < y.guess.loss; });
        };
        sort();
        const auto keep = [&](std::size_t most, int of_kind) {
            std::vector<Entry> kept;
            std::map<int, int> seen;
            for (Entry& entry : entries) {
                if (kept.size() < most || seen[entry.kind] < of_kind) {
                    ++seen[entry.kind];
                    kept.push_back(std::move(entry));
                }
            }
            entries = std::move(kept);
        };
        keep(10, 2);
        const auto heat = [&](int steps) {
            if (entries.front().guess.loss == 0) return;
            for (Entry& entry : entries) {
                entry.guess = climb(std::move(entry.guess), out_.record, budget_, steps);
                if (entry.guess.loss == 0) break;
            }
            sort();
        };
        heat(1);
        keep(10, 0);
        heat(2);
        for (Entry& entry : entries) guesses_.push_back(std::move(entry.guess));
    }
    void add_registry(std::vector<FirstGuess>& firsts) const {
        for (const Instruction& instruction : registry()) {
            Recipe recipe = expand(instruction.spec);
            const auto same = [&](const FirstGuess& other) { return other.recipe == recipe; };
            if (formats_of(recipe.operands) == target_.formats() &&
                std::none_of(firsts.begin(), firsts.end(), same))
                firsts.push_back({-1, std::move(recipe)});
        }
    }
    [[nodiscard]] double all_of(const Guess& guess) {
        return loss_of(Evaluator(guess.recipe), out_.record, kNoLimit, budget_);
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
            effort = {3000, 1500, 600};
        }
        return deepened(best);
    }
    /// Searches for witnesses against each neighbour that is still left, and asks them.
    bool deepened(const Guess& best) {
        const Evaluator evaluator(best.recipe);
        std::vector<VectorRow> rows;
        std::vector<Neighbour*> whose;
        for (Neighbour& neighbour : out_.neighbours) {
            if (neighbour.excluded_by) continue;
            const auto now = Clock::now();
            if (now - begin_ > (budget_.end - begin_) * 3 / 4) break;
            for (Witness& witness :
                 separate(best.recipe, neighbour.edit.recipe, {1600, 0, 200, settings_.seed})) {
                rows.push_back(std::move(witness.row));
                whose.push_back(&neighbour);
            }
        }
        const std::vector<std::uint64_t> answers = target_(rows);
        bool right = true;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            right = right && answers[i] == evaluator(rows[i].operands());
            whose[i]->excluded_by = out_.record.size();
            out_.record.add(QuestionKind::chosen, std::move(rows[i]), answers[i]);
        }
        report("neighbours left: " + std::to_string(rows.size()) + " dot-adds, " + (right ? "0" : "some") +
               " wrong");
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

    static constexpr double kNoLimit = 1e9;
    static constexpr std::size_t kGlance = 250;  ///< answers that a first guess is judged by
    Target& target_;
    const IdentifySettings& settings_;
    Clock::time_point begin_;
    Budget budget_;
    std::uint64_t asked_before_;
    std::vector<Guess> guesses_;
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
