// SPDX-License-Identifier: Apache-2.0
// A unit with a mode input, asked as in a run that mixes its modes.
#pragma once
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "karat_probe/target/candidate_target.hpp"
#include "karat_probe/target/golden.hpp"
#include "karat_tb/check/mode_boards.hpp"

namespace karat::probe {

/// The modes of the next questions, in their order; who answers a question takes the first.
using ModeQueue = std::shared_ptr<std::deque<std::uint32_t>>;

/// Asks each question in its mode once between each pair of tiles of `between`, in the modes of these tiles.
/// The answer is the first that is not right by `golden`, or else the right one. A unit that is right in each
/// mode alone, and wrong only beside another mode, repeats its mismatches in this way. Each tile is one
/// question, in lane 0 unless another was chosen. `unit` takes the modes of its questions from `modes`; its
/// tiles have so many columns. Precondition: `between` is not empty.
[[nodiscard]] std::unique_ptr<Target> ask_between(std::unique_ptr<Target> unit, ModeQueue modes,
                                                  const Golden& golden, std::size_t columns,
                                                  std::uint32_t mode,
                                                  std::vector<tb::ModeBoards::Between> between);
/// The same of a candidate. Throws as drive_candidate().
[[nodiscard]] std::unique_ptr<Target> drive_between(std::unique_ptr<tb::Candidate> candidate,
                                                    std::string name, const OperandRules& formats,
                                                    const Golden& golden, const CandidateSettings& settings,
                                                    std::uint32_t mode,
                                                    std::vector<tb::ModeBoards::Between> between);

}  // namespace karat::probe
