// SPDX-License-Identifier: Apache-2.0
// The attribute values of a recipe that the vector kernels support, as allow-lists. A value that is not
// listed is unsupported; -Wswitch warns about new ones.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat::simd {

/// Whether the rounding of an alignment is supported.
[[nodiscard]] bool is_supported_alignment(Rounding rounding);
/// Whether the rule for a zero operand is supported.
[[nodiscard]] bool is_supported_operand(ZeroPart zero);
/// Both rules are supported, because a lane with a special value is left to the evaluator.
[[nodiscard]] bool is_supported(SpecialsOf specials);
/// Every rule of round_to() is supported. The encoding of a NaN may depend on its cause, because the kernels
/// leave such lanes to the evaluator.
[[nodiscard]] bool is_supported(const OutputRule& rule);
/// Whether the decoders support the operands, and the kernels the limits of products.
[[nodiscard]] bool is_supported(const OperandRules& rules);
/// Whether fp32 represents every value of the format.
[[nodiscard]] bool fits_fp32(Format format);

/// A term of the same form and with the same `select` (already applied by unrolling), and with every other
/// attribute at its default.
[[nodiscard]] Term bare(const Term& term);
/// A sum of the same terms, with every attribute at its default.
[[nodiscard]] Sum bare(const Sum& sum);
/// Whether the term is an exact addend, of which nothing is dropped, without any other attribute.
[[nodiscard]] bool is_exact_addend(const Term& term);

}  // namespace karat::simd
