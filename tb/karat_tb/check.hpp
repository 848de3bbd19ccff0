// SPDX-License-Identifier: Apache-2.0
// Drives a candidate with tiles and checks its answers.
#pragma once
#include <functional>
#include <string>

#include "karat_tb/candidate.hpp"
#include "karat_tb/scoreboard.hpp"

namespace karat::tb {

struct CheckSettings {
    std::uint64_t count = 100000;  ///< tiles
    std::uint64_t seed = 1;
    std::uint64_t max_mismatches = 100;  ///< stop after so many; 0: never
    std::size_t keep = 1000;             ///< mismatches whose operands are kept
    std::uint64_t patience = 10000;      ///< cycles without an answer or an acceptance before giving up
    /// Called now and then with the tiles answered so far and the mismatches.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// How a check ended. Only `passed` and `mismatched` mean that the design kept the protocol.
enum class Verdict : std::uint8_t { passed, mismatched, no_answer, never_ready, too_many_answers, finished };

struct CheckResult {
    Verdict verdict = Verdict::passed;
    std::string reason;  ///< one sentence; empty if passed
    std::uint64_t cycles = 0;
};

/// Feeds `settings.count` tiles through the candidate's ports, with pauses on both sides, and compares in order. What was compared is in
/// `scoreboard` whatever the verdict. Throws karat::Error if the candidate's ports do not fit the specification.
[[nodiscard]] CheckResult run_check(Candidate& candidate, const DotAdd& dot, Scoreboard& scoreboard, const CheckSettings& settings);

}  // namespace karat::tb
