// SPDX-License-Identifier: Apache-2.0
// First guesses: the skeletons of the known arithmetics and of other trees, with common widths.
#pragma once
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// A tree, and the kind of tree that it is.
struct FirstGuess {
    int kind = 0;
    Recipe recipe;
};

/// Recipes for these formats, one for each tree, before any attribute is known. Valid and distinct.
[[nodiscard]] std::vector<FirstGuess> first_guesses(const OperandRules& formats);

}  // namespace karat::probe
