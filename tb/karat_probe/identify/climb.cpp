// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/climb.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <iomanip>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "karat/error.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/edits/sites.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kAll = 1'000'000;

std::optional<Evaluator> evaluator_of(const Recipe& recipe) {
    try {
        return Evaluator(recipe);
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

/// Every combination of rules for which zeros take part in e_max: one alone rarely mends an answer.
void add_zero_rules(const Recipe& recipe, std::vector<Edit>& out) {
    const auto is_sum = [](const Term& term) {
        return term.of.kind == ExpressionKind::sum || term.of.kind == ExpressionKind::chain;
    };
    for (const ZeroPart product : {ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min}) {
        for (const ZeroPart c : {ZeroPart::ignored, ZeroPart::minus126, ZeroPart::format_min}) {
            for (const ZeroPart sum : {ZeroPart::ignored, ZeroPart::terms, ZeroPart::counted}) {
                Edit edit;
                edit.key = "zeros";
                edit.value = std::string(name_of(product)) + ' ' + std::string(name_of(c)) + ' ' +
                             std::string(name_of(sum));
                edit.recipe = editing::with_terms(recipe, {}, [&](Term& term) {
                    if (term.compared_by == ComparedBy::leading) return;
                    term.zero = is_sum(term) ? sum : term.of.kind == ExpressionKind::product ? product : c;
                });
                out.push_back(std::move(edit));
            }
        }
    }
}

/// Every near edit, and every pair of a width next to the current one and a rounding. The two hide each
/// other: the wrong rounding at the right width may be worse than a neighbouring width.
std::vector<Edit> steps_from(const Recipe& recipe) {
    std::vector<Edit> out = edits_of_same_formats(recipe, EditReach::near);
    const editing::Sites sites = editing::find_sites(recipe);
    const auto add = [&](const editing::Paths& paths, const std::string& name, int bits, Rounding rounding) {
        Recipe changed = editing::with_terms(recipe, paths, [&](Term& term) {
            term.F = {bits};
            term.rounding = rounding;
        });
        Edit edit;
        edit.key = "width@" + name;
        edit.value = std::to_string(bits) + " " + std::string(name_of(rounding));
        edit.recipe = std::move(changed);
        out.push_back(std::move(edit));
    };
    editing::Paths all;
    for (const editing::TermSite& site : sites.terms) {
        if (!site.term->F.is_exact()) all.push_back(site.path);
    }
    const auto around = [&](const editing::Paths& paths, const std::string& name, const Term& was) {
        for (int bits = std::max(1, was.F.bits - 2); bits <= was.F.bits + 2; ++bits) {
            for (std::size_t i = 0; i < EnumNames<Rounding>::names.size(); ++i) {
                const auto rounding = static_cast<Rounding>(i);
                if (bits != was.F.bits && rounding != was.rounding) add(paths, name, bits, rounding);
            }
        }
    };
    add_zero_rules(recipe, out);
    if (sites.terms.size() > 12) return out;
    for (const editing::TermSite& site : sites.terms) {
        if (!site.term->F.is_exact()) around({site.path}, site.path, *site.term);
        if (all.size() > 1 && site.path == all.front()) around(all, "all", *site.term);
    }
    return out;
}

/// One round: the current guess, and which answers it does and does not give.
class Step {
   public:
    /// Looks at no more than about `most` answers, spread over the record.
    Step(const Guess& guess, const Record& record, Budget& budget, std::size_t most = kAll)
        : record_(record), budget_(budget) {
        const Evaluator evaluator(guess.recipe);
        const std::size_t every = record.stride(most);
        scale_ = static_cast<double>(every);
        for (std::size_t i = 0; i < record.size(); i += every) {
            (record.agrees(evaluator, i) ? right_ : wrong_).push_back(i);
            ++budget.evaluations;
        }
        // spread over the record, so that a few of them tell most
        constexpr std::size_t stride = 7919;
        for (auto* all : {&right_, &wrong_}) {
            if (all->size() % stride == 0) continue;
            std::vector<std::size_t> mixed(all->size());
            for (std::size_t i = 0; i < all->size(); ++i) mixed[i] = (*all)[i * stride % all->size()];
            *all = std::move(mixed);
        }
        for (const std::size_t i : wrong_) lost_ += weight(i);
    }
    [[nodiscard]] double loss() const { return lost_; }

    /// The loss of an edited recipe, or nothing if it is not below `limit`.
    [[nodiscard]] std::optional<double> below(double limit, const Evaluator& evaluator) {
        ++budget_.tried;
        double loss = lost_;
        std::size_t looked = 0;
        for (const std::size_t i : wrong_) {
            ++budget_.evaluations;
            if (record_.agrees(evaluator, i)) loss -= weight(i);
            // an edit that mends none of the first sixty rarely mends any
            if (++looked == kFirst && loss == lost_) return std::nullopt;
        }
        if (loss >= limit) return std::nullopt;
        for (const std::size_t i : right_) {
            ++budget_.evaluations;
            if (record_.agrees(evaluator, i)) continue;
            loss += weight(i);
            if (loss >= limit) return std::nullopt;
        }
        return loss;
    }
    /// What an edited recipe mends and spoils; nothing if it mends none of the first wrong answers.
    [[nodiscard]] std::optional<double> change(const Evaluator& evaluator) {
        ++budget_.tried;
        double mended = 0;
        for (std::size_t n = 0; n < wrong_.size() && n < kFirst; ++n) {
            ++budget_.evaluations;
            if (record_.agrees(evaluator, wrong_[n])) mended += weight(wrong_[n]);
        }
        if (mended == 0) return std::nullopt;
        double spoilt = 0;
        for (std::size_t n = 0; n < right_.size(); n += 3) {
            ++budget_.evaluations;
            if (!record_.agrees(evaluator, right_[n])) spoilt += 3 * weight(right_[n]);
        }
        return spoilt - mended;
    }

   private:
    static constexpr std::size_t kFirst = 30;
    [[nodiscard]] double weight(std::size_t i) const { return scale_ * record_.weight(i); }
    const Record& record_;
    Budget& budget_;
    std::vector<std::size_t> right_, wrong_;
    double scale_ = 1;
    double lost_ = 0;
};

std::string name_of_edit(const Edit& edit) { return edit.key + "=" + boost::json::serialize(edit.value); }

/// "  F=25: loss 0.4827 -> 0.1027"
void report(const Budget& budget, const std::string& what, double before, double after) {
    if (!budget.progress) return;
    std::ostringstream text;
    text << std::fixed << std::setprecision(4) << "  " << what << ": loss " << before << " -> " << after;
    budget.progress(text.str());
}

/// The best edit among `edits`; `promising` collects the names of those that help.
std::optional<Guess> best_of(std::vector<Edit> edits, Step& step, Budget& budget,
                             std::set<std::string>* promising) {
    std::optional<Guess> best;
    double limit = step.loss() - 1e-12;
    std::string what;
    for (Edit& edit : edits) {
        if (budget.spent()) break;
        const auto evaluator = evaluator_of(edit.recipe);
        if (!evaluator) continue;
        const auto loss = step.below(promising != nullptr ? step.loss() - 1e-12 : limit, *evaluator);
        if (!loss) continue;
        if (promising != nullptr) promising->insert(name_of_edit(edit));
        if (*loss >= limit) continue;
        limit = *loss;
        what = name_of_edit(edit);
        best = Guess{std::move(edit.recipe), *loss};
    }
    if (best) report(budget, what, step.loss(), best->loss);
    return best;
}

}  // namespace

std::vector<Edit> edits_of_same_formats(const Recipe& recipe, EditReach reach) {
    std::vector<Edit> out = proposed_edits(recipe, reach);
    const OperandRules formats = formats_of(recipe.operands);
    std::erase_if(out, [&](const Edit& edit) { return !(formats_of(edit.recipe.operands) == formats); });
    return out;
}

double loss_of(const Evaluator& evaluator, const Record& record, double limit, Budget& budget,
               std::size_t most) {
    double loss = 0;
    ++budget.tried;
    const std::size_t stride = record.stride(most);
    for (std::size_t i = 0; i < record.size() && loss <= limit; i += stride) {
        ++budget.evaluations;
        if (!record.agrees(evaluator, i)) loss += record.weight(i) * static_cast<double>(stride);
    }
    return loss;
}

Guess climb(Guess guess, const Record& record, Budget& budget, int most_steps) {
    constexpr double kFine = 0.3;
    constexpr std::size_t kSample = 400;
    std::set<std::string> promising;
    std::size_t look_at = kSample;
    for (int step_count = 0; step_count < most_steps && !budget.spent(); ++step_count) {
        Step step(guess, record, budget, look_at);
        guess.loss = step.loss();
        if (guess.loss < kFine && look_at != kAll) {  // what is left shows in a few answers only
            look_at = kAll;
            --step_count;
            continue;
        }
        if (guess.loss == 0) return guess;
        std::vector<Edit> near = steps_from(guess.recipe);
        // first the edits that helped in an earlier round
        if (!promising.empty()) {
            std::vector<Edit> few;
            for (const Edit& edit : near) {
                if (promising.contains(name_of_edit(edit))) few.push_back(edit);
            }
            promising.clear();
            if (auto better = best_of(std::move(few), step, budget, &promising)) {
                guess = std::move(*better);
                continue;
            }
        }
        auto better = best_of(std::move(near), step, budget, &promising);
        if (!better)
            better = best_of(edits_of_same_formats(guess.recipe, EditReach::shapes), step, budget, nullptr);
        if (!better && look_at != kAll) {
            look_at = kAll;
            continue;
        }
        if (!better) break;
        guess = std::move(*better);
    }
    guess.loss = Step(guess, record, budget).loss();
    return guess;
}

Guess climb_by_pairs(const Guess& guess, const Record& record, Budget& budget) {
    constexpr std::size_t most_firsts = 50;
    struct First {
        double change;
        Recipe recipe;
        std::string name;
    };
    std::vector<First> firsts;
    Step step(guess, record, budget);
    for (Edit& edit : edits_of_same_formats(guess.recipe, EditReach::all)) {
        if (budget.spent()) break;
        const auto evaluator = evaluator_of(edit.recipe);
        if (!evaluator) continue;
        if (const auto change = step.change(*evaluator))
            firsts.push_back({*change, std::move(edit.recipe), name_of_edit(edit)});
    }
    std::stable_sort(firsts.begin(), firsts.end(),
                     [](const First& x, const First& y) { return x.change < y.change; });
    if (firsts.size() > most_firsts) firsts.resize(most_firsts);
    Guess best = guess;
    best.loss = step.loss();
    for (First& first : firsts) {
        if (budget.spent()) break;
        Guess middle{std::move(first.recipe), 0};
        Step second(middle, record, budget);
        middle.loss = second.loss();
        auto found = best_of(steps_from(middle.recipe), second, budget, nullptr);
        if (!found || found->loss >= best.loss - 1e-12) continue;
        report(budget, "pair " + first.name, step.loss(), found->loss);
        return *found;
    }
    return best;
}

}  // namespace karat::probe
