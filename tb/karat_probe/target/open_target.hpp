// SPDX-License-Identifier: Apache-2.0
// From a word on the command line to a target.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "karat/instruction/instruction.hpp"
#include "karat_probe/target/candidate_target.hpp"
#include "karat_probe/target/program_target.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// An instruction of the registry, or a specification or recipe from a file, with settings.
struct NamedModel {
    std::string name;  ///< "Hopper/HMMA.16816.F32 F=24", "mine.json"
    Spec spec;
    std::optional<Instruction> instruction;  ///< without its settings
    std::vector<std::string> settings;       ///< KEY=VALUE
};

/// What a word names. `design`: a candidate that is a shared object. `design_program`: one that is a program.
enum class TargetKind : std::uint8_t { model, program, library, design, design_program };
/// The kind of a target, from its word alone; files are not looked at. Throws NameError for a word such as
/// "gpu:x", whose kind does not exist, and for an empty one.
[[nodiscard]] TargetKind target_kind(const std::string& text);
/// Whether `text` names a model: target_kind() is `model`. False for a kind that does not exist.
[[nodiscard]] bool names_model(const std::string& text);
/// Reads `ARCH/INSTRUCTION` (ARCH/ may be left out if the architectures agree) or `FILE.json`, followed by
/// blanks and KEY=VALUE settings, which mean what --set means. Throws NameError, SpecError or Error.
[[nodiscard]] NamedModel read_model(const std::string& text);

struct TargetRequest {
    std::string target;                   ///< a model, `program:COMMAND`, `library:FILE.so`, `candidate:FILE`
    std::optional<OperandRules> formats;  ///< of a target that is not a model, which needs them
    ProgramSettings program;
    CandidateSettings candidate;
};

/// Opens a target. `program:` goes to /bin/sh. The FILE of `candidate:` is a shared object if its name ends
/// in ".so" or holds ".so.", else a program that karat_add_rtl_check() built. Throws Error, naming the target
/// and what is allowed: TargetError, NameError or SpecError.
[[nodiscard]] std::unique_ptr<Target> open_target(const TargetRequest& request);

}  // namespace karat::probe
