// SPDX-License-Identifier: Apache-2.0
// The parts of the findings' text, for other forms of the report.
#pragma once
#include <string>

#include "karat_probe/findings/bugs.hpp"

namespace karat::probe {

/// What the design behaves as, if a change of the specification gives every answer. Whole lines, or nothing.
[[nodiscard]] std::string diagnosis(const BugReport& report);
/// The number of findings and what they are from; with `start`, also the nearest specification. Whole lines.
[[nodiscard]] std::string overview(const BugReport& report);
/// "explains 12 of 40 mismatches, contradicts 0 answers; first in tile 3, lane 0, class near_one".
[[nodiscard]] std::string counts(const Bug& bug, const BugReport& report);
/// The minimal example: operands, what was expected, what the unit gave, and the picture. Whole lines.
[[nodiscard]] std::string drawing(const Bug& bug, bool color);

}  // namespace karat::probe
