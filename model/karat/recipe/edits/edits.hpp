// SPDX-License-Identifier: Apache-2.0
// The neighbours of a recipe: every change of one thing that a designer may have meant instead, named in
// words.
#pragma once
#include <boost/json/value.hpp>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// One change of a recipe. Knobs' names where a knob changes the same; a path of the node where the name
/// alone says too little.
struct Edit {
    std::string key;           ///< what is changed: "F", "c_rounding", "c_place"
    boost::json::value value;  ///< to what
    boost::json::value was;    ///< null where that has no name
    std::string meaning;       ///< "fraction bits kept of the products and c"
    Recipe recipe;             ///< the changed one
    int cost = 0;              ///< the lower, the likelier
};

/// "F = 24 instead of 25"
[[nodiscard]] std::string title(const Edit& edit);
/// "F = 24 instead of 25: fraction bits kept of the products and c"
[[nodiscard]] std::string words(const Edit& edit);

/// `near`: every node's widths, roundings, grid, floor, zeros, exponents compared, flags, cut-offs, formats,
/// specials and flushes, the order, the groups, and addends or roundings moved, added and removed. `shapes`:
/// the same operands, widths and roundings in the other known arithmetics.
enum class EditReach : std::uint8_t { near, shapes, all };

/// The neighbours of a recipe, likely ones first. `edits`: the possible ones. `proposed_edits`: among them
/// some that are not possible, for those who make a Program of each anyway.
[[nodiscard]] std::vector<Edit> edits(const Recipe& recipe, EditReach reach = EditReach::all);
[[nodiscard]] std::vector<Edit> proposed_edits(const Recipe& recipe, EditReach reach);

}  // namespace karat
