// SPDX-License-Identifier: Apache-2.0
// Steps to sums whose addends are all aligned to one unit, as AMD's RDNA instructions do. Such a sum differs
// from one whose addends have their own widths in several attributes, of which no single one helps.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// Each sum with its addends, and those of its unrounded inner sums, on a common grid, without limits: in a
/// few roundings with the widths that they have, and in RDNA3's frame with some widths. c keeps up to three
/// bits more.
void add_common_grids(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
