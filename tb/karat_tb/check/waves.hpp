// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "karat_tb/check/check.hpp"

namespace karat::tb {

/// The window of cycles around the first wrong answer of a check.
struct WaveWindow {
    std::uint64_t before = 40, after = 12;  ///< cycles
};

/// Settings for a second run that dumps the window around the first wrong answer and then stops. The run is
/// the same cycle for cycle, because tiles and pauses depend only on the seed. Only the window is dumped, so
/// the file is as small for a late mismatch as for an early one.
[[nodiscard]] CheckSettings wave_settings(CheckSettings settings, const CheckResult& first,
                                          const WaveWindow& window = {});

/// Writes a save file for GTKWave with the dump, the time of the window and the candidate's ports. Throws
/// karat::Error if the file cannot be written.
void write_save_file(const std::string& path, const std::string& dump, const CheckResult& first,
                     const WaveWindow& window = {});

}  // namespace karat::tb
