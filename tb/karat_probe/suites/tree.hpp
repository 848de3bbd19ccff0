// SPDX-License-Identifier: Apache-2.0
// The order in which summands are added, as a tree with fused (n-ary) nodes.
#pragma once
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <vector>

namespace karat::probe {

/// A summand (no children) or a sum of at least two. Children are in the order of their least summand, but
/// c comes first.
struct SumTree {
    int leaf = -1;  ///< position of a summand: k of its product, or k of the dot-add for c
    std::vector<SumTree> children;

    [[nodiscard]] bool is_leaf() const { return children.empty(); }
    [[nodiscard]] int leaves() const;
    [[nodiscard]] int depth() const;
    friend bool operator==(const SumTree&, const SumTree&) = default;
};

/// Counts of the summands that are added after summands i and j met: a symmetric matrix of n x n, the
/// diagonal unused.
using Counts = std::vector<std::vector<int>>;

/// The tree that has these counts (Xie et al., USENIX ATC 2025, generalised to n-ary nodes): the summands
/// below the node at which i and j meet are the n - count(i, j) others. Empty if no tree has them.
[[nodiscard]] std::optional<SumTree> tree_of(const Counts& counts);
/// The counts of a tree with n leaves 0..n-1. tree_of(counts_of(t)) == t.
[[nodiscard]] Counts counts_of(const SumTree& tree);

/// Whether three summands meet in one fused sum.
[[nodiscard]] inline bool meet_in_one(const Counts& counts, int i, int j, int p) {
    const auto at = [&](int x, int y) {
        return counts[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)];
    };
    return at(i, j) == at(i, p) && at(i, j) == at(j, p);
}

/// The shape in the papers' words: "one fused sum of 5", "two chained fused sums of 5", "sequential",
/// "pairwise in groups of four, the groups sequential with c".
[[nodiscard]] std::string shape_of(const SumTree& tree);

/// "c", "a3*b3".
[[nodiscard]] std::string summand_name(int leaf, int k);
/// Lines of text, one for each sum, with its summands.
[[nodiscard]] std::string draw_text(const SumTree& tree);
/// A whole <svg> element.
[[nodiscard]] std::string draw_svg(const SumTree& tree, const std::string& title);
/// Nested: {"sum": ["c", "a0*b0", {"sum": [...]}]}.
[[nodiscard]] boost::json::value to_json(const SumTree& tree);

/// Escapes text for XML and HTML.
[[nodiscard]] std::string escaped(const std::string& text);

}  // namespace karat::probe
