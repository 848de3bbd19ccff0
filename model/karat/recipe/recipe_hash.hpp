// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <unordered_set>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Of every attribute in every node. Equal recipes have the same hash; names of sums do not count.
struct RecipeHash {
    [[nodiscard]] std::size_t operator()(const Recipe& recipe) const;
};

/// A copy of a recipe shares its tree, so that a set of them is small.
using RecipeSet = std::unordered_set<Recipe, RecipeHash>;

}  // namespace karat
