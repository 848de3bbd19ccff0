// SPDX-License-Identifier: Apache-2.0
// A unit with a mode input, asked as in a run that mixes its modes.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat_probe/target/candidate_target.hpp"
#include "karat_tb/check/mode_boards.hpp"

namespace karat::probe {

/// Asks each question in its mode once between each pair of tiles of `between`, in the modes of these tiles.
/// The answer is the first that `golden` does not give, or else the right one. A unit that is right in each
/// mode alone, and wrong only beside another mode, repeats its mismatches in this way. Each tile is one
/// question, in lane 0 unless another was chosen. Throws as drive_candidate(). Precondition: `between` is not
/// empty.
[[nodiscard]] std::unique_ptr<Target> drive_between(std::unique_ptr<tb::Candidate> candidate,
                                                    std::string name, const DotAdd& golden,
                                                    const CandidateSettings& settings, std::uint32_t mode,
                                                    std::vector<tb::ModeBoards::Between> between);

}  // namespace karat::probe
