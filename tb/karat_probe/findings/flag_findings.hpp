// SPDX-License-Identifier: Apache-2.0
// What is wrong with a unit's status flags: groups that look alike, each with a reduced example.
#pragma once
#include "karat_probe/findings/bugs.hpp"
#include "karat_tb/check/kept_flags.hpp"

namespace karat::probe {

/// The kept flags of one mode as answers, whose d are the flags as Flags::bits(). `compared`: sets of flags.
[[nodiscard]] UnitAnswers answers_of(const tb::KeptFlags& flags, std::uint32_t mode, std::uint64_t compared);

/// Adds findings of kind `flags` to a report, which may be new, and their counts. `unit` answers with flags
/// (CandidateSettings::flags) and replays rows; null: they are grouped as they are. Throws TargetError if it
/// stops answering.
void add_flag_findings(BugReport& report, const DotAdd& dot, const FlagPort& port, UnitAnswers answers,
                       Target* unit);

}  // namespace karat::probe
