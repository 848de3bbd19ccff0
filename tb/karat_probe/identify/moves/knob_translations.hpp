// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "karat_probe/identify/moves/knob_moves.hpp"

namespace karat::probe {

/// A fused algorithm in terms of another one with more alignments or fewer, each with every setting of the
/// alignment that is new: what one algorithm nearly explains, the other explains.
[[nodiscard]] std::vector<KnobMove> translations(const Spec& spec);

}  // namespace karat::probe
