// SPDX-License-Identifier: Apache-2.0
// Recipes whose tree is one step away from that of another.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

struct TreeEdit {
    Recipe recipe;
    std::string path;    ///< of the sum or chain that was changed
    bool below = false;  ///< all that is below the path is new
};

/// A sum or a rounding more or less, products in other groups or halves, c or acc apart from the others, in a
/// sum beside it or out of its sum, a chain in other steps, and where NaNs are passed on, addends in another
/// order. What is added drops nothing, as far as its kind allows. They need not be valid.
[[nodiscard]] std::vector<TreeEdit> edited_trees(const Recipe& recipe);

/// The edited trees that only put addends in another order.
[[nodiscard]] std::vector<TreeEdit> reordered_trees(const Recipe& recipe);

/// The edited trees in which all products of a sum are rounded one by one, or no longer, if NaNs are passed
/// on: where no bits are dropped, nothing else shows it.
[[nodiscard]] std::vector<TreeEdit> trees_with_rounded_products(const Recipe& recipe);

/// The edited trees that only move c, acc or one half of the products to a sum beside it or out of its sum.
[[nodiscard]] std::vector<TreeEdit> trees_with_moved_addends(const Recipe& recipe);

}  // namespace karat::probe
