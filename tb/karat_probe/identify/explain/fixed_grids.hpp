// SPDX-License-Identifier: Apache-2.0
// A floor above every addend makes the grid of a sum the same for all dot-adds. Then nothing shows but this
// grid, and the floor, a width and a rounding have to be right together.
#pragma once
#include <optional>
#include <vector>

#include "karat/recipe/spec.hpp"
#include "karat_probe/identify/judging/record.hpp"

namespace karat::probe {

/// The exponent of the lowest bit in any answer that is finite and not zero. `d`: a floating-point format.
[[nodiscard]] std::optional<int> lowest_bit(const Record& record, Format d);

/// The specification with its floor set so that one alignment drops what is below 2^exponent, for each of its
/// alignments with each rounding. None if the algorithm aligns nothing.
[[nodiscard]] std::vector<Spec> with_fixed_grids(const Spec& spec, int exponent);

}  // namespace karat::probe
