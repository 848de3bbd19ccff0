// SPDX-License-Identifier: Apache-2.0
// What a minimal failing dot-add looks like, so that those that look alike can be put together.
#pragma once
#include <string>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// The addends that are not zero, with the class of their operands, the place in k of a product that is not
/// the first, and how far apart they are: "1 product of a subnormal a, c far below". Formats as formats_of()
/// returns them; products are in their places in a.
[[nodiscard]] std::string shape_of(const VectorRow& row, const OperandRules& formats);

/// The DifferenceKind in words: "nan for infinity", "sign flipped", "one ulp".
[[nodiscard]] std::string difference_of(std::uint64_t expected, std::uint64_t got, Format d);

}  // namespace karat::probe
