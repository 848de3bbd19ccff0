// SPDX-License-Identifier: Apache-2.0
// Everything that is wrong with a unit, one finding for each fault.
#pragma once
#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "karat/recipe/edits/edit_paths.hpp"
#include "karat_probe/findings/condition.hpp"
#include "karat_probe/findings/explanations.hpp"
#include "karat_probe/findings/groups.hpp"
#include "karat_probe/findings/intent.hpp"

namespace karat::probe {

/// `choice`: the unit does what another specification says. `fault`: a deformation that no specification
/// would have, from the library of faults. `unnamed`: mismatches that look alike, and nothing explains them.
/// `mode`: the unit computes in the mode of another tile. `flags`: status flags that look alike in what is
/// wrong with them; where this header says answers, it means the flags, and d is Flags::bits().
enum class BugKind : std::uint8_t { choice, fault, unnamed, mode, flags };

struct Bug {
    BugKind kind = BugKind::unnamed;
    std::string name;                  ///< in words; of an unnamed one, its shape and difference
    std::vector<std::size_t> rows;     ///< of UnitAnswers::wrong
    std::vector<std::size_t> reduced;  ///< others, which are this fault's once they are reduced
    /// Of `rows`, those whose neighbours are not known: the unit is right when it is asked them alone.
    std::size_t unseen = 0;
    std::size_t contradicts = 0;   ///< right answers that the name would make wrong
    std::string alternative = {};  ///< of a choice: a fault that explains nearly the same mismatches
    std::optional<Condition> condition;
    FailureGroup example;  ///< the minimal example, and what the others of an unnamed one look like
    Recipe golden;         ///< gives what was expected of the example
    UnitAnswer first;      ///< the first of its mismatches
    double share = 0;      ///< of the run's mismatches, those that `rows` stand for, 0..1
    std::optional<std::size_t> only_lane = {};  ///< all of its many mismatches are in it, others are not
    /// Of a choice whose name is no option: how it is set, as "--set F=22 --set F_c=23" or in words.
    std::string setting = {};
};

struct BugReport {
    /// What the choices change, if the nearest specification was looked for everywhere; else empty.
    std::string start;
    std::string typed = {};        ///< how the nearest specification is typed; empty if no knobs describe it
    Recipe recipe;                 ///< the nearest specification: all choices made
    std::vector<Edit> choices;     ///< each of the specification that those before it leave
    std::vector<Bug> bugs;         ///< choices first, then by the number of mismatches
    std::size_t kept = 0;          ///< mismatches looked at: those kept with their operands
    std::size_t unnamed = 0;       ///< of these, those that only unnamed findings have
    std::uint64_t mismatches = 0;  ///< of the run
    std::uint64_t unknown = 0;     ///< of those kept, the ones with X or Z bits, which no finding is about
    std::uint64_t unknown_tile = 0;
    std::size_t unknown_lane = 0;        ///< where the first of these is
    std::uint64_t replayed_unknown = 0;  ///< dot-adds that had X or Z bits when the unit was asked
    /// Why rows were not replayed to the end, so that they are grouped as they are; empty: they were.
    std::string not_replayed = {};
    std::size_t right = 0;        ///< answers looked at that the given specification gives
    std::size_t unexplained = 0;  ///< answers looked at that `recipe` does not give
    /// Ways to change the specification so that it gives every answer of the run. A way without edits: the
    /// nearest specification is another one, and gives them all.
    std::vector<std::vector<Edit>> explanations;
    std::uint64_t explained = 0;  ///< answers that each way gives
    bool all_explained = true;    ///< they are all answers of the run
    // Of findings about status flags, which come last: sets of flags looked at, and those of the run.
    std::size_t flags_kept = 0, flags_right = 0;
    std::uint64_t flags_wrong = 0;
};

/// Finds the nearest specification, reduces and groups what it leaves unexplained, and names the groups.
/// Replays rows on the unit; without one (null), rows are grouped as they are. Throws TargetError if the unit
/// stops answering.
[[nodiscard]] BugReport find_bugs(const Recipe& recipe, const UnitAnswers& answers, Target* unit,
                                  EditNames names = EditNames::knobs);

/// Only reduces and groups the mismatches, and names nothing: for a unit whose arithmetic is right, and which
/// is wrong for another reason. `reason`: what that is for all mismatches, which are one finding then; empty:
/// not known. Throws TargetError if the unit stops answering.
[[nodiscard]] BugReport find_groups(const Recipe& recipe, const UnitAnswers& answers, Target* unit,
                                    const std::string& reason = {});

/// Sets the explanations of a report about the specification `start`: its choices if they give every answer,
/// and single edits that do. The unit is asked about those that differ from the choice; without one (null)
/// all stay. Throws TargetError if it stops answering.
void explain(BugReport& report, const Recipe& start, const AllAnswers& answers, EditNames names,
             Target* unit);

/// The report as text, with a drawing of each minimal example.
[[nodiscard]] std::string text_of(const BugReport& report, bool color);
/// Members of a JSON report: "bugs"; "diagnosis", the explanations as [{"F": 24}, ...]; "diagnosis_lanes",
/// the answers that each of them gives.
[[nodiscard]] boost::json::object members_of(const BugReport& report);

[[nodiscard]] std::string_view name_of(BugKind kind);

}  // namespace karat::probe
