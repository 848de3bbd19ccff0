// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// Valid specifications with the operands and the NaN encoding of a recipe, one for each tree of sums that
/// knobs describe: every algorithm with every division of k, place of c and, of `formats`, format of the
/// running sum.
[[nodiscard]] std::vector<Spec> knob_skeletons(const Recipe& recipe, const std::set<Format>& formats);

}  // namespace karat::probe
