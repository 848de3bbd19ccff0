// SPDX-License-Identifier: Apache-2.0
// The one place where a specification becomes the parameters of the reference RTL (rtl_ref/), or a sentence
// that says which knob it has not.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::tb {

/// A tile of the reference RTL.
struct RtlTile {
    int m = 2;       ///< lanes, 1..64
    int n = 2;       ///< 1..64
    int stages = 1;  ///< pipeline registers of each operation of the chain, 0..4; from the recipe: of all
    Spec spec;
    bool from_recipe = false;      ///< written from its recipe, not one of the units with parameters
    std::optional<Recipe> recipe;  ///< not the specification's, which then says formats and counts only
};

/// The list of sources in rtl_ref/ that a tile is made of.
[[nodiscard]] std::string rtl_list(const RtlTile& tile);

/// The members of karat_spec_pkg::spec_t, in their order, with their values. Throws karat::Error naming the
/// knob if the reference RTL cannot be this design. `tile.spec` is valid (validate()).
[[nodiscard]] std::vector<std::pair<std::string, long>> rtl_parameters(const RtlTile& tile);

/// SystemVerilog of a tile, file by file: name without folder, text. `NAME_flat.sv` the parameters and the
/// unit with flat ports (for yosys 0.23), before it `NAME_lane.sv` if it is from the recipe; last `NAME.sv`,
/// the top with a candidate's ports.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> rtl_files(const RtlTile& tile,
                                                                         const std::string& name);

/// Code of a format in karat_rtl_pkg.
[[nodiscard]] long rtl_format_code(Format format);

}  // namespace karat::tb
