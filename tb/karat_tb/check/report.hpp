// SPDX-License-Identifier: Apache-2.0
// The text report of a check.
#pragma once
#include <boost/json/object.hpp>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

#include "karat_coverage/coverage.hpp"
#include "karat_tb/check/check.hpp"

namespace karat::tb {

[[nodiscard]] std::string_view verdict_name(Verdict verdict);

/// What was found out about a wrong design beyond its mismatches.
struct Findings {
    std::optional<std::string> contract;   ///< the answers fit another contract
    std::optional<std::string> misplaced;  ///< right answers in the wrong place
    std::string text;                ///< the diagnosis and a finding for each fault; empty: not searched
    boost::json::object members;     ///< the same, as members of the JSON report
    bool suggests_identify = false;  ///< the specification itself may be wrong
    std::string nearest = {};        ///< options of the nearest specification, if it is another one
};

struct ReportInput {
    const CheckResult& result;
    const Scoreboard& board;
    Findings findings = {};
    const Coverage* coverage = nullptr;          ///< null: not measured
    std::optional<double> coverage_goal = {};    ///< percentage to be reached, by both; none: no goal
    const ProtocolCoverage* protocol = nullptr;  ///< null: not measured
    const FlagBoard* flags = nullptr;            ///< null: the design has no status flags
    std::string name = {};                       ///< of the check; empty: no name
    std::string subject = {};                    ///< command-line arguments that select the specification
    std::string vector_path = {};                ///< file with the mismatches; empty: not written
    std::string wave_path = {};                  ///< file with the waves; empty: not written
    std::string again = {};                      ///< command that repeats this run; empty: unknown
    std::string program = "karat";
    std::uint64_t seed = 0;
    bool colour = false;
};

/// Verdict, counts and a missed coverage goal. If there are mismatches: their numbers by lane and by class,
/// and the first one in full (lane, operands, expected, got, distance in ulp, alignment picture, diagnosis,
/// seed, and the commands that replay it).
[[nodiscard]] std::string report(const ReportInput& input);

/// Returns a sentence if the coverage goal was missed although the check passed. A run that ended with
/// another verdict is judged by that verdict alone.
[[nodiscard]] std::optional<std::string> coverage_shortfall(const ReportInput& input);

/// The start of the `source` line of a mismatch file.
inline constexpr std::string_view kMismatchSource =
    "answers of an RTL candidate that differ from the model, karat check";

/// Writes the kept mismatches as a vector file, in the order of the run. d is the design's answer, so `karat
/// replay` reports each of them again. A note before each row says tile, lane, class, cycle and the kind of
/// difference (karat_tb/stimulus/row_note.hpp).
void write_mismatch_vectors(std::ostream& out, const Scoreboard& board, std::uint64_t seed);

}  // namespace karat::tb
