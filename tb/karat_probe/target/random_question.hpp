// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// A dot-add of these formats with random operands. Three of four have numbers near 1 of both signs, so that
/// most addends count and the result is finite; the others have random bits, with whatever specials they are.
[[nodiscard]] VectorRow random_question(const OperandRules& formats, tb::Random& random);

/// Dot-adds that disturb what comes after them in hardware with a fault: all zeros, the largest operands, and
/// NaNs where the formats have them (infinities where only those exist).
[[nodiscard]] std::vector<VectorRow> extreme_questions(const OperandRules& formats);

}  // namespace karat::probe
