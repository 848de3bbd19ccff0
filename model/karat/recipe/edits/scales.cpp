// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/edits/scales.hpp"

#include <algorithm>
#include <cstdint>

#include "karat/recipe/edits/collect.hpp"

namespace karat::editing {
namespace {

constexpr std::size_t kMostTogether = 4;  ///< sums of which all sets are places

/// Fixed-point sums: a number that was rounded has no scale factor.
Paths scalable_sums(const Recipe& recipe) {
    Paths out;
    for (const TermSite& site : find_sites(recipe).terms) {
        if (site.term->of.kind == ExpressionKind::sum && !site.term->of.sum->round) out.push_back(site.path);
    }
    return out;
}

Recipe scaled_at(const Recipe& recipe, const Paths& sums) {
    const bool products = sums.empty();
    const Recipe out = with_terms(
        recipe, {}, [&](Term& term) { term.scaled = products && term.of.kind == ExpressionKind::product; });
    return products ? out : with_terms(out, sums, [](Term& term) { term.scaled = true; });
}

}  // namespace

std::vector<ScalePlace> scale_places(const Recipe& recipe) {
    if (!recipe.operands.scale) return {};
    std::vector<ScalePlace> out{{"the products", scaled_at(recipe, {})}};
    const Paths all = scalable_sums(recipe);
    const auto add = [&](const Paths& sums) {
        out.push_back({joined(sums, " and "), scaled_at(recipe, sums)});
    };
    for (const std::string& one : all) add({one});
    if (all.size() > kMostTogether) return out;
    for (std::uint32_t set = 1; set < 1U << all.size(); ++set) {
        Paths sums;
        for (std::size_t i = 0; i < all.size(); ++i) {
            if ((set >> i & 1U) != 0) sums.push_back(all[i]);
        }
        if (sums.size() > 1) add(sums);
    }
    return out;
}

void edit_scales(Collector& out) {
    std::vector<ScalePlace> places = scale_places(out.original());
    const auto now = std::ranges::find(places, out.original(), &ScalePlace::recipe);
    const boost::json::value was = now == places.end() ? boost::json::value() : boost::json::value(now->name);
    constexpr int cost = 4;
    for (ScalePlace& place : places)
        out.add_form(std::move(place.recipe), {"scaled", boost::json::value(place.name), was,
                                               "where the scale factors multiply", cost});
}

}  // namespace karat::editing
