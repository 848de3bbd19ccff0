// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Whether `key` is the path of an attribute ("result.sum[1].F", "operands.k") and no knob's name.
[[nodiscard]] bool is_recipe_path(std::string_view key);

/// The recipe with one attribute changed; JSON null puts its default back. Throws SpecError for a path that
/// leads nowhere, a wrong value, a recipe that is not possible.
[[nodiscard]] Recipe with_attribute(const Recipe& recipe, std::string_view path,
                                    const boost::json::value& value);

/// An attribute that differs; null where it is at its default.
struct ChangedAttribute {
    std::string path;
    boost::json::value value, was;
};
/// What `with_attribute` would have to change to make `to` of `from`; nothing if their trees have different
/// nodes.
[[nodiscard]] std::optional<std::vector<ChangedAttribute>> changed_attributes(const Recipe& from,
                                                                              const Recipe& to);

}  // namespace karat
