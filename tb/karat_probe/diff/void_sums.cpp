// SPDX-License-Identifier: Apache-2.0
// Floors, sticky flags and ways to compare exponents that no operands can show.
#include <algorithm>

#include "karat_probe/diff/void_rules.hpp"

namespace karat::probe::voiding {
namespace {

Rewrite rewritten(const Facts& facts, const std::string& path, const char* attribute, std::string reason,
                  const std::function<void(Sum&)>& change) {
    return {editing::with_sums(facts.recipe, {path}, change), {path + "." + attribute, std::move(reason)}};
}

/// As in each of the evaluations.
bool hide_e_max(const std::vector<Evaluation>& evaluations) {
    return std::all_of(evaluations.begin(), evaluations.end(),
                       [](const Evaluation& each) { return hides_e_max(each); });
}

/// Whether some addend is always a positive zero when all are zeros, and no rounding makes a negative one.
bool never_minus_zero(const std::vector<Evaluation>& evaluations) {
    return std::all_of(evaluations.begin(), evaluations.end(), [](const Evaluation& each) {
        return each.operation->round != nullptr && !each.bounds->value.negative_zero;
    });
}

/// Whether e_max is never below the floor, unless all addends are zero.
bool floor_is_below(const Facts& facts, const editing::SumSite& site) {
    const Facts without(editing::with_sums(facts.recipe, {site.path}, [](Sum& sum) { sum.floor.reset(); }));
    const auto same = std::find_if(without.sites.sums.begin(), without.sites.sums.end(),
                                   [&](const editing::SumSite& other) { return other.path == site.path; });
    const auto evaluations = without.evaluations(*same->sum);
    return std::all_of(evaluations.begin(), evaluations.end(),
                       [&](const Evaluation& each) { return each.bounds->e_max_low >= *site.sum->floor; });
}

/// Whether a grid as high as that of the floor still keeps every bit of every addend.
bool floor_keeps_all(const Facts& facts, const editing::SumSite& site) {
    const auto evaluations = facts.evaluations(*site.sum);
    return std::all_of(evaluations.begin(), evaluations.end(),
                       [&](const Evaluation& each) { return keeps_all_at(facts, *site.sum->floor, each); });
}

/// Whether the floor of a fixed-point sum gives only a sum of zeros an exponent, which then raises nothing.
bool floor_is_of_zeros(const Facts& facts, const editing::SumSite& site,
                       const std::vector<Evaluation>& evaluations) {
    const Sum& sum = *site.sum;
    if (sum.grid != GridRule::own || sum.frame != SignFrame::exact || !floor_is_below(facts, site))
        return false;
    return std::all_of(evaluations.begin(), evaluations.end(), [&](const Evaluation& each) {
        if (each.operation->round != nullptr) return false;
        const Facts::Use use = facts.use(*each.operation);
        return !use.term->scaled && use.term->compared_by == ComparedBy::held &&
               indifferent_up_to(facts, *sum.floor, use.in);
    });
}

/// Whether no rounding sees the dropped bits: fixed-point sums hand on no sticky bit, and truncation to zero
/// does not look at it.
bool sticky_is_unseen(const std::vector<Evaluation>& evaluations) {
    return std::all_of(evaluations.begin(), evaluations.end(), [](const Evaluation& each) {
        return each.operation->round == nullptr || each.operation->round->rounding == Rounding::RZ;
    });
}

/// Whether the unit of the common grid is that of an own grid: every addend keeps as many bits.
bool common_grid_is_own(const Sum& sum) {
    return sum.grid == GridRule::common && sum.frame == SignFrame::exact && !sum.terms[0].F.is_exact() &&
           std::all_of(sum.terms.begin(), sum.terms.end(),
                       [&](const Term& term) { return term.F == sum.terms[0].F; });
}

bool is_plain(const Term& term) { return term.compared_by == ComparedBy::held && !term.least_exponent; }

}  // namespace

std::optional<Rewrite> void_sum(const Facts& facts) {
    for (const editing::SumSite& site : facts.sites.sums) {
        const Sum& sum = *site.sum;
        const std::vector<Evaluation> evaluations = facts.evaluations(sum);
        const bool can_lose = std::any_of(evaluations.begin(), evaluations.end(),
                                          [](const Evaluation& each) { return each.bounds->can_lose; });
        if (sum.sticky == Sticky::ored && !can_lose)
            return rewritten(facts, site.path, "sticky", "the alignment drops no bits",
                             [](Sum& x) { x.sticky = Sticky::none; });
        if (sum.sticky == Sticky::ored && sticky_is_unseen(evaluations))
            return rewritten(facts, site.path, "sticky", "truncation does not look at it",
                             [](Sum& x) { x.sticky = Sticky::none; });
        if (common_grid_is_own(sum))
            return rewritten(facts, site.path, "grid", "every addend keeps as many bits",
                             [](Sum& x) { x.grid = GridRule::own; });
        if (sum.floor && floor_is_of_zeros(facts, site, evaluations))
            return rewritten(facts, site.path, "floor",
                             "only a sum of zeros is below it, which raises nothing",
                             [](Sum& x) { x.floor.reset(); });
        if (sum.zero_sum == ZeroSum::ieee && never_minus_zero(evaluations))
            return rewritten(facts, site.path, "zero_sum", "no zero sum has a negative sign",
                             [](Sum& x) { x.zero_sum = ZeroSum::positive; });
        if (sum.floor && hide_e_max(evaluations)) {
            const bool keeps = floor_keeps_all(facts, site);
            if (keeps || floor_is_below(facts, site))
                return rewritten(facts, site.path, "floor",
                                 keeps ? "with e_max at the floor, the alignment still drops no bits"
                                       : "e_max is never below it",
                                 [](Sum& x) { x.floor.reset(); });
        }
        const bool unused = std::all_of(evaluations.begin(), evaluations.end(), [&](const Evaluation& each) {
            return never_uses_e_max(facts, *each.operation);
        });
        if (!unused) continue;
        for (std::size_t i = 0; i < sum.terms.size(); ++i) {
            if (is_plain(sum.terms[i]) || sum.terms[i].scaled) continue;
            return rewritten(facts, site.path, ("sum[" + std::to_string(i) + "].compared_by").c_str(),
                             "the alignment drops no bits, whatever e_max is", [i](Sum& x) {
                                 x.terms[i].compared_by = ComparedBy::held;
                                 x.terms[i].least_exponent.reset();
                             });
        }
    }
    return std::nullopt;
}

}  // namespace karat::probe::voiding
