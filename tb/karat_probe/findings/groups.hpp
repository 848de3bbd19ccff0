// SPDX-License-Identifier: Apache-2.0
// Failing dot-adds, reduced on the unit and put together with those that look alike.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/findings/answers.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// Mismatches that look alike once they are reduced.
struct FailureGroup {
    std::string shape;              ///< shape_of() the minimal row
    std::string difference;         ///< difference_of() its answers
    std::vector<std::size_t> rows;  ///< of UnitAnswers::wrong: the original ones, not the reduced
    VectorRow example;              ///< the simplest reduced row; d: the unit's answer
    std::uint64_t expected = 0;     ///< of the example, by the recipe
    std::size_t lane = 0;           ///< in which the example was replayed
    bool repeats = true;            ///< the unit is wrong again when it is asked the row by itself
};

/// Reduces rows while the unit still disagrees with the recipe in the same way, and groups them. `which`:
/// indices of answers.wrong. At most `most` rows are reduced; the others join the group whose rows, before
/// they were reduced, look most like them, or form groups of their own. Throws TargetError if the unit stops
/// answering.
[[nodiscard]] std::vector<FailureGroup> failure_groups(const Recipe& recipe, const UnitAnswers& answers,
                                                       const std::vector<std::size_t>& which, Target& unit,
                                                       std::size_t most);

/// The same without a unit: rows are grouped as they are, by operand class and difference.
[[nodiscard]] std::vector<FailureGroup> failure_groups(const Recipe& recipe, const UnitAnswers& answers,
                                                       const std::vector<std::size_t>& which);

}  // namespace karat::probe
