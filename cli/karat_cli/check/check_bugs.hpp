// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "karat_cli/check/check_design.hpp"
#include "karat_probe/findings/bugs.hpp"

namespace karat::cli {

struct BugSearch {
    bool identify = false;   ///< the given specification may be far from the unit's
    std::uint32_t mode = 0;  ///< value of the mode input
};

/// The answers of a unit, of which at least one is wrong by the given specification.
struct Judgement {
    const DotAdd& given;
    const probe::UnitAnswers& answers;
    probe::AllAnswers all;
};

/// The faults behind the wrong answers. `identify`: starts at the specification nearest to the answers.
/// `unit` replays rows; null: there is none. Throws TargetError if it stops answering.
[[nodiscard]] probe::BugReport bugs_behind(const Judgement& judgement, bool identify, probe::Target* unit);

/// Looks for the faults behind the mismatches on `board`; nothing if none is known with all its bits. Rows
/// are replayed on a fresh copy of the design. If that breaks the protocol, or if the design runs only once,
/// they are grouped as they are.
[[nodiscard]] std::optional<probe::BugReport> find_bugs(const Design& design, const Lanes& lanes,
                                                        const tb::Scoreboard& board, const BugSearch& search);

}  // namespace karat::cli
