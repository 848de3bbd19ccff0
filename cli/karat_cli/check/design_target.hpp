// SPDX-License-Identifier: Apache-2.0
// A design that only runs whole checks, as a target that answers dot-adds.
#pragma once
#include <memory>
#include <string>

#include "karat_cli/check/check_design.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::cli {

/// Each batch of questions is a run of its own, after a reset and without pauses. A question is a tile with
/// its operands in every lane; lane 0 answers it, unless another was chosen. Throws TargetError if the design
/// breaks the protocol or answers with unknown (X or Z) bits. `has_c`: it has an input c. `design` must
/// outlive it.
[[nodiscard]] std::unique_ptr<probe::Target> ask_in_runs(const Design& design, const Lanes& lanes,
                                                         const OperandRules& formats, std::uint32_t mode,
                                                         bool has_c);

}  // namespace karat::cli
