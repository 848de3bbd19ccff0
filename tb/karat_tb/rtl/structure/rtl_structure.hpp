// SPDX-License-Identifier: Apache-2.0
// The RTL of a recipe: every sum and every rounding of it an instance of a cell of rtl_ref/, widths from the
// bounds, pipeline registers between the instances.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/bounds/bounds.hpp"
#include "karat/recipe/spec.hpp"
#include "karat_tb/rtl/structure/rtl_layout.hpp"

namespace karat::tb {

/// A tile of the reference RTL.
struct RtlTile {
    int m = 2;       ///< lanes, 1..64
    int n = 2;       ///< 1..64
    int stages = 1;  ///< pipeline registers from operands to result; 0: combinational
    Spec spec;       ///< valid (validate())
};

/// One lane: what the tile around it must know, and its module.
struct LaneText {
    std::string module;         ///< SystemVerilog
    std::vector<int> operands;  ///< of each k: the stage in which the lane takes its factors
    std::vector<int> scales;    ///< of each block: likewise its scale factors, where sums are scaled
    int c = 0;                  ///< likewise c
};

/// Most stages that a lane of this recipe can have.
[[nodiscard]] int deepest_pipeline(const Program& program, const Bounds& bounds);

/// Writes the module `name`. Throws karat::Error naming the node of the recipe for what the cells have not.
[[nodiscard]] LaneText write_lane(const Program& program, const Bounds& bounds, int stages,
                                  const std::string& name);

/// SystemVerilog of a tile, beside the cells of rtl_ref/: name without folder, text. `NAME_lane.sv`,
/// `NAME_flat.sv` (flat ports, for yosys 0.23), last `NAME.sv`, the top with a candidate's ports. Throws
/// karat::Error as above, and for lanes or stages outside their range.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> rtl_files(const RtlTile& tile,
                                                                         const std::string& name);

/// A recipe's node in a line or two of formula, for comments.
[[nodiscard]] std::vector<std::string> described(const Program& program, const Operation& op);

/// What says a number's layout to karat_read or karat_factor (there with `prefix`).
[[nodiscard]] std::vector<std::pair<std::string, std::string>> layout_parameters(
    Format format, const std::string& prefix = "");

}  // namespace karat::tb
