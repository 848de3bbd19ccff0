// SPDX-License-Identifier: Apache-2.0
// A sum that is the only addend of another sum, and the same arithmetic without one of the two.
#pragma once
#include <functional>
#include <optional>

#include "karat/recipe/recipe.hpp"

namespace karat::probe {

/// As the only addend of a sum that is rounded as it was. It is not rounded itself, or only by `first`.
[[nodiscard]] Sum enclosed(const Sum& sum);
[[nodiscard]] Sum rounded_twice(const Sum& sum, const OutputRule& first);
/// An addend in a sum of its own, which keeps the rules for its numbers.
[[nodiscard]] Term enclosed(Term term, const std::optional<OutputRule>& round);

/// Whether the only addend of the sum is another sum.
[[nodiscard]] bool encloses_a_sum(const Sum& sum);
/// The addends of the enclosed sum, with the rounding of the other if it has one.
[[nodiscard]] Sum without_inner_sum(const Sum& sum);
/// The enclosed sum with its own rounding. `whole`: a result or a step of a chain, which must be rounded to
/// its format.
[[nodiscard]] Sum without_outer_sum(const Sum& sum, bool whole);

/// The sum in another one with a width for all that it adds or, if it is rounded, with another rounding
/// before its own; and if it encloses a sum, without one of the two.
void each_enclosure(const Sum& sum, bool whole, const std::function<void(Sum)>& body);

}  // namespace karat::probe
