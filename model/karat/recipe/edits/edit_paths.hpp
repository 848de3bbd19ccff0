// SPDX-License-Identifier: Apache-2.0
// Edits of a recipe that no knobs describe, named by the attributes that they change.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat {

/// By the names of knobs, or by paths ("result.sum[0].F") in the form that --set accepts.
enum class EditNames : std::uint8_t { knobs, paths };

/// A sequence of edits, each of the recipe left by the one before it, with an edit for every changed
/// attribute. An edit stays as it is if it changes the tree or many attributes. An attribute changed twice
/// occurs once.
[[nodiscard]] std::vector<Edit> named_by_paths(const Recipe& start, const std::vector<Edit>& changes);

}  // namespace karat
