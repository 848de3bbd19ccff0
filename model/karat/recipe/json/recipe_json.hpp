// SPDX-License-Identifier: Apache-2.0
// A recipe as JSON; docs/reference/recipes.md describes the form. Error messages name an attribute by its
// path in the JSON.
#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Version of the JSON form, stored in its `karat_recipe` key. Other versions are rejected.
inline constexpr int kRecipeVersion = 1;

/// Attributes at their defaults are left out. `recipe_from_json(to_json(r)) == r`, including names.
/// Precondition: check(recipe) passes.
[[nodiscard]] boost::json::object to_json(const Recipe& recipe);
[[nodiscard]] std::string to_json_text(const Recipe& recipe);

/// Throws SpecError for an unknown key, a wrong type or value, or an invalid recipe. The message begins with
/// the path of the attribute (`result.sum[1].F`).
[[nodiscard]] Recipe recipe_from_json(const boost::json::object& object);
/// The same from text. Throws SpecError for a syntax error, with its position, and for a key that appears
/// twice.
[[nodiscard]] Recipe recipe_from_json_text(std::string_view text);

}  // namespace karat
