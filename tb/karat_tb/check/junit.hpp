// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iosfwd>
#include <span>

#include "karat_tb/check/report.hpp"

namespace karat::tb {

/// Writes the check as JUnit XML for CI systems. The suite has the check's name, or "karat check" and its
/// subject if it has no name. It contains one test case for the protocol, one for each operand class that
/// occurred, and one for the coverage if there is a coverage goal. The report is the text of the protocol's
/// failure; if the protocol was kept, of the failure of the first mismatch's class. A missed coverage goal
/// also gets the report.
void write_junit(std::ostream& out, const ReportInput& input);
/// The same with a suite for each of several checks.
void write_junit(std::ostream& out, std::span<const ReportInput> inputs);

}  // namespace karat::tb
