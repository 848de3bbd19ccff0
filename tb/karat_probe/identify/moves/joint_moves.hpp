// SPDX-License-Identifier: Apache-2.0
// Changes of several rules at once, in all combinations. These rules hide each other: an operand that is
// flushed looks like a result that is flushed, one zero that counts like another, and a floor like a width.
// The right combination may be three steps away, none of which mends an answer.
#pragma once
#include <vector>

#include "karat_probe/identify/judging/step.hpp"
#include "karat_probe/identify/moves/knob_moves.hpp"

namespace karat::probe {

/// Which subnormals count as zero, of operands, products and the result, with which sign and below which
/// range; which zeros contribute to e_max, with tiny negative addends dropped or not; floors moved together
/// with the widths beside them.
[[nodiscard]] std::vector<Candidate> joint_recipes(const Guess& guess);
/// For every floor: no floor, and in its place exponents of scale factors alone, which are 0 without scale
/// factors, with the same grid below it.
[[nodiscard]] std::vector<Candidate> fixed_grids(const Recipe& guess);
/// The same as joint_recipes by knobs, as far as there are such knobs.
[[nodiscard]] std::vector<KnobMove> joint_knobs(const Spec& spec);

}  // namespace karat::probe
