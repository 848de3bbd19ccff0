// SPDX-License-Identifier: Apache-2.0
// A recipe as a formula in the notation of docs/reference/recipes.md, with notes in plain words on what the
// formula does not show.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// `round[fp32 RZ](sum(product[25 RZ], c[25 RZ]))`. A formula longer than `columns` is broken into indented
/// lines. No newline at the end.
[[nodiscard]] std::string formula(const Recipe& recipe, std::size_t columns = 110);

/// Formats and k, followed by one sentence for each attribute that is not at its default and not in the
/// formula. A sentence that holds only for some nodes names them by their label or their path.
[[nodiscard]] std::vector<std::string> notes(const Recipe& recipe);

/// The formula, followed by the notes, one per line.
[[nodiscard]] std::string recipe_text(const Recipe& recipe);

}  // namespace karat
