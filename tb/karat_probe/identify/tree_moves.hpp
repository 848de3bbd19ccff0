// SPDX-License-Identifier: Apache-2.0
// Steps of the search among recipes: the formats of roundings, and the order of a chain. Also trees without
// their attributes.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat_probe/identify/step.hpp"

namespace karat::probe {

/// Every rounding inside the tree to each format of results, with each rule for overflow: the wrong rule
/// hides the right format.
void add_formats(const Recipe& recipe, std::vector<Edit>& out);

/// Every chain of up to 16 steps of one product each with two products exchanged.
void add_orders(const Recipe& recipe, std::vector<Edit>& out);

/// The recipe with the products of its chains taken in this order.
[[nodiscard]] Recipe in_order(const Recipe& recipe, const std::vector<int>& order);

/// The tree of a recipe alone: addends exact, zeros ignored, no limits, every sum as if nothing were known of
/// it. Operands and roundings stay.
[[nodiscard]] Recipe bare_tree(const Recipe& recipe);
/// The same without the rules of operands, with counted zeros in place of sums, and with every rounding to
/// the format of d: what a fit begins with.
[[nodiscard]] Recipe unfitted_tree(const Recipe& recipe);

}  // namespace karat::probe
