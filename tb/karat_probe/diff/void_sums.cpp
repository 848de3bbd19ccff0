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

/// Whether only the value of a sum is used, not its e_max, and the alignment alone depends on e_max.
bool hides_e_max(const Sum& sum, const std::vector<Evaluation>& evaluations) {
    if (sum.grid != GridRule::own || sum.frame != SignFrame::exact) return false;
    if (std::any_of(sum.terms.begin(), sum.terms.end(),
                    [](const Term& term) { return term.cutoff || term.drop_tiny_negative; }))
        return false;
    return std::all_of(evaluations.begin(), evaluations.end(),
                       [](const Evaluation& each) { return each.operation->round != nullptr; });
}

/// Whether some addend is always a positive zero when all are zeros, and no rounding makes a negative one.
bool never_minus_zero(const std::vector<Evaluation>& evaluations) {
    return std::all_of(evaluations.begin(), evaluations.end(), [](const Evaluation& each) {
        return each.operation->round != nullptr && !each.bounds->value.negative_zero;
    });
}

/// Whether a grid as high as that of the floor still keeps every bit of every addend.
bool floor_keeps_all(const Facts& facts, const Sum& sum, const std::vector<Evaluation>& evaluations) {
    for (const Evaluation& each : evaluations) {
        for (const Term& term : sum.terms) {
            const AddendBounds* x = each.addends(facts.program, term);
            if (x == nullptr || !x->value.nonzero || term.F.is_exact()) continue;
            if (x->value.low < *sum.floor - term.F.bits) return false;
        }
    }
    return true;
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
        if (sum.zero_sum == ZeroSum::ieee && never_minus_zero(evaluations))
            return rewritten(facts, site.path, "zero_sum", "no zero sum has a negative sign",
                             [](Sum& x) { x.zero_sum = ZeroSum::positive; });
        if (!hides_e_max(sum, evaluations)) continue;
        if (sum.floor) {
            const bool keeps = floor_keeps_all(facts, sum, evaluations);
            if (keeps || floor_is_below(facts, site))
                return rewritten(facts, site.path, "floor",
                                 keeps ? "with e_max at the floor, the alignment still drops no bits"
                                       : "e_max is never below it",
                                 [](Sum& x) { x.floor.reset(); });
        }
        const bool exact = std::all_of(sum.terms.begin(), sum.terms.end(),
                                       [](const Term& term) { return term.F.is_exact(); });
        if (!exact) continue;
        for (std::size_t i = 0; i < sum.terms.size(); ++i) {
            if (is_plain(sum.terms[i])) continue;
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
