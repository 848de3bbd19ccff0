// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/findings/intent.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "karat/error.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kMostSteps = 8;
constexpr std::size_t kMostFirsts = 12;  ///< first edits of pairs

std::optional<Agreement> agreement_of(const Recipe& recipe) {
    try {
        return Agreement(recipe);
    } catch (const SpecError&) {
        return std::nullopt;
    }
}

/// A specification that accepts any NaN would explain every wrong one.
bool loosens_nan(const Edit& edit) {
    return edit.key.ends_with("nan") && edit.value.is_string() && edit.value.get_string() == "any";
}

class IntentSearch {
   public:
    IntentSearch(const UnitAnswers& answers, std::set<std::string> excluded, const Confirms& confirms)
        : excluded_(std::move(excluded)), confirms_(confirms) {
        wrong_at_start_ = answers.wrong.size();
        for (const auto* list : {&answers.wrong, &answers.right}) {
            for (const UnitAnswer& answer : *list) all_.push_back(&answer);
        }
    }

    Intent run(const Recipe& recipe) {
        Intent out;
        out.recipe = recipe;
        std::vector<Edit> taken;
        split(recipe);
        while (taken.size() < kMostSteps && !wrong_.empty()) {
            std::vector<Edit> step = best_step(out.recipe);
            if (step.empty()) break;
            for (Edit& edit : step) {
                out.recipe = edit.recipe;
                taken.push_back(std::move(edit));
            }
            split(out.recipe);
        }
        std::vector<Edit> apart = without_overlap(recipe, taken);
        if (std::ranges::none_of(apart, [&](const Edit& edit) { return is_excluded(edit); }))
            taken = std::move(apart);
        out.steps = taken;
        judge(recipe, std::move(taken), out);
        out.unexplained = count_wrong(out.recipe);
        out.tried = tried_;
        return out;
    }

