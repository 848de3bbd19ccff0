// SPDX-License-Identifier: Apache-2.0
// What a minimal failing dot-add looks like, so that those that look alike can be put together.
#pragma once
#include <string>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// The addends that are not zero, with the class of their operands, the place in k of the last product if
/// some before it are zero, and how far apart they are: "2 products of subnormal a (the last is a7*b7), c,
/// far apart". Of integers the sign, the ends of the range, and whether the sum fits: "1 product of negative
/// a and least b, largest c, beyond the range of d". Formats as formats_of() returns them; products are in
/// their places in a.
[[nodiscard]] std::string shape_of(const VectorRow& row, const OperandRules& formats);

/// The classes of operands that are NaN, infinite, or a zero that multiplies something: "NaN, infinite".
[[nodiscard]] std::string special_operands(const VectorRow& row, const OperandRules& formats);

/// The DifferenceKind in words: "nan for infinity", "sign flipped", "one ulp".
[[nodiscard]] std::string difference_of(std::uint64_t expected, std::uint64_t got, Format d);

/// Differences that one fault may well cause from row to row: "value" for two finite encodings that differ in
/// more than the sign of zero, "sign of infinity", "nan" if there should be none, "no nan" if there should be
/// one, else difference_of().
[[nodiscard]] std::string difference_family(std::uint64_t expected, std::uint64_t got, Format d);

}  // namespace karat::probe
