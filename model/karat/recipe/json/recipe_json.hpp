// SPDX-License-Identifier: Apache-2.0
// A recipe as JSON; docs/recipes.md describes the form. Where an attribute stands in the JSON is its path in
// every error sentence.
#pragma once
#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Version of the JSON form, in its `karat_recipe` key. A reader refuses others.
inline constexpr int kRecipeVersion = 1;

/// Attributes at their default are left out. `recipe_from_json(to_json(r)) == r`, names included.
/// Precondition: check(recipe) passes.
[[nodiscard]] boost::json::object to_json(const Recipe& recipe);
[[nodiscard]] std::string to_json_text(const Recipe& recipe);

/// Throws SpecError, a sentence that begins with the path of the attribute (`result.sum[1].F`), for an
/// unknown key, a wrong type or value, a recipe that is not possible.
[[nodiscard]] Recipe recipe_from_json(const boost::json::object& object);
/// The same from text; a syntax error says where, and a key that appears twice is refused.
[[nodiscard]] Recipe recipe_from_json_text(std::string_view text);

}  // namespace karat
