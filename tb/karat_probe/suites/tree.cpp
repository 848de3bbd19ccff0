// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/suites/tree.hpp"

#include <algorithm>
#include <functional>

namespace karat::probe {
namespace {

/// c, the last position, comes first.
bool before(int x, int y, int c) { return x != y && (x == c || (y != c && x < y)); }

int first_leaf(const SumTree& tree, int c) {
    if (tree.is_leaf()) return tree.leaf;
    int out = -1;
    for (const SumTree& child : tree.children) {
        const int leaf = first_leaf(child, c);
        if (out < 0 || before(leaf, out, c)) out = leaf;
    }
    return out;
}

void sort_children(SumTree& tree, int c) {
    std::ranges::sort(tree.children, [c](const SumTree& x, const SumTree& y) {
        return before(first_leaf(x, c), first_leaf(y, c), c);
    });
}

/// The tree of these summands, or empty if the counts contradict it. Summands that meet below the root are
/// one child of it.
std::optional<SumTree> build(const Counts& counts, const std::vector<int>& leaves) {
    if (leaves.size() == 1) return SumTree{leaves[0], {}};
    const int n = static_cast<int>(counts.size());
    const int size = static_cast<int>(leaves.size());
    const auto below = [&](int i, int j) {
        return n - counts[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
    };
    SumTree out;
    std::vector<bool> done(leaves.size(), false);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
        if (done[i]) continue;
        std::vector<int> child;
        for (std::size_t j = i; j < leaves.size(); ++j) {
            if (j != i && below(leaves[i], leaves[j]) >= size) continue;
            child.push_back(leaves[j]);
            done[j] = true;
        }
        if (child.size() == leaves.size()) return std::nullopt;
        auto subtree = build(counts, child);
        if (!subtree) return std::nullopt;
        out.children.push_back(std::move(*subtree));
    }
    sort_children(out, n - 1);
    return out;
}

void fill_counts(const SumTree& tree, int n, Counts& out, std::vector<int>& leaves) {
    std::vector<std::vector<int>> parts;
    for (const SumTree& child : tree.children) {
        parts.emplace_back();
        if (child.is_leaf()) {
            parts.back().push_back(child.leaf);
        } else {
            fill_counts(child, n, out, parts.back());
        }
        leaves.insert(leaves.end(), parts.back().begin(), parts.back().end());
    }
    const int after = n - static_cast<int>(leaves.size());
    for (std::size_t x = 0; x < parts.size(); ++x) {
        for (std::size_t y = 0; y < parts.size(); ++y) {
            if (x == y) continue;
            for (const int i : parts[x])
                for (const int j : parts[y])
                    out[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = after;
        }
    }
}

}  // namespace

int SumTree::leaves() const {
    if (is_leaf()) return 1;
    int out = 0;
    for (const SumTree& child : children) out += child.leaves();
    return out;
}

int SumTree::depth() const {
    int out = 0;
    for (const SumTree& child : children) out = std::max(out, 1 + child.depth());
    return out;
}

std::optional<SumTree> tree_of(const Counts& counts) {
    std::vector<int> leaves;
    for (std::size_t i = 0; i < counts.size(); ++i) leaves.push_back(static_cast<int>(i));
    if (leaves.empty()) return std::nullopt;
    auto out = build(counts, leaves);
    // build() looks at part of the counts; all of them must agree
    if (!out || counts_of(*out) != counts) return std::nullopt;
    return out;
}

Counts counts_of(const SumTree& tree) {
    const int n = tree.leaves();
    Counts out(static_cast<std::size_t>(n), std::vector<int>(static_cast<std::size_t>(n), 0));
    std::vector<int> leaves;
    fill_counts(tree, n, out, leaves);
    return out;
}

}  // namespace karat::probe
