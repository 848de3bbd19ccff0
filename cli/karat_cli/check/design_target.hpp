// SPDX-License-Identifier: Apache-2.0
// A design that only runs whole checks, as a target that answers dot-adds.
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "karat_cli/check/check_design.hpp"
#include "karat_probe/target/between_target.hpp"
#include "karat_probe/target/candidate_target.hpp"

namespace karat::cli {

/// Each batch of questions is a run of its own, after a reset and without pauses; with sticky flags, each
/// question is. A question is a tile with its operands in every lane; lane 0 answers it, unless another was
/// chosen. Throws TargetError if the design breaks the protocol, and UnknownAnswer, after which the target
/// goes on, if an answer has unknown (X or Z) bits. `settings`: those of a candidate, without the lanes.
/// `design` must outlive it.
[[nodiscard]] std::unique_ptr<probe::Target> ask_in_runs(const Design& design, const Lanes& lanes,
                                                         const OperandRules& formats, std::uint32_t mode,
                                                         const probe::CandidateSettings& settings);

/// The modes of a design, and what it computes in them.
using ModeSpecs = std::vector<std::pair<std::uint32_t, Spec>>;

/// The same in a run that mixes the modes: each question has the next mode of `queue`.
[[nodiscard]] std::unique_ptr<probe::Target> ask_in_mixed_runs(const Design& design, const Lanes& lanes,
                                                               const OperandRules& formats,
                                                               const ModeSpecs& modes, probe::ModeQueue queue,
                                                               const probe::CandidateSettings& settings);

}  // namespace karat::cli
