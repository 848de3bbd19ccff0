// SPDX-License-Identifier: Apache-2.0
// Which of the many trees are fitted.
#pragma once
#include <cstddef>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat_probe/identify/topology/exchanges.hpp"
#include "karat_probe/identify/topology/topology.hpp"

namespace karat::probe {

/// The trees that the exchanges contradict least, with those that have further sums around their sums: the
/// simplest and least contradicted by the topology first. Then the others, up to a limit. For integers, the
/// exchanges are not used.
[[nodiscard]] std::vector<Recipe> likely_shapes(const std::vector<Recipe>& shapes, const Topology& topology,
                                                const Exchanges& exchanges);

/// Indices of those of some trees that differ in one part which the topology contradicts least, the simplest
/// first.
[[nodiscard]] std::vector<std::size_t> less_contradicted(const std::vector<Recipe>& trees,
                                                         const Topology& topology);

/// Indices of one tree of each of the simplest kinds, the simplest first. Trees that differ only in which
/// products are grouped are of one kind.
[[nodiscard]] std::vector<std::size_t> simplest_of_each_kind(const std::vector<Recipe>& shapes);

}  // namespace karat::probe
