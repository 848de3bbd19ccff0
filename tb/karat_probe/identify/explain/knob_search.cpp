// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/explain/knob_search.hpp"

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <map>
#include <set>

#include "karat/error.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/identify/explain/fixed_grids.hpp"
#include "karat_probe/identify/moves/knob_jumps.hpp"
#include "karat_probe/identify/moves/knob_moves.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/structures.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

KindSet kinds(std::initializer_list<QuestionKind> all) {
    KindSet out;
    for (const QuestionKind kind : all) out.set(static_cast<std::size_t>(kind));
    return out;
}

class Search {
   public:
    using IsLikely = std::function<bool(const Recipe&)>;
    Search(const OperandRules& formats, const Record& record, Budget& budget, const IsLikely& is_likely)
        : formats_(formats), record_(record), budget_(budget), is_likely_(is_likely) {}

    std::vector<Guess> run() {
        fit(kinds({QuestionKind::c_alone, QuestionKind::product_alone}));
        if (found_.empty() || found_.front().loss <= kNearly) {
            finish();
            return std::move(found_);
        }
        // a narrow width or an unusual rounding hides the structure: they show between any two addends
        std::vector<Guess> first = std::move(found_);
        fit(kinds({QuestionKind::c_alone, QuestionKind::product_alone, QuestionKind::two_addends}));
        for (Guess& guess : first) found_.push_back(std::move(guess));
        sort();
        finish();
        return std::move(found_);
    }

   private:
    static constexpr std::size_t kGlance = 250;  ///< answers that a structure is judged by
    static constexpr int kManySteps = 1000;
    /// Loss of a guess that is wrong in a few answers. Those next to it lead further than other guesses.
    static constexpr double kAlmost = 0.01;
    static constexpr double kNearly = 0.5;  ///< the structure is probably right

