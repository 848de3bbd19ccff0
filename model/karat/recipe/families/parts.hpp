// SPDX-License-Identifier: Apache-2.0
// What the families have in common: addends, roundings, chains.
#pragma once
#include "karat/recipe/families/families.hpp"

namespace karat::families {

[[nodiscard]] Expression product();
[[nodiscard]] Expression operand_c();
[[nodiscard]] Expression acc();
[[nodiscard]] Expression zero();
[[nodiscard]] Expression of(Sum sum);

/// An addend aligned with F bits.
[[nodiscard]] Term aligned(Expression x, Width F, Rounding rounding);
/// An addend of which nothing is dropped.
[[nodiscard]] Term exactly(Expression x);
/// Each of `parts` parts of the slice an addend.
[[nodiscard]] Term each(int parts, Pattern pattern, Term term);

[[nodiscard]] ZeroPart zero_part(ZeroExponent rule);

/// Knob flush_c is of the operand c, and of the running sum in a chain of fused operations.
[[nodiscard]] bool flushes_acc(const Spec& spec, const Expression& start);
/// Where products can overflow, the specials of operands and c decide before that (MMA-Sim, steps 1 to 3
/// of CDNA3).
[[nodiscard]] SpecialsOf specials_of(const Spec& spec);

/// Rounding of the result; between the operations of a chain.
[[nodiscard]] OutputRule output(const Spec& spec);
[[nodiscard]] OutputRule link(const Spec& spec);
/// All of `format`, otherwise as the result.
[[nodiscard]] OutputRule rounded_to(const Spec& spec, Format format, Rounding rounding);

/// An ordinary addition: nothing dropped, specials and zeros as IEEE 754.
[[nodiscard]] Sum addition(std::vector<Expression> addends, const OutputRule& rule, std::string label);

/// The k products shared out over operations (CoFDA, CoFDRDA, CoGFDRDA); c first, or added at the end.
/// `operation`: one of them, with `start` as its accumulator.
[[nodiscard]] Expression chained(const Spec& spec,
                                 Sum (*operation)(const Spec& spec, const Expression& start));
/// The running sum written as d, if it is kept in another format.
[[nodiscard]] Expression converted_to_d(const Spec& spec, Expression running);
/// Rounding of every addition of trees and of sequential sums.
[[nodiscard]] OutputRule accumulator(const Spec& spec);
/// One product, rounded.
[[nodiscard]] Sum rounded_product(const Spec& spec);

}  // namespace karat::families
