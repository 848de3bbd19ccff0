// SPDX-License-Identifier: Apache-2.0
// Dot-adds next to a given one. Where a guess is wrong, they show which operands it depends on.
#pragma once
#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// The row with one to three small changes: an addend dropped, moved, negated, scaled by a power of two, or
/// with another significand. `formats`: as formats_of() returns it, without metadata.
[[nodiscard]] VectorRow nearby(VectorRow row, const OperandRules& formats, tb::Random& random);

}  // namespace karat::probe
