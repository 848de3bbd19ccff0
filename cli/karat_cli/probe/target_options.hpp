// SPDX-License-Identifier: Apache-2.0
// The options that name a target's formats and limits, for every command that takes a target.
#pragma once
#include "karat_cli/options.hpp"
#include "karat_probe/target/open_target.hpp"

namespace karat::cli {

/// What the words of such a command are, for Interface::positional.
inline constexpr const char* kTargetWord =
    "ARCH/INSTRUCTION, FILE.json, program:COMMAND, library:FILE.so or candidate:FILE";

/// Adds --like, --formats, --k, --scale, --scale-block, --metadata, --multiplier, --timeout, --patience and
/// --lanes. An option that `options` has already is left as it is.
void add_target_options(po::options_description& options);

/// Adds --formats, --k, --scale, --scale-block, --metadata and --multiplier, unless they are there. `when`:
/// when --formats is needed, as in "required unless --like is given".
void add_format_options(po::options_description& options, const std::string& when);
/// Whether --formats was given.
[[nodiscard]] bool has_formats(const po::variables_map& values);
/// The formats that these options describe. Throws UsageError.
[[nodiscard]] OperandRules read_formats(const po::variables_map& values);

/// The request for `target` as the options describe it. Throws UsageError for --formats together with --like,
/// for an option that has no effect on `target`, and for a value that is not allowed; karat::Error if
/// `target` is of no kind or --like names nothing.
[[nodiscard]] probe::TargetRequest read_target(const po::variables_map& values, const std::string& target);

/// The `count` words of a command that takes targets. Throws UsageError, which says `usage` ("karat probe
/// TARGET"), if there are more or fewer.
[[nodiscard]] std::vector<std::string> read_target_words(const po::variables_map& values, std::size_t count,
                                                         const std::string& usage);
/// The same for words of another kind, which `kinds` explains: "a model is ...".
[[nodiscard]] std::vector<std::string> read_words(const po::variables_map& values, std::size_t count,
                                                  const std::string& usage, const std::string& kinds);

}  // namespace karat::cli
