// SPDX-License-Identifier: Apache-2.0
// The smallest dot-add that shows one finding and no other.
#pragma once
#include <functional>
#include <vector>

#include "karat_probe/findings/groups.hpp"

namespace karat::probe {

/// What a dot-add must do to show a finding.
struct Showing {
    const Recipe& golden;  ///< gives the expected answer
    /// Whether the finding explains what the unit answered.
    std::function<bool(const Operands&, std::uint64_t got)> explained;
    /// Whether the other findings have no part in it. It is required if one of the rows has it.
    std::function<bool(const Operands&)> alone;
    /// Further rows to look at, if none of the mismatches is the finding's alone. May be empty.
    std::function<std::vector<VectorRow>()> others = {};
};

/// Reduces one of the mismatches `rows` of answers.wrong, on the unit. Without a unit (null), or if the unit
/// does not repeat its answer: the mismatch with the fewest operands, as it is.
[[nodiscard]] FailureGroup smallest_example(const Showing& showing, const UnitAnswers& answers,
                                            const std::vector<std::size_t>& rows, Target* unit);

}  // namespace karat::probe
