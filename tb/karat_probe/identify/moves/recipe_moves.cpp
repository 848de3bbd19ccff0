// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/recipe_moves.hpp"

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <string>
#include <utility>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/parts.hpp"
#include "karat_probe/identify/attributes/floor_places.hpp"
#include "karat_probe/identify/moves/common_grid_moves.hpp"
#include "karat_probe/identify/moves/rounding_moves.hpp"
#include "karat_probe/identify/moves/tree_moves.hpp"
#include "karat_probe/identify/moves/width_moves.hpp"
#include "karat_probe/identify/moves/widths_around.hpp"

namespace karat::probe {
namespace {

/// An algorithm is named with its groups and its rounding: without these it says little.
std::string name_of_edit(const Edit& edit) {
    return edit.key + "=" + (edit.key == "algorithm" ? edit.meaning : boost::json::serialize(edit.value));
}

std::vector<Candidate> candidates(std::vector<Edit> edits) {
    std::vector<Candidate> out;
    out.reserve(edits.size());
    for (Edit& edit : edits) out.push_back({name_of_edit(edit), std::move(edit.recipe), std::nullopt});
    return out;
}

/// "a, b, c below the range of fp32"
std::string words_of_flushes(unsigned bits) {
    std::string out;
    for (const auto& [bit, name] : {std::pair{1U, "a, b"}, {2U, "c"}, {4U, "d"}}) {
        if ((bits & bit) != 0) out += (out.empty() ? "" : ", ") + std::string(name);
    }
    if (out.empty()) out = "none";
    if ((bits & 8U) != 0) out += " below the range of fp32";
    if ((bits & 16U) != 0) out += ", d then +0";
    return out;
}

/// Which subnormals count as zero, and the sign of a result that is zero instead. Operands that are flushed
/// and a result that is flushed differ in few answers.
void add_flushes(const Recipe& recipe, std::vector<Edit>& out) {
    editing::Paths results;
    for (const editing::RoundSite& site : editing::find_sites(recipe).rounds) {
        if (site.result || site.between) results.push_back(site.path);
    }
    if (results.empty()) return;
    for (unsigned bits = 0; bits < 32; ++bits) {
        Edit edit;
        edit.key = "flushes";
        edit.value = words_of_flushes(bits);
        edit.meaning = "whose subnormals count as zero, below which format's range, and the sign of d then";
        edit.recipe = editing::with_rounds(recipe, results, [&](OutputRule& rule) {
            rule.flush = (bits & 4U) != 0;
            rule.underflow_sign = (bits & 16U) != 0 ? UnderflowSign::positive : UnderflowSign::keep;
        });
        OperandRules& operands = edit.recipe.operands;
        operands.flush_a = operands.flush_b = (bits & 1U) != 0;
        operands.flush_c = (bits & 2U) != 0;
        operands.flush_below = (bits & 8U) != 0 ? FlushBelow::fp32 : FlushBelow::format;
        out.push_back(std::move(edit));
    }
}

/// Every sum of c and others with the others in an inner sum of their own, so that c does not take part in
/// their alignment.
void add_inner_sums(const Recipe& recipe, std::vector<Edit>& out) {
    for (const editing::SumSite& site : editing::find_sites(recipe).sums) {
        const std::vector<Term>& terms = site.sum->terms;
        const auto c = std::find_if(terms.begin(), terms.end(), editing::is_c);
        if (c == terms.end() || terms.size() == 1) continue;
        Edit edit;
        edit.key = "inner_sum@" + site.path;
        edit.value = "all but c";
        edit.meaning =
            "the addends of " + editing::phrase(*site.sum) + " other than c are aligned among themselves";
        edit.recipe = editing::with_sums(recipe, {site.path}, [&](Sum& sum) {
            Sum inner;
            inner.floor = sum.floor;
            inner.zero_sum = sum.zero_sum;
            for (const Term& term : sum.terms) {
                if (!editing::is_c(term)) inner.terms.push_back(term);
            }
            std::erase_if(sum.terms, [](const Term& term) { return !editing::is_c(term); });
            Term all = families::exactly(families::of(std::move(inner)));
            all.zero = ZeroPart::counted;
            sum.terms.insert(sum.terms.begin(), std::move(all));
        });
        out.push_back(std::move(edit));
    }
}

/// Every sum of nothing but products with the products in an inner sum, added exactly before they are
/// aligned.
void add_exact_groups(const Recipe& recipe, std::vector<Edit>& out) {
    for (const editing::TermSite& site : editing::find_sites(recipe).terms) {
        const bool products = site.term->of.kind == ExpressionKind::product;
        if (!products || site.sum->terms.size() > 1 || site.size == 1 || site.term->F.is_exact()) continue;
        Edit edit;
        edit.key = "exact_group_of_all@" + site.path;
        edit.value = site.size;
        edit.meaning = "all products are added exactly before their sum is aligned";
        edit.recipe = editing::with_terms(recipe, {site.path}, [](Term& term) {
            Term product = families::exactly(families::product());
            product.zero = term.zero;
            product.scaled = term.scaled;
            Sum sum;
            sum.terms = {std::move(product)};
            sum.label = {"group"};
            term.of = families::of(std::move(sum));
            term.zero = ZeroPart::ignored;
            term.scaled = false;
        });
        out.push_back(std::move(edit));
    }
}

}  // namespace

std::vector<Edit> edits_of_same_formats(const Recipe& recipe, EditReach reach) {
    std::vector<Edit> out = proposed_edits(recipe, reach);
    const OperandRules formats = formats_of(recipe.operands);
    std::erase_if(out, [&](const Edit& edit) { return !(formats_of(edit.recipe.operands) == formats); });
    return out;
}

std::vector<Edit> neighbouring_edits(const Recipe& recipe) {
    std::vector<Edit> out = edits_of_same_formats(recipe, EditReach::near);
    add_wide_sums(recipe, out);
    add_zero_rules(recipe, out);
    if (!info(recipe.operands.d).is_integer()) add_flushes(recipe, out);
    add_inner_sums(recipe, out);
    add_exact_groups(recipe, out);
    add_widths_with_roundings(recipe, out);
    add_widths_around(recipe, out);
    add_floor_places(recipe, out);
    add_formats(recipe, out);
    return out;
}

std::vector<Candidate> near_recipes(const Guess& guess) {
    return candidates(neighbouring_edits(guess.recipe));
}

std::vector<Candidate> far_recipes(const Guess& guess) {
    std::vector<Edit> out = edits_of_same_formats(guess.recipe, EditReach::shapes);
    add_one_unit(guess.recipe, out);
    add_units_beside_zeros(guess.recipe, out);
    add_common_grids(guess.recipe, out);
    add_first_roundings(guess.recipe, out);
    add_roundings_for_widths(guess.recipe, out);
    add_orders(guess.recipe, out);
    return candidates(std::move(out));
}

}  // namespace karat::probe
