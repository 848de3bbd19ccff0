// SPDX-License-Identifier: Apache-2.0
// Steps of the search among recipes: the formats of roundings, and the order of a chain.
#pragma once
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// Every rounding inside the tree to each format of results, with each rule for overflow: the wrong rule
/// hides the right format.
void add_formats(const Recipe& recipe, std::vector<Edit>& out);

/// Every chain of up to 16 steps of one product each with two products exchanged.
void add_orders(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
