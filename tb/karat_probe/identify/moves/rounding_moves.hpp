// SPDX-License-Identifier: Apache-2.0
// Steps of the search among recipes: roundings inside the tree, and widths that imitate them.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// Each sum that is rounded: rounded to a number of bits first, by each mode, and then as before.
void add_first_roundings(const Recipe& recipe, std::vector<Edit>& out);

/// Each sum with a rounding to about as many bits in place of the widths of its addends, or in place of its
/// own width in the sum around it, and each rounding inside the tree with such widths in its place. A width
/// counts from the largest exponent and a rounding from the leading bit: they differ where addends cancel or
/// carry, and, if these are few, in little else.
void add_roundings_for_widths(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
