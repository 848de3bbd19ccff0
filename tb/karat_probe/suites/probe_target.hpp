// SPDX-License-Identifier: Apache-2.0
// Suites on one target, and how far their findings can be trusted.
#pragma once
#include <span>

#include "karat_probe/suites/suites.hpp"
#include "karat_probe/target/steadiness.hpp"

namespace karat::probe {

struct ProbeReport {
    std::string target;
    OperandRules formats;
    Steadiness steadiness;  ///< a short test, see probe_target()
    /// Why findings that assume a sum, or all of them, are undecided, in a sentence without a full stop.
    /// Empty if nothing speaks against a tree of sums.
    std::string contradiction = {};
    bool premise_holds = true;  ///< check_premise() found nothing; if it did, it is the contradiction
    std::vector<SuiteReport> suites = {};
    std::uint64_t asked = 0;

    /// Whether answers repeat and nothing contradicts a tree of sums.
    [[nodiscard]] bool trusted() const { return steadiness.steady() && contradiction.empty(); }
};

/// Asks for some hundred answers in changing arrangements (check_steadiness), then the plain questions of
/// check_premise(), then the suites. If an answer contradicts every tree of sums, findings that hold only
/// among these become undecided; if it contradicts the premise, all do. The questions of every finding are
/// asked again, twice. If an answer changes, the finding is undecided, and the target is not steady. Throws
/// TargetError.
[[nodiscard]] ProbeReport probe_target(Target& target, std::span<const SuiteName> suites);

}  // namespace karat::probe
