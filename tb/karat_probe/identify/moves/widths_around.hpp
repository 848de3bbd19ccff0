// SPDX-License-Identifier: Apache-2.0
// A width of a sum in place of the same width of its addends, and the other way round.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// Each sum whose addends have a width: with exact addends, as the only addend of another sum, where it has
/// this width with each rounding. And each sum whose only addend is a sum with a width: that width and each
/// rounding for the addends of the inner sum instead. The two differ where more than one addend has bits
/// below the unit, and in ties.
void add_widths_around(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
