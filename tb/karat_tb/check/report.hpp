// SPDX-License-Identifier: Apache-2.0
// What a person reads after a check.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "karat_coverage/coverage.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/diagnosis/diagnosis.hpp"

namespace karat::tb {

[[nodiscard]] std::string_view verdict_name(Verdict verdict);

/// What is known of a wrong design beyond its mismatches.
struct Findings {
    std::optional<Diagnosis> diagnosis;
    std::optional<std::string> misplaced;  ///< right answers in the wrong place
};

struct ReportInput {
    const CheckResult& result;
    const Scoreboard& board;
    Findings findings = {};
    const Coverage* coverage = nullptr;        ///< null: not measured
    std::optional<double> coverage_goal = {};  ///< percentage that was to be reached
    std::string name = {};                     ///< of the check; empty: it has none
    std::string subject = {};                  ///< arguments that name the specification
    std::string vector_path = {};              ///< where the mismatches were written; empty: nowhere
    std::string wave_path = {};                ///< where the waves were written; empty: nowhere
    std::string again = {};                    ///< command that repeats this run; empty: none is known
    std::string program = "karat";
    std::uint64_t seed = 0;
    bool colour = false;
};

/// Verdict and counts; a coverage that was not reached; with mismatches: by lane and by class, and the first
/// one whole (lane, operands, expected, got, ulp, the alignment picture, the seed and the commands that
/// replay it).
[[nodiscard]] std::string report(const ReportInput& input);

/// One sentence, if a coverage was to be reached and was not although every answer was right. (A run that
/// wrong answers ended is judged by those alone.)
[[nodiscard]] std::optional<std::string> coverage_shortfall(const ReportInput& input);

/// How the source of a file of mismatches begins.
inline constexpr std::string_view kMismatchSource =
    "answers of an RTL candidate that differ from the model, karat check";

/// The kept mismatches as a vector file; d is what the design answered, so `karat replay` shows each of them
/// again.
void write_mismatch_vectors(std::ostream& out, const Scoreboard& board, std::uint64_t seed);

}  // namespace karat::tb
