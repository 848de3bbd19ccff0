// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "karat_probe/findings/intent.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// Edits that explain nearly the same mismatches as a choice are told apart by dot-adds that separate them,
/// asked on the unit. Returns the choice, or the rival with which the unit agrees more often. `with`: the
/// recipe with all choices. Throws TargetError if the unit stops answering.
[[nodiscard]] IntentChoice best_rival(const IntentChoice& choice, const Recipe& with,
                                      const UnitAnswers& answers, Target& unit);

/// How often a unit agrees with each of two recipes, in dot-adds on which they differ.
struct Votes {
    std::size_t x = 0;
    std::size_t y = 0;
    std::size_t hidden = 0;  ///< dot-adds for which the faults make x and y answer the same
    /// Whether it sides with y so often that what speaks against y is due to other faults.
    [[nodiscard]] bool are_clearly_for_y() const { return y >= 8 && y >= 3 * x; }
    [[nodiscard]] bool are_against_y() const { return x >= 3 && x > y; }
    /// Whether nothing that was found tells x from y in a unit with the faults.
    [[nodiscard]] bool show_no_effect() const { return x + y == 0 && hidden >= 8; }
};

/// Asks the unit at most `count` dot-adds; none if none was found, or if the formats of x and y differ.
/// `faults`: keys of faults of the library that the unit has besides. Throws TargetError if the unit stops
/// answering.
[[nodiscard]] Votes votes(const Recipe& x, const Recipe& y, Target& unit, std::size_t count,
                          const std::vector<std::string>& faults = {});

/// How much more often a unit agrees with y than with x, in a few dot-adds on which they differ.
[[nodiscard]] int preference(const Recipe& x, const Recipe& y, Target& unit);

}  // namespace karat::probe
