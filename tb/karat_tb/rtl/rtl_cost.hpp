// SPDX-License-Identifier: Apache-2.0
// What a tile of the reference RTL costs: synthesised by yosys to generic gates, mapped by abc, results
// cached by content.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "karat_tb/rtl/structure/rtl_structure.hpp"

namespace karat::tb {

/// One mapping to the gates of kGates.
struct Netlist {
    double area = 0;  ///< in two-input NANDs, flip-flops included
    long gates = 0;   ///< without flip-flops
    int depth = 0;    ///< gates on the longest path between ports or flip-flops
};

/// Two ends of the trade-off between area and delay, of the same logic: a product is somewhere between.
struct RtlCost {
    Netlist small;        ///< mapped for the least area
    Netlist fast;         ///< mapped for the least depth
    long flip_flops = 0;  ///< the same in both
    std::string tool;     ///< what synthesised it, as it names itself
    bool cached = false;  ///< it was there already
};

/// Synthesises the module `top` of these sources (in the subset of SystemVerilog that yosys 0.23 reads) in
/// the folder `work`, which exists and is left with the logs. Throws karat::Error as rtl_cost().
[[nodiscard]] RtlCost synthesise(const std::vector<std::filesystem::path>& sources, const std::string& top,
                                 const std::filesystem::path& work);

/// Synthesises the flat unit of a tile, or reads the result of the last time for the same sources, parameters
/// and gates. `announce` is told of a synthesis before it starts. Takes from seconds (four products) to
/// minutes (dozens). The cache is build_candidate's. Throws karat::Error naming the knob if the reference RTL
/// cannot be this design, the program that is missing, or the log if it fails.
[[nodiscard]] RtlCost rtl_cost(const RtlTile& tile, void (*announce)(const RtlTile&) = nullptr);

}  // namespace karat::tb
