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
    /// Rows before a class and kind may be given up; fewer if the unit's patience() is small.
    std::size_t least = 300;
    /// Questions to the unit before a class and kind may be given up; at most its patience(). Twice its
    /// patience() is the second limit, after which only the first row of each class and kind is reduced.
    std::uint64_t questions = 60000;
};

/// Reduces rows while the unit's answer is still wrong in the same way, and groups them. With `explained`:
/// while it is neither right nor explained, and the difference stays in its family. `which`: indices of
/// answers.wrong. They are reduced in turn from each operand class and kind of difference, rows with rare
/// operand shapes first. After the first limit of `reductions`, a class and kind whose last rows brought no
/// new group is no longer reduced. After the second, none is, but at least one row of each always is. The
/// remaining rows join a group of their class and kind. Throws TargetError if the unit stops answering.
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
