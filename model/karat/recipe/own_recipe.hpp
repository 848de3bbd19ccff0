// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

/// The specification that is this recipe: formats, k, scale factors and the NaN of the result are filled in
/// from it. Throws SpecError, naming the node by its path, for a recipe that is not possible.
[[nodiscard]] Spec spec_of(Recipe recipe);

/// Sets the knobs of the operands: formats, k, conversions, scale factors, flushes, limits of products.
void take_operands(Spec& spec, const OperandRules& from);

/// Throws SpecError unless a specification with algorithm `recipe` has one, and says nothing beside it.
void validate_own_recipe(const Spec& spec);

}  // namespace karat
