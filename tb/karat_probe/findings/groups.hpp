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
    std::string shape;               ///< shape_of() the minimal row
    std::string difference;          ///< difference_of() its answers
    std::vector<std::size_t> rows;   ///< of UnitAnswers::wrong: the original ones, not the reduced
    std::vector<VectorRow> reduced;  ///< what the first of these rows were reduced to; d: the unit's answer
    VectorRow example;               ///< the simplest reduced row; d: the unit's answer
    std::uint64_t expected = 0;      ///< of the example, by the recipe
    std::size_t lane = 0;            ///< in which the example was replayed
    bool repeats = true;             ///< the unit is wrong again when it is asked the row by itself
};

/// Whether something else explains what the unit answered. Empty: nothing does.
using Explained = std::function<bool(const Operands&, std::uint64_t got)>;

/// Reduces rows while the unit still disagrees with the recipe in the same way, and groups them. With
/// `explained`: while the unit's answer is neither right nor explained. `which`:
/// indices of answers.wrong. At most `most` rows are reduced; the others join the group whose rows, before
/// they were reduced, look most like them, or form groups of their own. Throws TargetError if the unit stops
/// answering.
[[nodiscard]] std::vector<FailureGroup> failure_groups(const Recipe& recipe, const UnitAnswers& answers,
                                                       const std::vector<std::size_t>& which, Target& unit,
                                                       std::size_t most, const Explained& explained = {});

/// The same without a unit: rows are grouped as they are, by operand class and difference.
[[nodiscard]] std::vector<FailureGroup> failure_groups(const Recipe& recipe, const UnitAnswers& answers,
                                                       const std::vector<std::size_t>& which);

}  // namespace karat::probe
