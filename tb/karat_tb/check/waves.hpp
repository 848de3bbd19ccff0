// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat_tb/check/check.hpp"

namespace karat::tb {

/// The window around a check's first wrong answer.
struct WaveWindow {
    std::uint64_t before = 40, after = 12;  ///< cycles
};

/// Settings of a second run that dumps the window around the first wrong answer and stops there. It is the
/// same cycle for cycle, because tiles and pauses follow from the seed; nothing is dumped far from the
/// mismatch, so a late one costs no more than an early one.
[[nodiscard]] CheckSettings wave_settings(CheckSettings settings, const CheckResult& first,
                                          const WaveWindow& window = {});

/// Writes a save file for GTKWave: the dump, its place in time, and the ports of the candidate. Throws
/// karat::Error if it cannot.
void write_save_file(const std::string& path, const std::string& dump, const CheckResult& first,
                     const WaveWindow& window = {});

}  // namespace karat::tb
