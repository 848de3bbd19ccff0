// SPDX-License-Identifier: Apache-2.0
// Moves of two knobs that belong together, anywhere in their ranges.
#pragma once
#include <array>
#include <utility>
#include <vector>

#include "karat_probe/identify/moves/knob_moves.hpp"

namespace karat::probe {

/// The widths of alignments, with their roundings.
inline constexpr std::array<std::pair<const char*, const char*>, 5> kWidths{{{"F", "align_rounding"},
                                                                             {"F_c", "c_rounding"},
                                                                             {"F_sum", "sum_rounding"},
                                                                             {"F_group", "group_rounding"},
                                                                             {"F_inner", "inner_rounding"}}};

/// The formats that a rounding inside the tree can have, with its mode.
inline constexpr std::array<std::pair<const char*, const char*>, 4> kInnerFormats{
    {{"chain_format", "chain_rounding"},
     {"product_format", "product_rounding"},
     {"acc_format", "output_rounding"},
     {"dot_format", "dot_rounding"}}};

/// Every width with each rounding that turns a lost addend into one unit, and narrow widths with every
/// rounding: the answers show the exact width, and a width nearby explains none of them. And every cut-off of
/// c with each rounding of c.
[[nodiscard]] std::vector<KnobMove> jumps(const Spec& spec);

/// The specification, and the same with each other format of a rounding inside the tree.
[[nodiscard]] std::vector<Spec> inner_formats(const Spec& spec);

}  // namespace karat::probe
