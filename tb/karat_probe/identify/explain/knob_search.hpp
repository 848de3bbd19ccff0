// SPDX-License-Identifier: Apache-2.0
// The first search: among the specifications by knobs.
#pragma once
#include <functional>
#include <vector>

#include "karat_probe/identify/search/climb.hpp"

namespace karat::probe {

/// The best specifications of every algorithm, the best first. Formats, roundings and rules of the operands
/// are found by questions about one addend, for which the structure hardly matters; then every structure is
/// tried with them. `is_likely`: of the tree of a structure, without its attributes; others are left out.
[[nodiscard]] std::vector<Guess> knob_search(const OperandRules& formats, const Record& record,
                                             Budget& budget,
                                             const std::function<bool(const Recipe&)>& is_likely);

/// A specification with the structure that explains most with its other knobs. Its own may have been chosen
/// with others.
[[nodiscard]] Guess restructured(Guess guess, const Record& record, Budget& budget);

}  // namespace karat::probe
