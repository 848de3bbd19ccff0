// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat/trace/trace.hpp"

namespace karat {

/// Drawing options. `colour`: for terminals only. `columns`: the maximum line width.
struct DrawStyle {
    bool colour = false;
    int columns = 160;
};

/// Draws every step of a trace, with one line per addend on the fixed-point grid: kept bits left of `|`,
/// dropped bits right of it.
[[nodiscard]] std::string draw(const Trace& trace, const DrawStyle& style = {});

/// The trace as JSON text, {"operands": [...], "steps": [...]}. Integers of unlimited width are decimal
/// strings.
[[nodiscard]] std::string trace_to_json_text(const Trace& trace);

}  // namespace karat
