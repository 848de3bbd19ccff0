// SPDX-License-Identifier: Apache-2.0
// The tree of a recipe without its attributes, or with its chains in another order.
#pragma once
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// The recipe with the products of its chains taken in this order.
[[nodiscard]] Recipe in_order(const Recipe& recipe, const std::vector<int>& order);

/// The tree of a recipe alone: addends exact, zeros ignored, no limits, every sum as if nothing were known of
/// it. Operands and roundings stay.
[[nodiscard]] Recipe bare_tree(const Recipe& recipe);
/// The same without the rules of operands, with counted zeros in place of sums, and with every rounding to
/// the format of d: what a fit begins with.
[[nodiscard]] Recipe unfitted_tree(const Recipe& recipe);

}  // namespace karat::probe
