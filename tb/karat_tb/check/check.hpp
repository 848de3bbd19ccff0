// SPDX-License-Identifier: Apache-2.0
// Drives a candidate with tiles and checks its answers.
#pragma once
#include <functional>
#include <string>

#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/scoreboard.hpp"

namespace karat::tb {

struct CheckSettings {
    std::uint64_t count = 100000;        ///< tiles at most; the source may end before
    std::uint64_t seed = 1;              ///< of the pauses on both sides
    std::uint64_t max_mismatches = 100;  ///< stop after so many; 0: never
    std::uint64_t patience = 10000;      ///< cycles without an answer or an acceptance before giving up
    /// Cycles whose waves are dumped, from the first to before the second; none by default.
    std::uint64_t dump_from = 0, dump_to = 0;
    std::uint64_t stop_after_cycles = 0;  ///< 0: run on
    /// Called now and then with the tiles answered so far and the mismatches.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// How a check ended. Only `passed` and `mismatched` mean that the design kept the protocol.
enum class Verdict : std::uint8_t { passed, mismatched, no_answer, never_ready, too_many_answers, finished };

struct CheckResult {
    Verdict verdict = Verdict::passed;
    std::string reason;  ///< one sentence; empty if passed
    std::uint64_t cycles = 0;
    std::uint64_t first_mismatch_cycle = 0;  ///< in which the first wrong answer was taken; 0 without one
};

/// The reason that goes with a candidate's `finished` code.
[[nodiscard]] std::string why_finished(std::uint32_t code);

/// Feeds the source's tiles through the candidate's ports, with pauses on both sides, and compares in order.
/// What was compared is in `scoreboard`, whose specification is the golden one, whatever the verdict. Throws
/// karat::Error if the candidate's ports do not fit.
[[nodiscard]] CheckResult run_check(Candidate& candidate, TileSource& source, Scoreboard& scoreboard,
                                    const CheckSettings& settings);

}  // namespace karat::tb
