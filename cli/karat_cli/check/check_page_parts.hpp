// SPDX-License-Identifier: Apache-2.0
// The sections of the page of karat check --html.
#pragma once
#include <iosfwd>
#include <string>

#include "karat_cli/check/check_reports.hpp"

namespace karat::cli {

/// One run on the page.
struct PageRun {
    const Judged& judged;
    tb::ReportInput input;
    int level = 2;  ///< of its headings: <h2>
};

/// A heading, with the text escaped. `level`: 2 for <h2>.
void write_heading(std::ostream& out, int level, const std::string& text);
void write_paragraph(std::ostream& out, const std::string& text);
/// A row of a table of two columns, with the value escaped.
void write_command(std::ostream& out, const std::string& what, const std::string& command);

/// The nearest specification and the diagnosis, then a section for each finding, with headings of `level`.
void write_bugs(std::ostream& out, const probe::BugReport& report, int level);
/// The diagnosis and the findings of a run.
void write_findings(std::ostream& out, const PageRun& run);
/// Mismatches by lane and by class, and the first one in full.
void write_mismatch_counts(std::ostream& out, const PageRun& run);
/// The coverage and its holes; nothing if it was not measured.
void write_coverage(std::ostream& out, const PageRun& run);
/// The protocol coverage, with all its bins; nothing if it was not measured.
void write_protocol(std::ostream& out, const PageRun& run);

}  // namespace karat::cli
