// SPDX-License-Identifier: Apache-2.0
// Two trees of sums compared in words.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// Something that can be said of every tree, and what it is in two of them: "fraction bits of the products",
/// "25", "24".
struct TreeWords {
    std::string what, x, y;
};

/// What differs between two valid recipes with the same operands: how many products are added at once, where
/// c joins, widths and roundings of products, inner sums and c, and the rounding of each step.
[[nodiscard]] std::vector<TreeWords> tree_words(const Recipe& x, const Recipe& y);

}  // namespace karat::probe
