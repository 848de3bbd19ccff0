// SPDX-License-Identifier: Apache-2.0
// The least and the largest value of every slot of an integer recipe, with their signs, which Bounds does not
// tell.
#pragma once
#include <vector>

#include "karat/arithmetic/integers.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

struct IntegerRange {
    BigInt low = 0, high = 0;
};

struct IntegerRanges {
    std::vector<IntegerRange> values;  ///< by slot
    std::vector<IntegerRange> sums;    ///< by operation, before rounding
};

/// Without `has_c` the input c is always 0. Precondition: the operands are integers.
[[nodiscard]] IntegerRanges integer_ranges(const Program& program, bool has_c = true);

}  // namespace karat
