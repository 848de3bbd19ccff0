// SPDX-License-Identifier: Apache-2.0
// The RTL of a recipe. Every sum and every rounding is built from instances of the cells in rtl_ref/. The
// widths come from the bounds; pipeline registers are placed between the instances.
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

/// One lane: its module, and the stages in which the tile must supply the operands.
struct LaneText {
    std::string module;         ///< SystemVerilog
    std::vector<int> operands;  ///< for each k: the stage in which the lane takes its factors
    std::vector<int> scales;    ///< for each block: the same for its scale factors, if sums are scaled
    int c = 0;                  ///< the same for c
};

/// The largest number of pipeline stages that a lane of this recipe can have.
[[nodiscard]] int deepest_pipeline(const Program& program, const Bounds& bounds);

/// Writes the module `name`. Throws karat::Error if the cells do not support the recipe, naming its node, or
/// if `stages` is out of range.
[[nodiscard]] LaneText write_lane(const Program& program, const Bounds& bounds, int stages,
                                  const std::string& name);

/// The SystemVerilog files of a tile, without the cells of rtl_ref/: pairs of file name, without folder, and
/// text. They are `NAME_lane.sv`, `NAME_flat.sv` (flat ports, for yosys 0.23) and, last, `NAME.sv`, the top
/// with a candidate's ports. Throws karat::Error as above, and for lanes out of range.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> rtl_files(const RtlTile& tile,
                                                                         const std::string& name);

/// A node of a recipe as a short formula, in lines for a comment.
[[nodiscard]] std::vector<std::string> described(const Program& program, const Operation& op);

/// The parameters that give karat_read or karat_factor the layout of a number; their names start with
/// `prefix`.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> layout_parameters(
    Format format, const std::string& prefix = "");

}  // namespace karat::tb
