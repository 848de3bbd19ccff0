// SPDX-License-Identifier: Apache-2.0
// Random walks among recipes of one tree that the answers do not tell apart.
#pragma once
#include "karat_probe/identify/judging/step.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// A recipe of the same tree that gives every answer too: each attribute takes one of the values that
/// spoil nothing, at random. Unlike a change of one attribute, this meets recipes that differ in several.
/// `recipe` gives every answer.
[[nodiscard]] Recipe drifted(Recipe recipe, const Record& record, Budget& budget, tb::Random& random);

/// Drifts in the same way from a guess that is wrong in a few answers, until a step mends one of them and
/// spoils none. This finds attributes that mend it only together, though none of them alone changes any
/// answer. Returns the better guess, or `guess` itself if there is none until `until`.
[[nodiscard]] Guess mended_by_drift(const Guess& guess, const Record& record, Budget& budget,
                                    Budget::Clock::time_point until, tb::Random& random);

}  // namespace karat::probe
