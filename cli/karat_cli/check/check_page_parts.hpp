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

/// A heading, with the text escaped. `deeper`: levels below the run's.
void write_heading(std::ostream& out, const PageRun& run, const std::string& text, int deeper = 0);
void write_paragraph(std::ostream& out, const std::string& text);

/// The diagnosis, then a section for each finding.
void write_findings(std::ostream& out, const PageRun& run);
/// Mismatches by lane and by class, and the first one in full.
void write_mismatch_counts(std::ostream& out, const PageRun& run);
/// The coverage and its holes; nothing if it was not measured.
void write_coverage(std::ostream& out, const PageRun& run);
/// The protocol coverage, with all its bins; nothing if it was not measured.
void write_protocol(std::ostream& out, const PageRun& run);

}  // namespace karat::cli
