// SPDX-License-Identifier: Apache-2.0
// Trees of up to four sums, most of which no knobs describe.
#pragma once
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// Recipes of many shapes: products in one sum, in a sum for each part, half of them in a sum of their own;
/// inner sums rounded or not; c at the top, below, in a chain, or after it; chains that start with a sum of c
/// and the first product. A sum of c, or of the accumulator operand, may be the only addend of another sum,
/// and so on, twice or three times. No addend is rounded; inner sums are rounded to fp32 (of integers to d),
/// the result to d. Chains take the products in the given order, if it is not empty. The recipes need not be
/// valid.
[[nodiscard]] std::vector<Recipe> tree_shapes(const OperandRules& formats, const std::vector<int>& order);

/// The same of a part of a tree: addends with `size` products.
[[nodiscard]] std::vector<std::vector<Term>> product_shapes(const OperandRules& formats, int size);

}  // namespace karat::probe
