// SPDX-License-Identifier: Apache-2.0
// Options that several subcommands share.
#pragma once
#include <boost/program_options.hpp>
#include <optional>
#include <string>

#include "karat/instruction/instruction.hpp"
#include "karat_cli/commands.hpp"

namespace karat::cli {

namespace po = boost::program_options;

/// Parses; on --help prints `usage` and the options and returns nothing. Positional words go to option
/// "words" if `positional`. `usage` begins with the subcommand's name; `program`, if given, stands for
/// "karat" and that name.
[[nodiscard]] std::optional<po::variables_map> parse(const Arguments& arguments,
                                                     const po::options_description& options,
                                                     const char* usage, const char* positional = nullptr,
                                                     const std::string& program = {});

/// What is being computed: an instruction, or a specification from a file, with single knobs changed.
struct Subject {
    Spec spec;
    std::optional<Instruction> instruction;
    bool changed = false;               ///< --set was used, so the instruction's name no longer says it all
    std::string spec_path;              ///< of --spec; empty with an instruction
    std::vector<std::string> settings;  ///< of --set, which changed the specification
};

/// Adds --arch, --instruction, --spec, --set.
void add_subject_options(po::options_description& options);
/// Whether any of --instruction, --spec was given.
[[nodiscard]] bool has_subject(const po::variables_map& values);
/// Reads them. Throws UsageError if neither or both of --instruction and --spec are given, or --arch with
/// --spec.
[[nodiscard]] Subject read_subject(const po::variables_map& values);
/// Applies --set key=value to `spec` and validates; returns whether there was any.
bool apply_settings(const po::variables_map& values, Spec& spec, const std::string& option = "set");

/// Whether the words give the option ("--out"), as `--out FILE` or `--out=FILE`.
[[nodiscard]] bool gives(const Arguments& words, const std::string& option);

/// An option that is a whole number. Throws UsageError naming the option, its value and the range.
[[nodiscard]] std::uint64_t read_count(const po::variables_map& values, const char* option, std::uint64_t low,
                                       std::uint64_t high);

/// What names the specification in a message: "--arch Hopper --instruction HMMA.16816.F32 --set F=24",
/// "--spec mine.json" (the file's name without its folder).
[[nodiscard]] std::string subject_arguments(const Subject& subject);

}  // namespace karat::cli
