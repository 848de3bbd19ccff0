// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// How simple a dot-add is; less is simpler. First specials, then nonzero operands, then the set bits of
/// significands beyond the leading one and minus signs, then the magnitudes of exponents, then the operands
/// whose exponent is not 0.
[[nodiscard]] std::array<int, 5> simplicity(const VectorRow& row, const OperandRules& formats);

}  // namespace karat::probe
