// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iosfwd>

#include "karat_tb/check/report.hpp"

namespace karat::tb {

/// The check as JUnit XML, which CI systems read: a suite with the check's name (else "karat check" and its
/// subject), with one test case for the protocol, one for each operand class that was seen, and one for the
/// coverage if one was to be reached. The report is the text of the first failure: of a broken protocol, else
/// of the class of the first mismatch.
void write_junit(std::ostream& out, const ReportInput& input);

}  // namespace karat::tb
