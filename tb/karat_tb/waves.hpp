// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat_tb/check.hpp"

namespace karat::tb {

/// The window around a check's first wrong answer.
struct WaveWindow {
    std::uint64_t before = 40, after = 12;  ///< cycles
};

/// Runs a check again, which is the same cycle for cycle because its tiles and pauses follow from the seed, and dumps the window around
/// the first wrong answer. `fresh` was opened with waves, `source` gives the same tiles as the first time. Nothing is dumped far from the
/// mismatch, so that a late one costs no more than an early one.
void dump_waves(Candidate& fresh, TileSource& source, const Scoreboard& first_board, const CheckResult& first, CheckSettings settings,
                const WaveWindow& window = {});

/// Writes a save file for GTKWave: the dump, its place in time, and the ports of the candidate. Throws karat::Error if it cannot.
void write_save_file(const std::string& path, const std::string& dump, const CheckResult& first, const WaveWindow& window = {});

}  // namespace karat::tb
