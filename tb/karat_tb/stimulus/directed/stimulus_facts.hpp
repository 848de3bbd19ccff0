// SPDX-License-Identifier: Apache-2.0
// What the sources of tiles ask of a recipe: how wide its sums are, what products are rounded to, how a chain
// shares them out.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"

namespace karat::tb {

/// Facts for stimulus. Every one has a value for any recipe; where the recipe has no such thing it is a usual
/// one.
struct StimulusFacts {
    explicit StimulusFacts(const Program& program);

    int width = 24;           ///< of the first alignment to a finite width
    int widest = 24;          ///< of any but c's
    int output_fraction = 0;  ///< fraction bits of the result
    Format product;           ///< that products are rounded to, one at a time; d where they are not
    /// Products of each step of a chain of fused sums. Empty without one: sums of two, one after the other,
    /// are none.
    std::vector<std::vector<int>> steps;

    struct Floored {
        int floor = 0;
        int width = 0;
    };
    std::optional<Floored> floored;  ///< of the first sum that has a floor below its e_max and a finite width
};

}  // namespace karat::tb
