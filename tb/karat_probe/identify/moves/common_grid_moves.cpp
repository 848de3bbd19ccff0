// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/moves/common_grid_moves.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "karat/recipe/edits/sites.hpp"

namespace karat::probe {
namespace {

constexpr int kLeastWidth = 20, kMostWidth = 28;  ///< tried in RDNA3's frame

/// The sum with the addends of its unrounded inner sums in their place.
Sum flattened(const Sum& sum) {
    Sum out = sum;
    out.terms.clear();
    for (const Term& term : sum.terms) {
        const bool is_inner = term.of.kind == ExpressionKind::sum && !term.of.sum->round;
        if (!is_inner || term.scaled || !(term.select == Select{})) {
            out.terms.push_back(term);
            continue;
        }
        for (const Term& addend : term.of.sum->terms) out.terms.push_back(addend);
    }
    return out;
}

/// With RDNA3's frame, in which every addend keeps so many bits. `least`: c is compared by its leading bit.
Sum in_frame_of_c(Sum sum, int width, const std::optional<int>& least) {
    sum.frame = SignFrame::c_sign;
    for (Term& term : sum.terms) {
        term.F = {width};
        term.rounding = Rounding::RZ;
        term.drop_tiny_negative = false;
        if (!editing::is_c(term)) continue;
        term.compared_by = least ? ComparedBy::leading : ComparedBy::held;
        term.least_exponent = least;
        term.zero = ZeroPart::ignored;
    }
    return sum;
}

/// The most fraction bits that an addend of the sum keeps, if it drops any; or those of most hardware.
int widest_of(const Sum& sum) {
    constexpr int usual = 24;
    int out = 0;
    for (const Term& term : sum.terms) out = std::max(out, term.F.is_exact() ? 0 : term.F.bits);
    return out == 0 ? usual : out;
}

Sum on_common_grid(const Sum& sum) {
    Sum out = flattened(sum);
    out.grid = GridRule::common;
    out.floor.reset();
    out.sticky = Sticky::none;
    for (Term& term : out.terms) {
        term.cutoff.reset();
        if (term.F.is_exact()) term.F = {widest_of(sum)};
    }
    return out;
}

}  // namespace

void add_common_grids(const Recipe& recipe, std::vector<Edit>& out) {
    constexpr int extra = 3;  // bits that c may keep beyond the others
    for (const editing::SumSite& site : editing::find_sites(recipe).sums) {
        if (site.sum->terms.size() < 2) continue;
        const auto add = [&](const Sum& flat, const std::string& name) {
            Edit edit;
            edit.key = "grid@" + site.path;
            edit.meaning = "all addends of " + editing::phrase(*site.sum) +
                           ", those of its inner sums too, are aligned to one unit";
            for (int more = 0; more <= extra; ++more) {
                edit.value = name + ", c +" + std::to_string(more);
                edit.recipe = editing::with_sums(recipe, {site.path}, [&](Sum& sum) {
                    sum = flat;
                    for (Term& term : sum.terms) {
                        if (editing::is_c(term)) term.F.bits += more;
                    }
                });
                out.push_back(edit);
            }
        };
        const Sum flat = on_common_grid(*site.sum);
        if (site.sum->grid != GridRule::common) {
            for (const Rounding rounding : {Rounding::RZ, Rounding::RD, Rounding::RNE}) {
                Sum changed = flat;
                for (Term& term : changed.terms) term.rounding = rounding;
                add(changed, "common " + std::string(name_of(rounding)));
            }
        }
        const std::optional<int> least = info(recipe.operands.c).min_exponent();
        for (int width = kLeastWidth; width <= kMostWidth; ++width) {
            const std::string name = "c's sign " + std::to_string(width);
            add(in_frame_of_c(flat, width, std::nullopt), name);
            add(in_frame_of_c(flat, width, least), name + " leading");
        }
    }
}

}  // namespace karat::probe
