// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "karat/recipe/program.hpp"

namespace karat::probe {

/// Where two recipes can tell operands apart: numbers that occur in only one of them come several times, so
/// that a random choice finds them more often.
struct Aims {
    std::vector<int> distances;  ///< between exponents: widths, cut-offs, fraction bits of roundings
    std::vector<int> fractions;  ///< fraction bits of roundings alone
    std::vector<int> exponents;  ///< floors, and the ends of the ranges of formats
};
[[nodiscard]] Aims aims_of(const Program& x, const Program& y);

}  // namespace karat::probe
