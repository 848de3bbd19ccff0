// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/waves.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "karat/error.hpp"

namespace karat::tb {
namespace {

std::uint64_t first_cycle(const CheckResult& first, const WaveWindow& window) {
    return first.first_mismatch_cycle > window.before ? first.first_mismatch_cycle - window.before : 1;
}

/// A cycle is two time units of the dump. The cycles of a check are counted after the reset.
std::uint64_t time_of(std::uint64_t cycle) { return 2 * (kResetCycles + cycle - 1); }

}  // namespace

CheckSettings wave_settings(CheckSettings settings, const CheckResult& first, const WaveWindow& window) {
    settings.dump_from = first_cycle(first, window);
    settings.dump_to = first.first_mismatch_cycle + window.after;
    settings.stop_after_cycles = settings.dump_to;
    settings.max_mismatches = 0;
    settings.progress = nullptr;
    return settings;
}

void write_save_file(const std::string& path, const std::string& dump, const CheckResult& first,
                     const WaveWindow& window) {
    std::ofstream out(path);
    out << "[*] karat: the cycles around the first wrong answer; the marker is at the cycle that took it\n"
           "[dumpfile] \""
        << std::filesystem::absolute(dump).string() << "\"\n[timestart] "
        << time_of(first_cycle(first, window)) << "\n*-4.000000 " << time_of(first.first_mismatch_cycle);
    for (int marker = 0; marker < 26; ++marker) out << " -1";
    out << "\n@28\n";
    for (const char* port : {"clk_i", "rst_ni", "valid_i", "ready_o", "valid_o", "ready_i"})
        out << "candidate." << port << '\n';
    out << "@22\n";
    for (const char* port : {"a_i", "b_i", "c_i", "d_o"}) out << "candidate." << port << '\n';
    out.flush();
    if (!out) throw Error(path + ": the file cannot be written");
}

}  // namespace karat::tb
