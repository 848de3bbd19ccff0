// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// Counts, of which the first that differs decides; less is simpler.
using Simplicity = std::array<int, 6>;

/// How simple a dot-add is: first specials and subnormal numbers, then nonzero operands, then the set bits of
/// significands beyond the leading one, then the magnitudes of exponents, then the operands whose exponent is
/// not 0, then minus signs.
[[nodiscard]] Simplicity simplicity(const VectorRow& row, const OperandRules& formats);

}  // namespace karat::probe
