// SPDX-License-Identifier: Apache-2.0
// The formats of a black box: all that is known of its arithmetic before it is probed.
#pragma once
#include <string>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// The part of the operand rules that one must know to ask a question: formats, k, scale factors, metadata
/// and multiplier. Everything else is at its default.
[[nodiscard]] OperandRules formats_of(const OperandRules& rules);

/// The exact sum of these formats, rounded once, for whatever needs a complete specification and uses only
/// its formats. Throws SpecError if the formats contradict each other.
[[nodiscard]] Spec exact_spec(const OperandRules& formats);

/// Reads "fp16,fp16,fp32,fp32" into a, b, c and d. Throws NameError, naming what is wrong and what is
/// allowed.
void read_format_list(const std::string& text, OperandRules& formats);

/// "fp16 x fp16 + fp32 -> fp32, k = 16", with what else there is.
[[nodiscard]] std::string formats_text(const OperandRules& formats);

}  // namespace karat::probe
