// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "karat/recipe/recipe.hpp"

namespace karat {

/// The specification of a recipe. The operand knobs and the NaN encoding of the result are copied from the
/// recipe. Throws SpecError with the path of the node if the recipe is invalid.
[[nodiscard]] Spec spec_of(Recipe recipe);

/// Sets the operand knobs: formats, k, conversions, scale factors, flushes, limits of products.
void take_operands(Spec& spec, const OperandRules& from);

/// Checks a specification with algorithm `recipe`. Throws SpecError if it has no recipe, or if a knob differs
/// from its value in spec_of(recipe).
void validate_own_recipe(const Spec& spec);

/// Throws SpecError: this knob cannot be set beside a recipe.
[[noreturn]] void refuse_beside_recipe(std::string_view knob);

}  // namespace karat