    /// What an edit does beside all others.
    IntentChoice balance_of(const Recipe& start, const std::vector<Edit>& taken, std::size_t without) {
        std::vector<Edit> others = taken;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(without));
        const auto with_all = agreement_of(rebuilt(start, taken));
        const auto with_others = agreement_of(rebuilt(start, others));
        IntentChoice out;
        if (!with_all || !with_others) return out;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            const Operands in = all_[i]->row.operands();
            const std::uint64_t got = *all_[i]->row.d;
            const std::uint64_t now = with_all->evaluator()(in);
            const std::uint64_t then = with_others->evaluator()(in);
            const bool with = with_all->agrees(now, got);
            const bool before = with_others->agrees(then, got);
            out.missed += now != then && !with && !before ? 1 : 0;
            out.gained += with && !before ? 1 : 0;
            out.spoilt += !with && before ? 1 : 0;
            if (with && !before && i < wrong_at_start_) out.rows.push_back(i);
        }
        out.edit = taken[without];
        out.without = rebuilt(start, others);
        out.only = rebuilt(start, {taken[without]});
        return out;
    }

   private:
    [[nodiscard]] bool is_excluded(const Edit& edit) const {
        return excluded_.contains(title(edit)) || excluded_.contains(edit.key);
    }
    /// Divides the answers by whether a recipe gives them.
    void split(const Recipe& recipe) {
        const Agreement agrees(recipe);
        wrong_.clear();
        right_.clear();
        given_.clear();
        for (const UnitAnswer* answer : all_) {
            const std::uint64_t d = agrees.evaluator()(answer->row.operands());
            const bool is_right = agrees.agrees(d, *answer->row.d);
            (is_right ? right_ : wrong_).push_back(answer);
            if (!is_right) given_.push_back(d);
        }
    }
    [[nodiscard]] std::size_t count_wrong(const Recipe& recipe) const {
        const Agreement agrees(recipe);
        return static_cast<std::size_t>(std::count_if(
            all_.begin(), all_.end(), [&](const UnitAnswer* answer) { return !agrees(*answer); }));
    }
    /// Of the wrong answers, those that a recipe gives, and those that it changes in vain. Gives up with none
    /// of them as soon as it cannot give more than `above`.
    [[nodiscard]] std::pair<std::size_t, std::size_t> gained_by(const Agreement& agrees, long above) const {
        constexpr std::size_t first = 100;  // a change that explains none of the first rarely explains any
        std::size_t gained = 0;
        std::size_t missed = 0;
        const auto look = [&](std::size_t stride) {
            gained = missed = 0;
            std::size_t most = wrong_.size();  // that it may give
            for (std::size_t i = 0; i < wrong_.size() && static_cast<long>(most) > above; i += stride) {
                const std::uint64_t d = agrees.evaluator()(wrong_[i]->row.operands());
                if (agrees.agrees(d, *wrong_[i]->row.d)) {
                    ++gained;
                } else {
                    --most;
                    missed += d != given_[i] ? 1 : 0;
                }
            }
            return static_cast<long>(most) > above;
        };
        const std::size_t stride = wrong_.size() / first + 1;
        bool enough = look(stride);
        if (enough && gained != 0 && stride != 1) enough = look(1);
        if (!enough) return {0, 0};
        return {gained, missed};
    }
    /// Counts contradictions up to `most`.
    [[nodiscard]] std::size_t spoilt_by(const Agreement& agrees, std::size_t most) const {
        std::size_t spoilt = 0;
        for (const UnitAnswer* answer : right_) {
            if (!agrees(*answer) && ++spoilt > most) break;
        }
        return spoilt;
    }
    /// The edit with the best balance, or nothing if none is better than no edit. Adds to `firsts` edits that
    /// explain answers, whatever they spoil.
    std::optional<Edit> best_single(std::vector<Edit> edits, long above,
                                    std::vector<std::pair<std::size_t, Edit>>* firsts) {
        std::optional<Edit> best;
        for (Edit& edit : edits) {
            if (loosens_nan(edit) || is_excluded(edit)) continue;
            const auto agrees = agreement_of(edit.recipe);
            if (!agrees) continue;
            ++tried_;
            // an edit that explains too few to be the best is still one of the firsts
            const auto [gained, missed] = gained_by(*agrees, firsts != nullptr ? 0 : above);
            if (gained < Balance::kFewest) continue;
            const long kept = static_cast<long>(gained) - static_cast<long>(missed / Balance::kFifty);
            const long bearable = std::clamp(kept - above, 0L, static_cast<long>(gained));
            const long net = kept - static_cast<long>(spoilt_by(*agrees, static_cast<std::size_t>(bearable)));
            if (firsts != nullptr) firsts->emplace_back(gained, edit);
            if (net <= above) continue;
            above = net;
            best = std::move(edit);
        }
        return best;
    }
    [[nodiscard]] bool leaves_none_wrong(const Recipe& recipe) const {
        const Agreement agrees(recipe);
        return std::all_of(wrong_.begin(), wrong_.end(),
                           [&](const UnitAnswer* answer) { return agrees(*answer); });
    }
    std::vector<Edit> best_step(const Recipe& recipe) {
        std::vector<std::pair<std::size_t, Edit>> firsts;
        const long least = static_cast<long>(Balance::kFewest) - 1;
        auto near = best_single(proposed_edits(recipe, EditReach::near), least, &firsts);
        // another arithmetic is likelier than several changes of this one only if it explains everything
        const long above = near ? static_cast<long>(wrong_.size()) - 1 : least;
        const bool all_near = near && leaves_none_wrong(near->recipe);
        if (!all_near) {
            auto shape =
                best_single(proposed_edits(recipe, EditReach::shapes), above, near ? nullptr : &firsts);
            if (shape) return {std::move(*shape)};
        }
        if (near) return {std::move(*near)};
        std::stable_sort(firsts.begin(), firsts.end(),
                         [](const auto& x, const auto& y) { return x.first > y.first; });
        if (firsts.size() > kMostFirsts) firsts.resize(kMostFirsts);
        const std::size_t before = wrong_.size();
        for (auto& [gained, first] : firsts) {
            split(first.recipe);
            // the pair as a whole must leave fewer wrong answers than there were
            const long lost = static_cast<long>(wrong_.size()) - static_cast<long>(before);
            auto second = best_single(proposed_edits(first.recipe, EditReach::near), lost + least, nullptr);
            split(recipe);
            if (second) return {std::move(first), std::move(*second)};
        }
        return {};
    }
    /// Keeps the choices that are sound when all others are made, and drops the others, the last first.
    void judge(const Recipe& start, std::vector<Edit> taken, Intent& out) {
        bool dropped = true;
        while (dropped && !taken.empty()) {
            dropped = false;
            out.choices.clear();
            for (std::size_t i = taken.size(); i-- > 0;) {
                IntentChoice choice = balance_of(start, taken, i);
                if (confirms_ && choice.awaits_confirmation())
                    choice.confirmed = confirms_(choice.without, rebuilt(start, taken));
                if (!choice.is_sound()) {
                    taken.erase(taken.begin() + static_cast<std::ptrdiff_t>(i));
                    dropped = true;
                    break;
                }
                out.choices.insert(out.choices.begin(), std::move(choice));
            }
        }
        out.recipe = taken.empty() ? start : rebuilt(start, taken);
    }

    std::set<std::string> excluded_;
    const Confirms& confirms_;
    std::vector<const UnitAnswer*> all_, wrong_, right_;
    std::vector<std::uint64_t> given_;  ///< for each of wrong_: by the recipe
    std::size_t wrong_at_start_ = 0;    ///< all_ begins with these
    std::size_t tried_ = 0;
};

}  // namespace

Intent nearest_intent(const Recipe& recipe, const UnitAnswers& answers, const std::set<std::string>& excluded,
                      const Confirms& confirms) {
    return IntentSearch(answers, excluded, confirms).run(recipe);
}

std::vector<IntentChoice> choices_of(const Recipe& recipe, const std::vector<Edit>& edits,
                                     const UnitAnswers& answers) {
    const Confirms none;
    IntentSearch search(answers, {}, none);
    std::vector<IntentChoice> out;
    for (std::size_t i = 0; i < edits.size(); ++i) out.push_back(search.balance_of(recipe, edits, i));
    return out;
}

}  // namespace karat::probe
