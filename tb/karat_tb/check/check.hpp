// SPDX-License-Identifier: Apache-2.0
// Drives a candidate with tiles and checks its answers.
#pragma once
#include <functional>
#include <string>

#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/flag_board.hpp"
#include "karat_tb/check/mode_boards.hpp"
#include "karat_tb/check/protocol_coverage.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/check/traffic_segments.hpp"

namespace karat::tb {

struct CheckSettings {
    std::uint64_t count = 100000;        ///< most tiles; the source may end earlier
    std::uint64_t seed = 1;              ///< of the traffic
    std::uint64_t max_mismatches = 100;  ///< stop after this many wrong lanes; 0: never
    /// Cycles in which a tile is offered but none is accepted, or in which an answer would be taken but none
    /// comes, before giving up.
    std::uint64_t patience = 10000;
    TrafficKinds traffic = all_traffic();  ///< without `reset` the design is reset only before the first tile
    ProtocolCoverage* protocol = nullptr;  ///< collects the protocol coverage; null: not measured
    FlagBoard* flags = nullptr;            ///< compares the status flags; null: the design has none
    /// Dump the waves of the cycles in [dump_from, dump_to); none by default.
    std::uint64_t dump_from = 0, dump_to = 0;
    std::uint32_t mode = 0;               ///< value of the mode input, if the design has one
    std::uint64_t stop_after_cycles = 0;  ///< end the run after this cycle; 0: no limit
    /// Called periodically with the number of tiles answered and of mismatches so far.
    std::function<void(std::uint64_t, std::uint64_t)> progress;
};

/// Cycles of the reset before the first counted cycle: a reset, a stretch in which the design takes tiles
/// while nobody takes its answers, and a second reset. Without resets in the traffic it is one long reset.
inline constexpr int kFirstResetCycles = 4;
inline constexpr int kFillCycles = 12;
inline constexpr int kSecondResetCycles = 4;
inline constexpr int kResetCycles = kFirstResetCycles + kFillCycles + kSecondResetCycles;

/// How a check ended. Only `passed` and `mismatched` mean that the design kept the protocol.
enum class Verdict : std::uint8_t { passed, mismatched, no_answer, never_ready, too_many_answers, finished };

struct CheckResult {
    Verdict verdict = Verdict::passed;
    std::string reason;  ///< one sentence; empty if passed
    std::uint64_t cycles = 0;
    std::uint64_t first_mismatch_cycle = 0;  ///< cycle that took the first wrong answer; 0: none
};

/// The reason text for a candidate's `finished` code.
[[nodiscard]] std::string why_finished(std::uint32_t code);

/// Drives the source's tiles into the candidate, with the traffic of Traffic, and compares the answers in
/// order. Whatever the verdict, `scoreboard` holds everything that was compared; its specification is the
/// golden one. Throws karat::Error if the candidate's ports do not fit the specification.
[[nodiscard]] CheckResult run_check(Candidate& candidate, TileSource& source, Scoreboard& scoreboard,
                                    const CheckSettings& settings);

/// The same with tiles of several modes: Tile::mode is on the mode input while the tile is offered, and its
/// answers are compared by the scoreboard of that mode. Throws karat::Error if the ports do not fit the
/// specification of a mode.
[[nodiscard]] CheckResult run_modes(Candidate& candidate, TileSource& source, ModeBoards& boards,
                                    const CheckSettings& settings);

}  // namespace karat::tb
