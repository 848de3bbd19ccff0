// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// The number of sums, addends, roundings, and limits that a recipe is written with. Of two recipes that
/// explain about as many answers, the one with fewer parts is likelier: parts too many only imitate a rule
/// that is wrong elsewhere, and hide it.
[[nodiscard]] int complexity(const Recipe& recipe);

}  // namespace karat::probe
