// SPDX-License-Identifier: Apache-2.0
// A width of a sum in place of the same width of its addends, and the other way round.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// Each sum whose addends have a width: exact, as the only addend of another sum that has the width instead,
/// with each rounding. And each sum whose only addend is a sum with a width: the addends of that with the
/// width, with each rounding. The two differ where more than one addend has bits below the unit, and in ties.
void add_widths_around(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
