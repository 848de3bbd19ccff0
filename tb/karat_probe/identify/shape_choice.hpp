// SPDX-License-Identifier: Apache-2.0
// Which of the many trees are fitted.
#pragma once
#include <cstddef>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat_probe/identify/topology.hpp"

namespace karat::probe {

/// Indices of the trees that the topology contradicts least, with the simplest trees first.
[[nodiscard]] std::vector<std::size_t> least_contradicted(const std::vector<Recipe>& shapes,
                                                          const Topology& topology);

/// The same of trees that differ in one part: fewer of them, and none because it is simple.
[[nodiscard]] std::vector<std::size_t> less_contradicted(const std::vector<Recipe>& trees,
                                                         const Topology& topology);

/// Indices of one tree of each of the simplest kinds, the simplest first. Trees that differ only in which
/// products are grouped are of one kind; the one that the topology contradicts least stands for it. What the
/// topology says of a kind does not matter: a rule that hides small addends may have misled it.
[[nodiscard]] std::vector<std::size_t> simplest_of_each_kind(const std::vector<Recipe>& shapes,
                                                             const Topology& topology);

}  // namespace karat::probe
