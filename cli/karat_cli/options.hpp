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

/// What a command accepts. Its help, the shell completion and the man page are made from it.
struct Interface {
    std::string usage;            ///< begins with the command's name
    std::string positional = {};  ///< what other words are; empty: the command takes none
    po::options_description options{"options"};
};

/// Parses the arguments. On --help prints the usage and the options, and returns nothing. Positional words
/// are in option "words". `program` replaces "karat COMMAND" in messages. Throws UsageError for an unknown
/// option, with the nearest ones, and for a word that the command does not take.
[[nodiscard]] std::optional<po::variables_map> parse(const Arguments& arguments, const Interface& interface,
                                                     const std::string& program = {});

/// The options as the help and the man page show them: "--out FILE.json", "--seed N (=1)".
[[nodiscard]] po::options_description with_value_names(const po::options_description& options);

/// Adds --color.
void add_color_option(po::options_description& options);
/// Whether to colour the output. "auto": only on a terminal, and not if the environment variable NO_COLOR is
/// set and not empty (no-color.org). Throws UsageError for any value but auto, always and never.
[[nodiscard]] bool wants_color(const po::variables_map& values);

/// What is computed: an instruction or a specification from a file, optionally with changed knobs.
struct Subject {
    Spec spec;
    std::optional<Instruction> instruction;
    bool changed = false;       ///< --set was used: the instruction's name is not enough
    std::string spec_path;      ///< path of --spec or of the contract; empty for an instruction
    bool in_contract = false;   ///< the specification is an object in the contract spec_path
    std::string formats;        ///< --formats and --k as typed, if nothing else is known
    bool formats_only = false;  ///< `spec` is the exact sum of the formats, which is all that was said
    std::vector<std::string> settings;  ///< values of --set
};

/// Adds --arch, --instruction, --spec, --set.
void add_subject_options(po::options_description& options);
/// Whether any of --instruction, --spec was given.
[[nodiscard]] bool has_subject(const po::variables_map& values);
/// Whether settings are validated as they are, or later, together with the values of axes.
enum class Validate : std::uint8_t { now, later };
/// Reads these options. Throws UsageError if neither or both of --instruction and --spec are given, or --arch
/// together with --spec.
[[nodiscard]] Subject read_subject(const po::variables_map& values, Validate when = Validate::now);
/// An instruction, or a specification in a file. Throws UsageError or NameError.
[[nodiscard]] Subject subject_of_instruction(const std::string& arch, const std::string& name);
[[nodiscard]] Subject subject_of_file(const std::string& path);
/// Applies every --`option` KEY=VALUE to `spec` and validates it. Returns whether the option was given. A
/// name that is not the canonical one (fp8, truncate, fused) is accepted with a note on stderr.
bool apply_settings(const po::variables_map& values, Spec& spec, const std::string& option = "set",
                    Validate when = Validate::now);

/// Whether the words contain the option ("--out"), as `--out FILE` or `--out=FILE`.
[[nodiscard]] bool gives(const Arguments& words, const std::string& option);

/// The value of a whole-number option. Throws UsageError naming the option, its value and the range.
[[nodiscard]] std::uint64_t read_count(const po::variables_map& values, const char* option, std::uint64_t low,
                                       std::uint64_t high);

/// "the instruction HMMA.16816.F32", or "the specification mine.json".
[[nodiscard]] std::string subject_name(const Subject& subject);

/// The options that name the specification in messages: "--arch Hopper --instruction HMMA.16816.F32 --set
/// F=24", or "--spec mine.json" (the file name without its folder).
[[nodiscard]] std::string subject_arguments(const Subject& subject);

}  // namespace karat::cli
