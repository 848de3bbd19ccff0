// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat/format/format.hpp"

namespace karat::tb {

/// The formats of a dot-add's operands and result, looked up once.
struct OperandFormats {
    const FormatInfo& a;
    const FormatInfo& b;
    const FormatInfo& c;
    const FormatInfo& d;

    /// `rules`: a specification, or the operand rules of a recipe.
    template <class Rules>
    explicit OperandFormats(const Rules& rules)
        : a(info(rules.a)), b(info(rules.b)), c(info(rules.c)), d(info(rules.d)) {}
};

}  // namespace karat::tb
