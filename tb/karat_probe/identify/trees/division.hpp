// SPDX-License-Identifier: Apache-2.0
// The ways to divide products into equal parts.
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

inline constexpr std::array kEveryPattern{Pattern::contiguous, Pattern::interleaved, Pattern::pairs};

/// Patterns that divide so many products into different parts. All are the same for one part, for single
/// products, and some for parts of two.
[[nodiscard]] std::vector<Pattern> different_patterns(int parts, int size);

/// Every number of equal parts of so many products, in every pattern that makes a difference.
void each_division(int size, const std::function<void(int parts, Pattern pattern)>& body);

}  // namespace karat::probe
