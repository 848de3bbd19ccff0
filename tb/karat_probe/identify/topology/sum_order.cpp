// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/topology/sum_order.hpp"

#include <algorithm>

#include "karat/recipe/program.hpp"
#include "karat_probe/suites/mma_sim.hpp"

namespace karat::probe {
namespace {

void leaves_of(const SumTree& tree, std::vector<int>& out) {
    if (tree.is_leaf()) out.push_back(tree.leaf);
    for (const SumTree& child : tree.children) leaves_of(child, out);
}

bool holds(const SumTree& tree, int leaf) {
    std::vector<int> leaves;
    leaves_of(tree, leaves);
    return std::ranges::find(leaves, leaf) != leaves.end();
}

/// The child that the others are added to: the one with c, or the largest if c stands alone.
const SumTree& running_sum(const SumTree& tree, int c) {
    const auto with_c =
        std::ranges::find_if(tree.children, [&](const auto& child) { return holds(child, c); });
    if (with_c != tree.children.end() && !with_c->is_leaf()) return *with_c;
    return *std::ranges::max_element(tree.children, {}, &SumTree::leaves);
}

void add_in_order(const SumTree& tree, int c, std::vector<int>& out) {
    const SumTree* running = tree.is_leaf() ? nullptr : &running_sum(tree, c);
    if (running != nullptr && !running->is_leaf()) add_in_order(*running, c, out);
    std::vector<int> joining;
    leaves_of(tree, joining);
    std::ranges::sort(joining);
    for (const int leaf : joining) {
        if (leaf != c && std::ranges::find(out, leaf) == out.end()) out.push_back(leaf);
    }
}

}  // namespace

bool is_order_of_knobs(const std::vector<int>& order) {
    const int k = static_cast<int>(order.size());
    for (int slices = 1; slices <= k; ++slices) {
        if (k % slices != 0) continue;
        for (const Pattern pattern : {Pattern::contiguous, Pattern::interleaved, Pattern::pairs}) {
            std::vector<int> all;
            for (int i = 0; i < slices; ++i) {
                std::vector<int> slice = part_positions(pattern, i, slices, k);
                std::ranges::sort(slice);
                all.insert(all.end(), slice.begin(), slice.end());
            }
            if (all == order) return true;
        }
    }
    return order.empty();
}

std::vector<int> order_of_products(Target& target, std::uint64_t most_pairs) {
    Session session(target);
    const auto n = static_cast<std::uint64_t>(session.positions());
    Finding finding;
    std::vector<int> out;
    if (n * (n - 1) / 2 > most_pairs) return out;
    try {
        mma_sim::summation_order(session, finding);
    } catch (const NotExpressible&) {
        return out;  // the formats have no room for the test
    }
    if (session.settled.tree) add_in_order(*session.settled.tree, session.c(), out);
    return out;
}

}  // namespace karat::probe
