// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat/trace/trace.hpp"

namespace karat {

/// How a drawing looks. Colour is for terminals only; `columns` is the widest line.
struct DrawStyle {
    bool colour = false;
    int columns = 160;
};

/// Every step of a trace, one line per addend on the fixed-point grid: kept bits to the left of `|`, dropped
/// ones to its right.
[[nodiscard]] std::string draw(const Trace& trace, const DrawStyle& style = {});

/// {"operands": [...], "steps": [...]} as JSON text, numbers of any width as decimal strings.
[[nodiscard]] std::string trace_to_json_text(const Trace& trace);

}  // namespace karat
