// SPDX-License-Identifier: Apache-2.0
// The trees of sums that the knobs of an algorithm describe.
#pragma once
#include <vector>

#include "karat/recipe/spec.hpp"

namespace karat::probe {

/// The divisors of a number from 1 on, itself included, ascending.
[[nodiscard]] std::vector<int> divisors(int size);

/// The specification with every structure that its algorithm has: products per step, groups, patterns, place
/// of c, pairing. The other knobs stay. Valid ones only.
[[nodiscard]] std::vector<Spec> structures(const Spec& spec);

}  // namespace karat::probe
