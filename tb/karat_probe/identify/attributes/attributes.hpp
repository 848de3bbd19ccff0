// SPDX-License-Identifier: Apache-2.0
// The attributes of a recipe whose sums are known, each with the values that are worth trying.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// One attribute of one node, or a few attributes that only make sense together: a grid with the widths and
/// roundings of its addends, a format with its rounding.
struct Attribute {
    std::string name;
    bool odd = false;    ///< rare, and able to imitate others: a cut-off, a floor, an exponent by leading bit
    bool joint = false;  ///< two attributes with all their values, too many unless few answers are wrong
    bool graded = false;  ///< many values, such as widths: most do much the same as those next to them
    /// Calls the argument with copies of a recipe, one for each other value. They need not be valid. Their
    /// tree is the same, unless the attribute reshapes it.
    std::function<void(const Recipe&, const std::function<void(Recipe)>&)> each_value;

    /// Whether it rounds an inner sum, or makes a sum the only addend of another.
    [[nodiscard]] bool reshapes() const { return name.ends_with(".rounds") || name.ends_with(".encloses"); }
};

/// All of them. They can be used with every recipe of the same tree; of a sum that it does not have, or a
/// rounding, they have no values.
[[nodiscard]] std::vector<Attribute> attributes_of(const Recipe& recipe);

}  // namespace karat::probe
