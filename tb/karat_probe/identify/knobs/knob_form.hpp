// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// A specification by knobs for the same arithmetic as the recipe, with as few knobs as possible away from
/// their defaults; nothing if none was found. That both are the same is proved: their canonical recipes are
/// equal when unrolled. Throws SpecError if the recipe is invalid.
[[nodiscard]] std::optional<Spec> knob_form(const Recipe& recipe);

/// "algorithm=fda F=25 exponent_floor=-133": F and the knobs away from their defaults, without formats and k,
/// as settings on the command line.
[[nodiscard]] std::string knob_settings(const Spec& spec);

}  // namespace karat::probe
