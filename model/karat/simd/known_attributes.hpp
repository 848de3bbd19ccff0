// SPDX-License-Identifier: Apache-2.0
// What the vector kernels know of a recipe's attributes, by list. A value that is not listed is not known;
// -Wswitch asks about new ones.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat::simd {

/// Roundings of an alignment.
[[nodiscard]] bool is_known_alignment(Rounding rounding);
/// How a zero operand takes part.
[[nodiscard]] bool is_known_operand(ZeroPart zero);
/// Both rules: a lane with a special is left to the evaluator.
[[nodiscard]] bool is_known(SpecialsOf specials);
/// All that round_to() does, with a NaN whose encoding does not depend on what made it.
[[nodiscard]] bool is_known(const OutputRule& rule);
/// Operands as the decoders read them, and limits of products.
[[nodiscard]] bool is_known(const OperandRules& rules);
/// Every value is one of fp32, too.
[[nodiscard]] bool fits_fp32(Format format);

/// A node of the same form and on the same k (which unrolling has used up), with every attribute at its
/// default.
[[nodiscard]] Term bare(const Term& term);
/// The same terms, every attribute of the sum at its default.
[[nodiscard]] Sum bare(const Sum& sum);
/// An addend of which nothing is dropped, and nothing else.
[[nodiscard]] bool is_exact_addend(const Term& term);

}  // namespace karat::simd
