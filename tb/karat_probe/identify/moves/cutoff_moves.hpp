// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "karat_probe/identify/judging/step.hpp"

namespace karat::probe {

/// An addend that is cut off in place of one that keeps as many bits, or whose tiny negative values are
/// dropped, and the other way round. They differ only where the addend is about that small.
[[nodiscard]] std::vector<Candidate> cutoffs_and_widths(const Recipe& guess);

}  // namespace karat::probe
