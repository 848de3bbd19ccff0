// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/value.hpp>
#include <string_view>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Whether `key` is the path of an attribute ("result.sum[1].F", "operands.k") and no knob's name.
[[nodiscard]] bool is_recipe_path(std::string_view key);

/// The recipe with one attribute changed; JSON null puts its default back. Throws SpecError for a path that
/// leads nowhere, a wrong value, a recipe that is not possible.
[[nodiscard]] Recipe with_attribute(const Recipe& recipe, std::string_view path,
                                    const boost::json::value& value);

}  // namespace karat
