// SPDX-License-Identifier: Apache-2.0
// The form of a recipe that the kernel of sums on a common grid supports. As in fused_tree.hpp, an attribute
// that is not handled here makes the engine fall back to the readable model.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"

namespace karat::simd {

/// A step rounds the sum of group sums and c on one grid, all rounded down to it:
///
///     round(sum on a common grid(sum(product [F_products RD]) of each group [F_groups RD], c [F_c RD]))
///
/// A second rounding may follow, of that result alone. The step stands alone or is that of a chain from c.
struct GridTree {
    int F_products = 0;
    int F_groups = 0;
    int F_c = 0;
    int least_exponent = 0;  ///< of c, which is compared by its leading bit
    bool drops_tiny_negative = false;
    OutputRule round;                 ///< the sum's; of every step except the last
    OutputRule last;                  ///< the same for the last step
    std::optional<OutputRule> again;  ///< the second rounding, if there is one
    std::optional<OutputRule> again_last;
    int operations = 0;
    int groups = 0;                    ///< groups of a step
    int group_size = 0;                ///< products of a group
    std::vector<std::uint32_t> order;  ///< k of the p-th product, step by step, group by group
};

/// Empty if the recipe has another form, or an attribute that the kernel does not support.
[[nodiscard]] std::optional<GridTree> grid_tree(const Program& program);

}  // namespace karat::simd
