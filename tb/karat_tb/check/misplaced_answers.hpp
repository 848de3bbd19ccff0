// SPDX-License-Identifier: Apache-2.0
// Finds right answers in the wrong place: lanes exchanged, an answer dropped or given twice, tiles reordered.
#pragma once
#include <optional>
#include <string>

#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

/// Returns a sentence if the answers in the history are the expected ones of other lanes of the same tile
/// ("lane (0,1) outputs what lane (1,0) should output"), of the next or previous tile from some tile on ("an
/// answer was dropped"), or of nearby tiles that were themselves answered wrong ("answers are out of order").
/// Returns nothing if there are no mismatches.
[[nodiscard]] std::optional<std::string> misplaced_answers(const Scoreboard& board);

}  // namespace karat::tb
