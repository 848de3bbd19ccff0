// SPDX-License-Identifier: Apache-2.0
// Facts about a recipe that the tile sources need: the widths of its sums, the format that products are
// rounded to, and how a chain divides the products among its steps.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"

namespace karat::tb {

/// Facts about a recipe for stimulus. If a fact does not apply to the recipe, it has a typical value.
struct StimulusFacts {
    explicit StimulusFacts(const Program& program);

    int width = 24;           ///< F of the first finite alignment, except those of c and acc
    int widest = 24;          ///< largest finite F, except those of c and acc
    int output_fraction = 0;  ///< fraction bits of the result
    Format product;           ///< format that single products are rounded to; d's if they are not rounded
    /// The products of each step of a chain of fused sums. Empty if there is none. A chain of exact
    /// two-addend sums does not count.
    std::vector<std::vector<int>> steps;

    bool flush_a = false, flush_b = false;  ///< a subnormal operand counts as +0

    bool flushes_result = false;  ///< a subnormal result becomes zero

    struct Floored {
        int floor = 0;
        int width = 0;
    };
    std::optional<Floored> floored;  ///< of the first sum that has a floor for e_max and a finite width
};

}  // namespace karat::tb
