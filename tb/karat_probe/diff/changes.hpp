// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <boost/json/value.hpp>
#include <string>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// One of the differences between two specifications, with what it does by itself.
struct Change {
    std::string key;          ///< a knob or the path of an attribute; several, "F, terms", if none of them
                              ///< is valid without the others; "recipe" if the trees differ
    boost::json::value x, y;  ///< the value on either side; an array if there are several keys
    Recipe alone;             ///< the first recipe with this change
    Recipe without;           ///< the second recipe without this change
};

/// The differences, one by one. If both are knobs of one algorithm, they are knobs; otherwise attributes of
/// the recipes, which are one difference if the trees have different nodes. Differences of knobs that do not
/// change the recipe are left out. Throws SpecError if a specification is invalid.
[[nodiscard]] std::vector<Change> changes_between(const Spec& x, const Spec& y);

}  // namespace karat::probe
