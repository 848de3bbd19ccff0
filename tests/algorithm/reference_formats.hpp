// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "karat/format/format.hpp"
#include "reference/operand_formats.hpp"

namespace karat::test {

[[nodiscard]] inline std::string spelled(std::optional<Format> format) {
    return format ? std::string(name_of(*format)) : "none";
}

/// Converts the operand formats of a Spec or of OperandRules to those of the reference.
template <class Rules>
[[nodiscard]] reference::OperandFormats formats_of(const Rules& rules) {
    reference::OperandFormats out;
    out.a = name_of(rules.a);
    out.b = name_of(rules.b);
    out.c = name_of(rules.c);
    out.d = name_of(rules.d);
    out.k = rules.k;
    out.scale = spelled(rules.scale);
    out.scale_block = std::optional<int>(rules.scale_block).value_or(rules.k);
    return out;
}

}  // namespace karat::test
