// SPDX-License-Identifier: Apache-2.0
// The places where a sum may have a least exponent: its floor, that of an inner sum, or one addend.
#pragma once
#include <functional>
#include <vector>

#include "karat/recipe/edits/edits.hpp"

namespace karat::probe {

/// The sum with a least exponent that it has in another place. Mostly the largest exponent is the same
/// wherever it is. It may differ if the addend that has it is zero.
void each_floor_place(const Sum& sum, const std::function<void(Sum)>& body);

/// The same of every sum of a recipe.
void add_floor_places(const Recipe& recipe, std::vector<Edit>& out);

}  // namespace karat::probe
