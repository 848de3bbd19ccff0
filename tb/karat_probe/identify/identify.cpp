// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/identify.hpp"

#include <algorithm>

#include "karat/recipe/families/families.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/challenge/withstand.hpp"
#include "karat_probe/identify/evidence.hpp"
#include "karat_probe/identify/explain/explain.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/target/dense_view.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

class Identifier {
   public:
    Identifier(Target& target, const IdentifySettings& settings)
        : inquiry_{target, settings, out_, {}, {}, target.asked()} {
        inquiry_.budget.processor_time = settings.processor_time;
        inquiry_.begin = inquiry_.budget.now();
        inquiry_.budget.end = after(kForTheSearch * settings.seconds);
        inquiry_.budget.progress = settings.progress;
    }

    Identification run() {
        const IdentifySettings& settings = inquiry_.settings;
        if (settings.steady_answers != 0) {
            Steadiness steadiness =
                check_steadiness(inquiry_.target, {settings.steady_answers, 64, settings.seed});
            out_.steadiness = steadiness;
            if (!steadiness.steady()) {
                out_.unsteady = std::move(steadiness);
                finish({expand(exact_spec(inquiry_.target.formats())), 0, std::nullopt});
                return std::move(out_);
            }
        }
        ask_first();
        Explainer explained(inquiry_);
        Guess best = explained.first();
        for (int round = 0; round < kRounds && !inquiry_.budget.spent(); ++round) {
            best.loss = explained.all_of(best);
            if (best.loss > 0) {
                best = explained(std::move(best));
                best.loss = explained.all_of(best);
            }
            inquiry_.report("round " + std::to_string(round) + ": " +
                            (best.loss > 0 ? "some answers are unexplained" : "every answer is explained"));
            if (best.loss > 0) break;
            best = explained.simplest(std::move(best));
            best.recipe = canonical(best.recipe).recipe;  // attributes without effect are not findings
            const Challenged challenged = withstands(best, inquiry_, round,
                                                     {[&] { return described_simpler(best, explained); },
                                                      [&] { return explained.rivalled(best); }});
            if (challenged == Challenged::unfinished) break;
            if (challenged == Challenged::refuted) continue;
            out_.found = true;
            break;
        }
        finish(std::move(best));
        return std::move(out_);
    }

   private:
    static constexpr int kRounds = 30;
    static constexpr double kForTheSearch = 0.97;  ///< of the time; the rest is for the report

    [[nodiscard]] Budget::Clock::time_point after(double seconds) const {
        return inquiry_.begin + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
    }
    void ask_first() {
        constexpr int few_bits = 10;
        const OperandRules formats = inquiry_.target.formats();
        const bool narrow = !formats.are_integers() && info(formats.d).fraction_bits <= few_bits;
        Questions questions(formats, inquiry_.settings.seed);
        for (std::size_t kind = 0; kind <= static_cast<std::size_t>(QuestionKind::specials); ++kind) {
            const auto which = static_cast<QuestionKind>(kind);
            const bool structure = which == QuestionKind::cancellation || which == QuestionKind::two_addends;
            // c alone goes through every rounding; about one such question in 500 shows how a rounding inside
            // the tree treats subnormals
            const bool many = which == QuestionKind::ties || which == QuestionKind::c_alone;
            std::size_t count = many ? 400 : structure ? 250 : 150;
            // a result of few bits shows little of what is inside the tree
            if (narrow && (structure || which == QuestionKind::ties)) count *= 3;
            std::vector<VectorRow> rows;
            rows.reserve(count);
            for (std::size_t i = 0; i < count; ++i) rows.push_back(questions.make(which));
            inquiry_.ask(which, std::move(rows));
        }
    }
    /// Whether knobs describe the answers of a guess that no knobs describe. If nothing tells the two apart,
    /// the guess is replaced; otherwise the target has answered what does. Searches twice at most.
    bool described_simpler(Guess& best, Explainer& explained) {
        constexpr int searches = 2;
        if (searched_knobs_ == searches || best.knobs || knob_form(best.recipe)) return false;
        ++searched_knobs_;
        constexpr std::chrono::seconds most{2};  // the guess gives every answer already
        const auto end = inquiry_.budget.end;
        inquiry_.budget.end = std::min(end, inquiry_.budget.now() + most);
        Guess other = explained.by_knobs(best);
        inquiry_.budget.end = end;
        inquiry_.report("the best specification by knobs has loss " + std::to_string(other.loss));
        if (other.loss > 0) return false;
        std::vector<VectorRow> rows;
        for (Witness& witness : separate(best.recipe, other.recipe, {20000, 1000, 5000, 3}, 20))
            rows.push_back(std::move(witness.row));
        if (rows.empty()) best = std::move(other);
        inquiry_.ask(QuestionKind::chosen, std::move(rows));
        return true;
    }
    void finish(Guess best) {
        out_.recipe = std::move(best.recipe);
        out_.loss = best.loss;
        inquiry_.budget.end = after(inquiry_.settings.seconds);
        if (out_.found)
            simplify_evidence(out_, inquiry_.target, inquiry_.budget);
        else if (!out_.unsteady)
            find_counterexample();
        out_.asked = inquiry_.asked();
        out_.evaluations = inquiry_.budget.evaluations;
        out_.tried = inquiry_.budget.tried;
        out_.unconfirmed = !out_.found && !out_.unsteady && !out_.counterexample;
        out_.seconds = std::chrono::duration<double>(inquiry_.budget.now() - inquiry_.begin).count();
    }
    void find_counterexample() {
        const Evaluator evaluator(out_.recipe);
        for (std::size_t i = 0; i < out_.record.size(); ++i) {
            if (out_.record.agrees(evaluator, i)) continue;
            std::uint64_t d = 0;
            VectorRow row =
                shrink(out_.record.row(i), inquiry_.target.formats(), [&](const VectorRow& tried) {
                    d = inquiry_.target(tried);
                    return d != evaluator(tried.operands());
                });
            row.d = inquiry_.target(row);
            out_.counterexample = std::move(row);
            return;
        }
    }

    int searched_knobs_ = 0;
    Identification out_;
    Inquiry inquiry_;
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
