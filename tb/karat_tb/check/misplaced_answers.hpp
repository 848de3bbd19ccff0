// SPDX-License-Identifier: Apache-2.0
// Right answers in the wrong place: lanes exchanged, an answer lost or given twice.
#pragma once
#include <optional>
#include <string>

#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

/// One sentence, if the history's answers are the expected ones of other lanes of the same tile ("lane (0,1)
/// answers what lane (1,0) should"), or those of a neighbouring tile from some tile on ("an answer was lost
/// after tile 9"), or of tiles near by that were themselves answered wrong ("answers come out of order").
/// Nothing without mismatches.
[[nodiscard]] std::optional<std::string> misplaced_answers(const Scoreboard& board);

}  // namespace karat::tb
