// SPDX-License-Identifier: Apache-2.0
// Building blocks that the families share: addends, roundings, chains.
#pragma once
#include "karat/recipe/families/families.hpp"

namespace karat::families {

[[nodiscard]] Expression product();
[[nodiscard]] Expression operand_c();
[[nodiscard]] Expression acc();
[[nodiscard]] Expression zero();
[[nodiscard]] Expression of(Sum sum);

/// An addend aligned with F fraction bits.
[[nodiscard]] Term aligned(Expression x, Width F, Rounding rounding);
/// An addend that keeps all its bits.
[[nodiscard]] Term exactly(Expression x);
/// One addend for each of `parts` parts of the slice.
[[nodiscard]] Term each(int parts, Pattern pattern, Term term);

[[nodiscard]] ZeroPart zero_part(ZeroExponent rule);

/// Whether the running sum is flushed: in a chain of fused operations the knob flush_c applies to it as well
/// as to the operand c.
[[nodiscard]] bool flushes_acc(const Spec& spec, const Expression& start);
/// If products can overflow, the specials of the operands and c take precedence (MMA-Sim, steps 1 to 3 of
/// CDNA3).
[[nodiscard]] SpecialsOf specials_of(const Spec& spec);

/// Rounding of the result.
[[nodiscard]] OutputRule output(const Spec& spec);
/// Rounding between the operations of a chain.
[[nodiscard]] OutputRule link(const Spec& spec);
/// Rounding to all fraction bits of `format`, otherwise as for the result.
[[nodiscard]] OutputRule rounded_to(const Spec& spec, Format format, Rounding rounding);

/// An ordinary addition: no bits dropped, specials and zeros as in IEEE 754.
[[nodiscard]] Sum addition(std::vector<Expression> addends, const OutputRule& rule, std::string label);

/// The k products divided over several operations (CoFDA, CoFDRDA, CoGFDRDA). c enters the first operation or
/// is added at the end. `operation` builds one operation, with `start` as its accumulator.
[[nodiscard]] Expression chained(const Spec& spec,
                                 Sum (*operation)(const Spec& spec, const Expression& start));
/// The running sum converted to d, if it has another format.
[[nodiscard]] Expression converted_to_d(const Spec& spec, Expression running);
/// Rounding of every addition in trees and in sequential sums.
[[nodiscard]] OutputRule accumulator(const Spec& spec);
/// a and b of `input`, c and d of `output`, all else default.
[[nodiscard]] OperandRules operand_rules(Format input, Format output, int k);
/// RDNA's rounding of a step: its NaNs, and +0 for a nonzero sum that rounds to zero.
[[nodiscard]] OutputRule rdna_rounding(Format format, Rounding rounding);
/// Rounding to odd in fp32, with the NaN 7FC00000 (RISC-V, Arm).
[[nodiscard]] OutputRule to_odd();
/// RDNA's packed bf16 results: the upper half of the fp32 result of `step`.
[[nodiscard]] Sum upper_half(Sum step);
/// A single product, rounded.
[[nodiscard]] Sum rounded_product(const Spec& spec);

}  // namespace karat::families
