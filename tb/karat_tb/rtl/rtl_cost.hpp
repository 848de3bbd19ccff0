// SPDX-License-Identifier: Apache-2.0
// The cost of a tile of the reference RTL: synthesised by yosys, mapped to generic gates by abc, and cached
// by content.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb {

/// One mapping to the gates of kGates.
struct Netlist {
    double area = 0;  ///< in two-input NANDs, including flip-flops
    long gates = 0;   ///< without flip-flops
    int depth = 0;    ///< gates on the longest path between ports or flip-flops
};

/// The two ends of the trade-off between area and delay for the same logic. A product lies somewhere in
/// between.
struct RtlCost {
    Netlist small;        ///< mapped for the least area
    Netlist fast;         ///< mapped for the least depth
    long flip_flops = 0;  ///< the same in both
    std::string tool;     ///< name and version of the synthesis tool, as it prints them
    bool cached = false;  ///< the result was in the cache
};

/// Synthesises the module `top` of these sources, which must be in the subset of SystemVerilog that yosys
/// 0.23 reads. Precondition: the folder `work` exists; the logs stay there. Throws karat::Error like
/// rtl_cost().
[[nodiscard]] RtlCost synthesise(const std::vector<std::filesystem::path>& sources, const std::string& top,
                                 const std::filesystem::path& work);

/// Synthesises the flat unit of a tile, or returns the cached result for the same sources, parameters and
/// gates. `announce` is called before a synthesis starts. A synthesis takes from seconds (four products) to
/// minutes (dozens of products). The cache is that of build_candidate(). Throws karat::Error, which names the
/// knob if the reference RTL cannot implement the design, the program if one is missing, or the log if the
/// synthesis fails.
[[nodiscard]] RtlCost rtl_cost(const RtlTile& tile, void (*announce)(const RtlTile&) = nullptr);

}  // namespace karat::tb