    void fit(const KindSet& simple) {
        found_.clear();
        const std::size_t all = EnumNames<Algorithm>::names.size();
        for (std::size_t i = 0; i < all && !budget_.spent(); ++i) {
            share_ = 1.0 / static_cast<double>(all - i + 1);
            if (static_cast<Algorithm>(i) != Algorithm::recipe) algorithm(static_cast<Algorithm>(i), simple);
        }
        sort();
        if (!found_.empty() && found_.front().loss > kNearly) fix_grids();
        keep(20, 1);
        heat(2);
        keep(10, 1);
        heat(4);
        keep(6, 1, 3);
    }
    [[nodiscard]] Spec blank(Algorithm algorithm) const {
        Spec spec;
        take_operands(spec, formats_);
        spec.algorithm = algorithm;
        if (formats_.are_integers())
            spec.overflow = Overflow::wrap;
        else
            spec.output_rounding = Rounding::RNE;
        return spec;
    }
    /// Fits one step for all products, and one step a product, to simple questions. Then tries every
    /// structure.
    void algorithm(Algorithm algorithm, const KindSet& simple) {
        std::vector<Guess> structured;
        for (const bool chain : {false, true}) {
            Spec spec = blank(algorithm);
            if (chain && (!spec.is_fused() || spec.k == 1)) break;
            if (chain) spec.terms = 1;
            try {
                validate(spec);
            } catch (const SpecError&) {
                continue;
            }
            if (!(formats_of(expand(spec).operands) == formats_)) continue;
            const auto is_of_others = [&](const Spec& structure) {
                return (chain && structure.operations() == 1) ||
                       (!chain && structure.is_fused() && structure.operations() > 1) ||
                       !is_likely_(unfitted_tree(expand(structure)));
            };
            if (std::ranges::all_of(structures(spec), is_of_others)) continue;
            const Guess fit = fitted(spec, simple);
            for (Spec& structure : structures(*fit.knobs)) {
                if (is_of_others(structure)) continue;
                for (Spec& formatted : inner_formats(structure)) consider(std::move(formatted), structured);
            }
        }
        judge(structured, kGlance / 2, 24);
        judge(structured, 2 * kGlance, 4);
        for (Guess& guess : structured) found_.push_back(std::move(guess));
    }
    /// In a share of the time that is left: an algorithm that fits badly takes long.
    [[nodiscard]] Guess fitted(const Spec& spec, const KindSet& simple) {
        const auto whole = budget_.end;
        const auto left = std::chrono::duration<double>(whole - budget_.now());
        budget_.end = budget_.now() + std::chrono::duration_cast<Budget::Clock::duration>(share_ * left);
        Guess out = climb({expand(spec), 0, spec}, kSpecifications, record_, budget_,
                          {formats_.are_integers() ? 1000 : 25, simple});
        budget_.end = whole;
        return out;
    }
    static void consider(Spec spec, std::vector<Guess>& out) {
        try {
            validate(spec);
        } catch (const SpecError&) {  // not every algorithm takes every format
            return;
        }
        Recipe recipe = expand(spec);
        const auto same = [&](const Guess& other) { return other.recipe == recipe; };
        if (std::none_of(out.begin(), out.end(), same))
            out.push_back({std::move(recipe), 0, std::move(spec)});
    }
    /// Keeps the `most` guesses with the least loss, as about `answers` answers tell.
    void judge(std::vector<Guess>& guesses, std::size_t answers, std::size_t most) {
        constexpr double spent = 1e9;
        for (Guess& guess : guesses) {
            const auto evaluator = evaluator_of(guess.recipe);
            guess.loss =
                evaluator && !budget_.spent() ? loss_of(*evaluator, record_, budget_, answers) : spent;
        }
        std::erase_if(guesses, [](const Guess& guess) { return guess.loss == spent; });
        std::stable_sort(guesses.begin(), guesses.end(), less);
        if (guesses.size() > most) guesses.resize(most);
    }
    /// Adds the best of each algorithm on a grid that does not depend on the addends.
    void fix_grids() {
        if (formats_.are_integers()) return;
        const auto exponent = lowest_bit(record_, formats_.d);
        std::vector<Guess> gridded;
        std::set<Algorithm> seen;
        for (const Guess& guess : found_) {
            if (!exponent || !seen.insert(guess.knobs->algorithm).second) continue;
            for (Spec& spec : with_fixed_grids(*guess.knobs, *exponent)) consider(std::move(spec), gridded);
        }
        judge(gridded, kGlance, 24);
        judge(gridded, 2 * kGlance, 4);
        for (Guess& guess : gridded) found_.push_back(std::move(guess));
        sort();
    }
    void sort() { std::stable_sort(found_.begin(), found_.end(), less); }
    /// Keeps the best `most`, with at most `alike` of the same algorithm, and the best `of_each` of every
    /// one.
    void keep(std::size_t most, int of_each, int alike = 100) {
        std::vector<Guess> kept;
        std::map<Algorithm, int> seen;
        for (Guess& guess : found_) {
            const auto same = [&](const Guess& other) { return other.recipe == guess.recipe; };
            if (std::any_of(kept.begin(), kept.end(), same)) continue;  // several may lead to the same one
            const int taken = seen[guess.knobs->algorithm];
            if (taken >= alike || (kept.size() >= most && taken >= of_each)) continue;
            ++seen[guess.knobs->algorithm];
            kept.push_back(std::move(guess));
        }
        found_ = std::move(kept);
    }
    void finish() {
        heat(kManySteps);
        heat(kManySteps, true);
    }
    /// `far`: with the steps that change the structure or several knobs, of which there are many.
    void heat(int steps, bool far = false) {
        if (found_.empty() || found_.front().loss <= kAlmost) return;
        for (Guess& guess : found_) {
            if (budget_.progress)
                budget_.progress(std::string(name_of(guess.knobs->algorithm)) + ", loss " +
                                 std::to_string(guess.loss));
            guess = climb(std::move(guess), kSpecifications, record_, budget_, {steps, kAllKinds, far});
            if (guess.loss <= kAlmost) break;
        }
        sort();
    }

    const OperandRules& formats_;
    const Record& record_;
    Budget& budget_;
    const IsLikely& is_likely_;
    double share_ = 1;  ///< of the time that is left, for one fit
    std::vector<Guess> found_;
};

}  // namespace

std::vector<Guess> knob_search(const OperandRules& formats, const Record& record, Budget& budget,
                               const std::function<bool(const Recipe&)>& is_likely) {
    return Search(formats, record, budget, is_likely).run();
}

Guess restructured(Guess guess, const Record& record, Budget& budget) {
    constexpr std::size_t glance = 250;
    constexpr std::size_t most = 4;  // are judged by all answers
    std::vector<Guess> others;
    for (Spec& spec : structures(*guess.knobs)) {
        Recipe recipe = expand(spec);
        const auto evaluator = evaluator_of(recipe);
        if (!evaluator || recipe == guess.recipe || budget.spent()) continue;
        others.push_back({std::move(recipe), loss_of(*evaluator, record, budget, glance), std::move(spec)});
    }
    std::stable_sort(others.begin(), others.end(), less);
    if (others.size() > most) others.resize(most);
    for (Guess& other : others) {
        const auto loss = loss_within(guess.loss, *evaluator_of(other.recipe), record, budget);
        if (!loss || *loss >= guess.loss) continue;
        guess = std::move(other);
        guess.loss = *loss;
    }
    return guess;
}

}  // namespace karat::probe
