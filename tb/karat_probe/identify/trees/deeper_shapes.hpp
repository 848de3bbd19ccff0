// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// The shape with sums around its sums, each of which adds only the next: every way to have at most so many
/// sums. None if it has as many.
[[nodiscard]] std::vector<Recipe> deeper_shapes(const Recipe& shape, std::size_t most_sums);

}  // namespace karat::probe
