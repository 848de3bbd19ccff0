// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// Whether `key` is the path of an attribute ("result.sum[1].F", "operands.k") and not the name of a knob.
[[nodiscard]] bool is_recipe_path(std::string_view key);

/// The recipe with one attribute changed. JSON null restores the default. Throws SpecError for a path that
/// does not exist, a wrong value or an invalid recipe.
[[nodiscard]] Recipe with_attribute(const Recipe& recipe, std::string_view path,
                                    const boost::json::value& value);

/// An attribute that differs. A value is null if the attribute is at its default.
struct ChangedAttribute {
    std::string path;
    boost::json::value value, was;
};
/// The changes by `with_attribute` that turn `from` into `to`; nullopt if their trees have different nodes.
[[nodiscard]] std::optional<std::vector<ChangedAttribute>> changed_attributes(const Recipe& from,
                                                                              const Recipe& to);

}  // namespace karat
