// SPDX-License-Identifier: Apache-2.0
// Trees of up to four sums, most of which no knobs describe.
#pragma once
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// Recipes of all shapes of up to four sums: products each by itself, in a sum for each part, or half of them
/// in a sum of their own, and so in the sums below; c beside them, in a chain, or after it; chains that start
/// with a sum of c and the first product. A sum that adds c or the accumulator operand may be the only addend
/// of another sum, and so on. No addend is rounded, and neither are inner sums, except those of integers;
/// steps of chains are rounded to fp32 (of integers to d), the result to d. More than 16 products, and
/// integers, have groups in groups, but none in these. Chains take the products in the given order, if it is
/// not empty. The recipes need not be valid.
[[nodiscard]] std::vector<Recipe> tree_shapes(const OperandRules& formats, const std::vector<int>& order);

/// The same of a part of a tree: addends with `size` products.
[[nodiscard]] std::vector<std::vector<Term>> product_shapes(const OperandRules& formats, int size);

}  // namespace karat::probe
