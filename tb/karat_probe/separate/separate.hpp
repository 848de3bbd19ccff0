// SPDX-License-Identifier: Apache-2.0
// Witnesses: dot-adds that tell two recipes apart.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"

namespace karat::probe {

/// A dot-add on which two recipes differ. If one's NaN encoding is `any`, two NaNs do not differ.
struct Witness {
    VectorRow row;        ///< d is empty
    std::uint64_t x = 0;  ///< result of the first recipe
    std::uint64_t y = 0;  ///< result of the second recipe
};

struct Effort {
    /// Crafted rows, and the directed stimulus of either recipe. At last a fifth as many rows whose sum is a
    /// tie.
    std::uint64_t directed = 20000;
    std::uint64_t steered = 2000;  ///< dot-adds made for bins of either recipe's coverage
    std::uint64_t random = 5000;   ///< uniform, normal and cancelling operands, level 1
    std::uint64_t seed = 1;
};

/// Searches for dot-adds that separate x from y. Returns the first `count` of them, fewer if the effort is
/// spent; none if the recipes are equal. `tried`, if given, is increased by the number of dot-adds tried.
/// Throws Error if formats, k, scale factors or metadata (formats_of) differ.
[[nodiscard]] std::vector<Witness> separate(const Recipe& x, const Recipe& y, const Effort& effort,
                                            std::size_t count = 1, std::uint64_t* tried = nullptr);

/// The simplest dot-add derived from `row` for which `holds` is still true: fewest nonzero operands, then
/// simplest significands (1 where possible), then smallest exponents. `holds(row)` must be true.
/// Deterministic.
[[nodiscard]] VectorRow shrink(VectorRow row, const OperandRules& formats,
                               const std::function<bool(const VectorRow&)>& holds);

}  // namespace karat::probe
