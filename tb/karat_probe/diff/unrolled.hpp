// SPDX-License-Identifier: Apache-2.0
// A recipe without its way of writing: chains and parts of k unrolled, the addends of a sum in a fixed order.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// Two recipes with equal unrolled forms give equal results for all operands: a chain of two steps and the
/// same two sums written one inside the other, {product, c} and {c, product}. The reverse does not hold.
struct Unrolled {
    std::string tree;             ///< which values each sum adds: "((p0,p1),c)"
    std::vector<int> attributes;  ///< of the operands, then of each sum and addend in the order of the tree

    friend bool operator==(const Unrolled&, const Unrolled&) = default;
};

/// Throws SpecError if the recipe is invalid.
[[nodiscard]] Unrolled unrolled(const Recipe& recipe);

/// The number of attributes that differ. Precondition: the trees are equal.
[[nodiscard]] std::size_t distance(const Unrolled& x, const Unrolled& y);

}  // namespace karat::probe
