// SPDX-License-Identifier: Apache-2.0
// Where in the tree the scale factors of the operands multiply.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::editing {

/// "the products", "result.sum[0]", "result.sum[0] and result.sum[1]"
struct ScalePlace {
    std::string name;
    Recipe recipe;
};

/// The recipe with its scale factors at every place: at each product, at a sum of products, at several sums.
/// Some of these recipes are not valid: one sum may span several blocks. None without scale factors.
[[nodiscard]] std::vector<ScalePlace> scale_places(const Recipe& recipe);

}  // namespace karat::editing
