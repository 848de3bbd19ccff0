// SPDX-License-Identifier: Apache-2.0
// The runs of one karat check, and their reports: one, or one for each mode of the design.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "karat_cli/check/check_stimulus.hpp"
#include "karat_probe/findings/bugs.hpp"
#include "karat_tb/check/report.hpp"

namespace karat::cli {

/// One run, or the tiles of one mode in a mixed run, with all that its report refers to.
struct Judged {
    std::optional<std::uint32_t> mode = {};  ///< none: the design has no modes
    bool mixed = false;
    std::string subject = {};
    StimulusRun stimulus;
    tb::Scoreboard board;
    std::shared_ptr<tb::FlagBoard> flags = {};  ///< null: the design has none; one for all modes if mixed
    tb::CheckResult result = {};
    tb::Findings findings = {};
    std::optional<probe::BugReport> bugs = {};  ///< none: not searched
    std::string vector_path = {};
    std::string wave_path = {};
};
using JudgedRuns = std::vector<std::unique_ptr<Judged>>;

/// What all reports of a check share.
struct ReportStyle {
    std::string name, again, program;
    std::string elsewhere = {};  ///< the command without the options that name the specification
    std::string unit = {};       ///< its name, for the title of the page; empty: the reference RTL
    std::uint64_t seed = 0;
    bool colour = false;
};

[[nodiscard]] tb::ReportInput report_input(const Judged& run, const ReportStyle& style);

/// The reports of the modes as one JSON object: the verdict of all, and a report for each mode alone and
/// mixed.
[[nodiscard]] std::string modes_to_json_text(const JudgedRuns& alone, const JudgedRuns& mixed,
                                             const ReportStyle& style);

/// `passed` if all runs are, else the first verdict that broke the protocol, else `mismatched`.
[[nodiscard]] tb::Verdict verdict_of(const JudgedRuns& runs);
/// The exit status of karat check: 0 if every run passed and reached its coverage goal. With
/// `expect_mismatch`: 0 if the verdict of all is `mismatched`. 1 in all other cases, and if a bin was hit
/// that the coverage model excludes.
[[nodiscard]] int exit_status(const JudgedRuns& runs, const ReportStyle& style, bool expect_mismatch);

}  // namespace karat::cli
