// SPDX-License-Identifier: Apache-2.0
// The parts of the findings' text, for other forms of the report.
#pragma once
#include <string>

#include "karat_probe/findings/bugs.hpp"

namespace karat::probe {

/// What the design behaves as, if a change of the specification gives every answer. Whole lines, or nothing.
[[nodiscard]] std::string diagnosis(const BugReport& report);
/// The nearest specification, how it is typed and what it leaves unexplained, if it was looked for
/// everywhere. Whole lines, or nothing.
[[nodiscard]] std::string nearest(const BugReport& report);
/// The number of findings and what they are from. A whole line.
[[nodiscard]] std::string overview(const BugReport& report);
/// "explains 12 of 40 mismatches, contradicts 0 answers; first in tile 3, lane 0, class near_one".
[[nodiscard]] std::string counts(const Bug& bug, const BugReport& report);
/// The other shapes of a finding, each with its smallest example: "2 products, far apart: few ulps (142), as
/// in a0 = 0x3c00, ...: expected 0x..., got 0x...", and "9 shapes more (60)"; empty if there is one shape.
[[nodiscard]] std::vector<std::string> other_shapes(const Bug& bug);
/// Whether the specification itself may be wrong: it takes two choices or more, or one and something is left
/// without a name, or most mismatches have no name.
[[nodiscard]] bool suggests_identify(const BugReport& report);
/// An answer that a finding of this kind is about: the encoding of a result, or the names of status flags.
[[nodiscard]] std::string answer_text(BugKind kind, std::uint64_t answer, Format d);
/// The minimal example: operands, what was expected, what the unit gave, and the picture. Whole lines.
[[nodiscard]] std::string drawing(const Bug& bug, bool color);

}  // namespace karat::probe
