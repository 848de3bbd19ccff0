// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

inline constexpr int kMaxDepth = 64;  ///< nesting depth of sums and chains

/// Throws SpecError for an invalid attribute. The message begins with the path of the attribute
/// (`result.sum[1].F`). Rules that depend on how k is divided are checked when the recipe is unrolled
/// (Program).
void check(const Recipe& recipe);

}  // namespace karat
