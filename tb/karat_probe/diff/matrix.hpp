// SPDX-License-Identifier: Apache-2.0
// Which instructions of the registry can disagree, and on what.
#pragma once
#include <functional>

#include "karat/instruction/instruction.hpp"
#include "karat_probe/diff/diff.hpp"

namespace karat::probe {

/// Instructions with the same arithmetic: their canonical recipes are equal.
struct InstructionClass {
    std::vector<const Instruction*> members;
    Spec spec;  ///< of the first member
};

/// Two classes, and the differences of the first members' specifications.
struct ClassDiff {
    std::size_t first = 0, second = 0;  ///< indices in FormatGroup::classes
    std::vector<AttributeDiff> attributes;
    std::optional<Witness> witness;  ///< none: no difference was found
    std::uint64_t tried = 0;
};

/// Instructions that can be given the same operands: the same formats, k, scale factors and metadata.
struct FormatGroup {
    OperandRules formats;  ///< as formats_of() returns it
    std::vector<InstructionClass> classes;
    std::vector<ClassDiff> diffs;  ///< of every pair of classes

    [[nodiscard]] std::size_t instructions() const;
};

/// The groups of the registry's instructions for which `wanted` is true, in the order of the registry. A
/// group of one instruction is included. An instruction that differs from another only in its k is in another
/// group: how a longer dot product is cut into instructions is the program's choice, not the hardware's.
[[nodiscard]] std::vector<FormatGroup> instruction_matrix(
    const std::function<bool(const Instruction&)>& wanted, const DiffSettings& settings);

/// The settings with which the matrix of the whole registry takes seconds.
[[nodiscard]] DiffSettings matrix_settings();

}  // namespace karat::probe
