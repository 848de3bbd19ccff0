// SPDX-License-Identifier: Apache-2.0
// Dot-adds around a minimal one: what an explanation of that row says about them can be asked on the unit.
#pragma once
#include <cstddef>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// At most `most` different rows, each with one to three changes of `row`: the exponent, a fraction bit, the
/// sign or the class of an operand, the exponents of all addends together, an addend dropped, moved to
/// another place or copied, 1 and -1 added. The same row always has the same neighbours. Formats as
/// formats_of() returns them.
[[nodiscard]] std::vector<VectorRow> neighbourhood(const VectorRow& row, const OperandRules& formats,
                                                   std::size_t most);

}  // namespace karat::probe
