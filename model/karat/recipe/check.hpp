// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

inline constexpr int kMaxDepth = 64;  ///< sums and chains inside each other

/// Throws SpecError for an attribute that is not possible, a sentence that begins with the path of its node
/// (`result.sum[1].F`). What depends on how k is divided is checked where the recipe is unrolled (Program).
void check(const Recipe& recipe);

}  // namespace karat
