// SPDX-License-Identifier: Apache-2.0
// One run of karat check.
#pragma once
#include <algorithm>

#include "karat_cli/check/check_files.hpp"
#include "karat_cli/check/check_modes.hpp"
#include "karat_tb/unit/contract.hpp"

namespace karat::cli {

/// The port of the status flags; null if there is none.
[[nodiscard]] inline const tb::FlagPort* flags_of(const tb::Contract* contract) {
    return contract != nullptr && contract->flags ? &contract->flags->what : nullptr;
}

/// Bytes of tiles and answers that a diagnosis keeps.
inline constexpr std::size_t kHistory = std::size_t{1} << 28;

struct Run {
    const po::variables_map& values;
    const Design& design;
    const DotAdd& dot;
    tb::CheckSettings settings;
    Lanes lanes;
    const std::vector<NamedPath>& outputs;
    const tb::Contract* contract;  ///< null: the design has karat's ports
    bool formats_only = false;     ///< the specification is the exact sum of the formats that were given

    /// The port of the status flags; null if there is none.
    [[nodiscard]] const tb::FlagPort* flags() const { return flags_of(contract); }
    /// The file of an output option ("--out", "--waves", ...); null if it was not given.
    [[nodiscard]] const NamedPath* output(const char* option) const {
        const auto at = std::ranges::find(outputs, option, &NamedPath::option);
        return at == outputs.end() ? nullptr : &*at;
    }
};

/// Runs the check, diagnoses mismatches and writes the files of the run. `troubles` collects files that
/// cannot be written.
[[nodiscard]] std::unique_ptr<Judged> judge(Run& run, const Subject& subject, bool colour,
                                            Troubles& troubles);

/// Writes the files of --junit and --html, if they were given. `modes`: how the modes ended, in one line;
/// empty for a design without modes.
void write_report_files(const po::variables_map& values, const JudgedRuns& runs, const ReportStyle& style,
                        const std::string& modes, Troubles& troubles);

/// The check of a design with modes: a run for each, then a run in which the mode changes from tile to tile.
/// Prints the reports and returns the exit status. `settings.mode` is not used. `contract`: null if the
/// design has karat's ports.
[[nodiscard]] int check_modes(const po::variables_map& values, const Design& design,
                              const std::vector<Mode>& modes, const tb::CheckSettings& settings,
                              bool names_out, const ReportStyle& style, const tb::Contract* contract);

}  // namespace karat::cli
