// SPDX-License-Identifier: Apache-2.0
// Turns SystemVerilog into a candidate: Verilator, and the C++ of tb/candidate.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "karat_tb/rtl/rtl_cache.hpp"

namespace karat::tb {

struct Verilation {
    std::string top;
    std::vector<std::string> words;  ///< sources and options of Verilator
    int m = 1, n = 1;                ///< lanes
    int mode_bits = 0;               ///< of mode_i; 0: there is none
    bool waves = false;              ///< with support for dumping waves, which makes it slower
};

/// The sources of the harness that are compiled into every candidate. `root`: source_root().
[[nodiscard]] std::vector<std::filesystem::path> harness_files(const std::filesystem::path& root);

/// Builds work/candidate.so. Returns the exit status of Verilator or of make; their output is in
/// work/build.log. Throws karat::Error if one of them cannot be started.
[[nodiscard]] int verilate(const Verilation& what, const std::filesystem::path& root,
                           const std::filesystem::path& work);

}  // namespace karat::tb
