// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/wide_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace karat::probe {
namespace {

using editing::RoundSite;

/// The rounding of the only addend of a sum, if it is a rounded sum.
const RoundSite* only_addend(const RoundSite& site, const std::vector<RoundSite>& all) {
    if (site.sum == nullptr || site.sum->terms.size() != 1) return nullptr;
    const Term& term = site.sum->terms.front();
    if (!editing::is_sum(term) || !term.of.sum) return nullptr;
    const auto it = std::find_if(all.begin(), all.end(),
                                 [&](const RoundSite& each) { return each.sum == &*term.of.sum; });
    return it == all.end() ? nullptr : &*it;
}

void added_exactly(Sum& sum) {
    sum.grid = GridRule::own;
    sum.frame = SignFrame::exact;
    for (Term& term : sum.terms) {
        term.F = Width::exact();
        term.cutoff.reset();
        term.drop_tiny_negative = false;
    }
}

}  // namespace

WideSum::WideSum(const Recipe& recipe) : WideSum(widened(recipe)) {}

WideSum::WideSum(Parts parts)
    : evaluator_(Evaluator::without_bounds(parts.recipe)), roundings_(std::move(parts.roundings)) {}

WideSum::Parts WideSum::widened(const Recipe& recipe) {
    const OutputRule wide = OutputRule::ieee(Format::fp64, Rounding::RO);
    Parts out{recipe, {}};
    const editing::Sites sites = editing::find_sites(recipe);
    const auto result = std::find_if(sites.rounds.begin(), sites.rounds.end(),
                                     [](const RoundSite& site) { return site.result; });
    if (result == sites.rounds.end()) {  // the last step of a chain is the only one that rounds
        Chain chain = *recipe.result.chain;
        out.roundings.push_back(std::exchange(*chain.last, wide));
        out.recipe.result.chain = Child<Chain>(std::move(chain));
    } else {
        editing::Paths paths;
        for (const RoundSite* site = &*result; site != nullptr && paths.size() < 2;
             site = only_addend(*site, sites.rounds)) {
            paths.push_back(site->path);
            out.roundings.push_back(site->rule);
        }
        out.recipe = editing::with_rounds(recipe, paths, [&](OutputRule& rule) { rule = wide; });
    }
    out.recipe.operands.d = Format::fp64;
    return out;
}

WideSum WideSum::of_inner(const Recipe& recipe, const editing::SumSite& site, const OutputRule& rounding) {
    Parts out{recipe, {rounding}};
    editing::Paths above;
    for (const editing::TermSite& term : editing::find_sites(recipe).terms) {
        if (site.path.starts_with(term.path + ".")) above.push_back(term.sum_path);
    }
    if (!above.empty()) out.recipe = editing::with_sums(recipe, above, added_exactly);
    const OutputRule wide = OutputRule::ieee(Format::fp64, Rounding::RO);
    out.recipe = editing::with_rounds(out.recipe, {}, [&](OutputRule& rule) { rule = wide; });
    out.recipe.operands.d = Format::fp64;
    return WideSum(std::move(out));
}

std::optional<double> WideSum::operator()(const Operands& in) const { return value(evaluator_(in)); }

std::optional<double> WideSum::value(std::uint64_t d) {
    const auto value = std::bit_cast<double>(d);
    if (!std::isfinite(value)) return std::nullopt;
    return value;
}

}  // namespace karat::probe
