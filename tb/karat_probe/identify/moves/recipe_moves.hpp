// SPDX-License-Identifier: Apache-2.0
// The steps of a search among recipes: edits of the tree.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat_probe/identify/judging/step.hpp"

namespace karat::probe {

/// The edits of a recipe that keep its formats, k, scale factors and metadata.
[[nodiscard]] std::vector<Edit> edits_of_same_formats(const Recipe& recipe, EditReach reach);

/// The edits of attributes, and some pairs of edits that hide each other: what a guess is told apart from.
[[nodiscard]] std::vector<Edit> neighbouring_edits(const Recipe& recipe);

/// The neighbouring edits, as candidates.
[[nodiscard]] std::vector<Candidate> near_recipes(const Guess& guess);
/// Other shapes of the tree.
[[nodiscard]] std::vector<Candidate> far_recipes(const Guess& guess);

}  // namespace karat::probe
