// SPDX-License-Identifier: Apache-2.0
// The neighbours of a recipe: every single change that a designer may have made, described in words.
#pragma once
#include <boost/json/value.hpp>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// One change of a recipe. `key` is the name of a knob if a knob makes the same change. It contains the path
/// of the node if the name alone is ambiguous.
struct Edit {
    std::string key;           ///< what changes: "F", "c_rounding", "c_place"
    boost::json::value value;  ///< the new value
    boost::json::value was;    ///< the old value; null if it has no name
    std::string meaning;       ///< "fraction bits kept for the products and c"
    Recipe recipe;             ///< the changed recipe
    int cost = 0;              ///< lower is more likely
};

/// "F = 24 instead of 25"
[[nodiscard]] std::string title(const Edit& edit);
/// "F = 24 instead of 25: fraction bits kept for the products and c"
[[nodiscard]] std::string words(const Edit& edit);
/// "F = 22 instead of 23 and F_c = 23 instead of 22: fraction bits kept for the products; ... for c"
[[nodiscard]] std::string words(const std::vector<Edit>& edits);

/// `near`: changes of every node's widths, roundings, grid, floor, zeros, compared exponents, flags,
/// cut-offs, formats, specials and flushes, of the order and of the groups; addends, roundings or scale
/// factors moved; addends or roundings added and removed. `shapes`: the same operands, widths and roundings
/// in the other known arithmetics.
enum class EditReach : std::uint8_t { near, shapes, all };

/// The neighbours of a recipe, the most likely first. `edits` returns valid recipes only. `proposed_edits`
/// may include invalid ones, for callers that construct a Program from each recipe anyway.
[[nodiscard]] std::vector<Edit> edits(const Recipe& recipe, EditReach reach = EditReach::all);
[[nodiscard]] std::vector<Edit> proposed_edits(const Recipe& recipe, EditReach reach);

}  // namespace karat
