// SPDX-License-Identifier: Apache-2.0
// Failing dot-adds, reduced on the unit and put together with those that look alike.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "karat_probe/findings/answers.hpp"
#include "karat_probe/findings/standard.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// What the rows of a group look like that differ from its example.
struct FailureShape {
    std::string shape;
    std::string difference;
    std::size_t rows = 0;  ///< original mismatches
    VectorRow example;     ///< as in the group
    std::uint64_t expected = 0;
    std::size_t lane = 0;
};

/// Mismatches that look alike once they are reduced.
struct FailureGroup {
    std::string shape;                      ///< shape_of() the minimal row
    std::string difference;                 ///< difference_of() its answers
    std::vector<std::size_t> rows;          ///< of UnitAnswers::wrong: the original ones, not the reduced
    std::size_t assumed = 0;                ///< of `rows`, those that belong by class and difference only
    std::vector<VectorRow> reduced;         ///< what the rows of `reduced_from` became; d: the unit's answer
    std::vector<std::size_t> reduced_from;  ///< some of `rows`
    VectorRow example;                      ///< the simplest reduced row; d: the unit's answer
    std::uint64_t expected = 0;             ///< of the example, by the recipe
    std::size_t lane = 0;                   ///< in which the example was replayed
    bool repeats = true;                    ///< the unit is wrong again when it is asked the row by itself
    std::vector<FailureShape> others = {};  ///< of groups that were joined to it
};

/// Whether something else explains what the unit answered. Empty: nothing does.
using Explained = std::function<bool(const Operands&, std::uint64_t got)>;

/// How many rows are reduced.
struct Reductions {
    std::size_t least = 300;
    /// Questions to the unit, with which as many as possible are reduced; at most its patience(), with which
    /// `least` shrinks.
    std::uint64_t questions = 60000;
};

/// Reduces rows while the unit's answer is still wrong in the same way, and groups them. With `explained`:
/// while it is neither right nor explained, and the difference stays in its family. `which`: indices of
/// answers.wrong. They are reduced in turn from each operand class and kind of difference, those that look
/// like few others first. Once that has taken the questions, only rows of a class and kind that still brings
/// new groups are; the others join a group of the same class and kind. Throws TargetError if the unit stops
/// answering.
[[nodiscard]] std::vector<FailureGroup> failure_groups(const Standard& standard, const UnitAnswers& answers,
                                                       const std::vector<std::size_t>& which, Target& unit,
                                                       const Explained& explained = {},
                                                       const Reductions& reductions = {});

/// Joins groups between which the unit keeps failing: several rows in the neighbourhood() of one's example
/// have the shape and difference of the other, or most of the rows there are reduced to it. Their examples
/// agree in special_operands() and in the family of their difference. The example with the fewest operands
/// stays.
void join_related(std::vector<FailureGroup>& groups, const Standard& standard, Target& unit,
                  const Explained& explained);
/// Adds the rows and shapes of `other` to `group`.
void join(FailureGroup& group, FailureGroup other);
/// Largest groups first.
void sort_by_size(std::vector<FailureGroup>& groups);

/// failure_groups() without a unit: rows are grouped as they are, by operand class and difference.
[[nodiscard]] std::vector<FailureGroup> failure_groups(const Standard& standard, const UnitAnswers& answers,
                                                       const std::vector<std::size_t>& which);

}  // namespace karat::probe
