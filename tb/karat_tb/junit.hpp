// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iosfwd>
#include <string>

#include "karat_tb/check.hpp"

namespace karat::tb {

/// The check as JUnit XML, which CI systems read: one test case for the protocol and one for each operand class that was seen. `detail` is
/// the text of the first failing class (the report).
void write_junit(std::ostream& out, const std::string& suite, const CheckResult& result, const Scoreboard& board,
                 const std::string& detail);

}  // namespace karat::tb
