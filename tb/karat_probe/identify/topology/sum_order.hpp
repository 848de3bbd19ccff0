// SPDX-License-Identifier: Apache-2.0
// The order in which a target adds its products, read off its answers.
#pragma once
#include <vector>

#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// The products in the order in which they join the sum of c, or of the largest part if c comes later:
/// 0..k-1 of products that join together, and so on. Empty if the answers to the test of the summation order
/// (suites/mma_sim.hpp) are those of no tree, or if there are more than `most_pairs` pairs of addends.
[[nodiscard]] std::vector<int> order_of_products(Target& target, std::uint64_t most_pairs);

/// Whether a chain of equal slices in one of the patterns of knobs adds products in this order.
[[nodiscard]] bool is_order_of_knobs(const std::vector<int>& order);

}  // namespace karat::probe
