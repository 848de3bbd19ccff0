// SPDX-License-Identifier: Apache-2.0
// The page of karat check --html.
#pragma once
#include <string>

#include "karat_cli/check/check_reports.hpp"

namespace karat::cli {

/// The reports of all runs as one page that needs no other file: the verdict, then for each run that failed
/// or measured coverage its findings, mismatches, coverage, waves and commands. `modes`: how the modes ended,
/// in one line; empty for a design without modes.
[[nodiscard]] std::string check_page(const JudgedRuns& runs, const ReportStyle& style,
                                     const std::string& modes);

}  // namespace karat::cli
