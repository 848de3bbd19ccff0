// SPDX-License-Identifier: Apache-2.0
// What an identification rests on: for each attribute the values that an answer excludes, and those that no
// answer can, or did, exclude.
#pragma once
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <vector>

#include "karat/instruction/instruction.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/identify.hpp"
#include "karat_probe/identify/judging/budget.hpp"

namespace karat::probe {

/// Another value that an attribute might have had.
struct Alternative {
    boost::json::value value;
    std::optional<std::size_t> excluded_by;  ///< the dot-add of the record on which it gives another result
    bool proved_void = false;  ///< it gives the same results as the recipe found, for all operands
};

struct AttributeEvidence {
    /// As the diagnosis names it: "F", "c_rounding". Attributes that share a name there have names of their
    /// own here.
    std::string key;
    std::string meaning;  ///< "fraction bits kept for the products and c"
    boost::json::value value;
    std::vector<Alternative> alternatives;

    /// Number of alternatives that an answer excludes.
    [[nodiscard]] std::size_t excluded() const;
    /// The alternatives that neither an answer nor a proof settles.
    [[nodiscard]] std::vector<boost::json::value> left() const;
    /// The likeliest alternative that an answer excludes.
    [[nodiscard]] const Alternative* decided_by() const;
};

/// For the likeliest alternative of each attribute, replaces the dot-add that excludes it by the simplest one
/// that could be made from the record, and asks the target to confirm it. Leaves those as they are for which
/// the budget has no time.
void simplify_evidence(Identification& found, Target& target, const Budget& budget);

/// The neighbours of the recipe found, grouped by attribute, the likeliest first. A value appears once in an
/// attribute. A NaN of any encoding is no value: every target has it.
[[nodiscard]] std::vector<AttributeEvidence> evidence_of(const Identification& found);

/// The recorded answers that a recipe does not give.
[[nodiscard]] std::size_t wrong_answers(const Recipe& recipe, const Record& record);

/// An instruction of the registry beside the recipe found. Both are compared without the attributes that have
/// no effect.
struct NearInstruction {
    const Instruction* instruction = nullptr;
    bool same_tree = true;
    std::vector<std::string> differs_in;  ///< paths; empty and same_tree: the same arithmetic
    std::size_t disagrees = 0;            ///< with so many of the recorded answers
};

/// The instructions with the target's formats that disagree with the fewest recorded answers, at most `most`
/// different arithmetics; those of one arithmetic follow each other.
[[nodiscard]] std::vector<NearInstruction> nearest_instructions(const Identification& found,
                                                                std::size_t most);

}  // namespace karat::probe
