// SPDX-License-Identifier: Apache-2.0
// Chains of one step, which texts show as the step alone.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

/// Whether the chain has one step, which takes all of k, begins with c and rounds as its sum says.
[[nodiscard]] bool is_single_step(const Chain& chain);

/// The same expression with c in place of acc in chains of a single step, where the two are equal.
[[nodiscard]] Expression with_c_in_single_steps(const Expression& expression);

}  // namespace karat
