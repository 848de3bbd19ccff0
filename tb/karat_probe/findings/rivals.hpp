// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat_probe/findings/intent.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// Edits that explain nearly the same mismatches as a choice are told apart by dot-adds that separate them,
/// asked on the unit. Returns the choice, or the rival with which the unit agrees more often. `with`: the
/// recipe with all choices. Throws TargetError if the unit stops answering.
[[nodiscard]] IntentChoice best_rival(const IntentChoice& choice, const Recipe& with,
                                      const UnitAnswers& answers, Target& unit);

/// How much more often a unit agrees with y than with x, in a few dot-adds on which they differ. 0 if
/// none was found, or if their formats differ. Throws TargetError if the unit stops answering.
[[nodiscard]] int preference(const Recipe& x, const Recipe& y, Target& unit);

}  // namespace karat::probe
