// SPDX-License-Identifier: Apache-2.0
// A recipe as a formula, in the notation of docs/recipes.md, and in plain words what the formula does not
// say.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// `round[fp32 RZ](sum(product[25 RZ], c[25 RZ]))`; longer than `columns` it is broken and indented. No
/// newline at the end.
[[nodiscard]] std::string formula(const Recipe& recipe, std::size_t columns = 110);

/// Formats and k; then every attribute that is not at its default and not in the formula, a sentence each.
/// Where it holds for some nodes only, these are named: by what a drawing calls them, or by their path.
[[nodiscard]] std::vector<std::string> notes(const Recipe& recipe);

/// The formula, and below it the notes, one a line.
[[nodiscard]] std::string recipe_text(const Recipe& recipe);

}  // namespace karat
