// SPDX-License-Identifier: Apache-2.0
// The three published test suites for matrix units. They see a target's formats and answers, nothing else.
#pragma once
#include "karat_probe/suites/finding.hpp"
#include "karat_probe/suites/settled.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

struct Suite {
    SuiteName name;
    const char* title;
    const char* paper;
};
/// In the order of SuiteName.
[[nodiscard]] std::span<const Suite> suites();

struct SuiteReport {
    SuiteName suite = SuiteName::mma_sim;
    std::vector<Finding> findings;  ///< one of each test, in the suite's order
    Settled settled;
};

/// Runs every test of the suite. A test that cannot be stated for the target's formats reports that. Throws
/// TargetError.
[[nodiscard]] SuiteReport run_suite(SuiteName suite, Target& target);

/// The finding of a test. Precondition: the suite has it.
[[nodiscard]] const Finding& finding_of(const SuiteReport& report, std::string_view id);

}  // namespace karat::probe
