// SPDX-License-Identifier: Apache-2.0
// The shape of a summation tree in words, as text and as JSON.
#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "karat_probe/suites/tree.hpp"

namespace karat::probe {
namespace {

bool all_leaves(const SumTree& tree) { return std::ranges::all_of(tree.children, &SumTree::is_leaf); }

/// The sums from the innermost one with c outwards; each sum but the first adds to the sum before it.
std::vector<const SumTree*> spine_of(const SumTree& tree) {
    std::vector<const SumTree*> out{&tree};
    while (!out.back()->children.front().is_leaf()) out.push_back(&out.back()->children.front());
    std::ranges::reverse(out);
    return out;
}

/// Whether the tree pairs its summands, then the pairs, and so on.
bool is_balanced(const SumTree& tree) {
    if (tree.is_leaf()) return true;
    return tree.children.size() == 2 && tree.children[0].leaves() == tree.children[1].leaves() &&
           std::ranges::all_of(tree.children, is_balanced);
}

std::string number(std::size_t n) {
    constexpr std::array<const char*, 11> words{"zero", "one",   "two",   "three", "four", "five",
                                                "six",  "seven", "eight", "nine",  "ten"};
    return n < words.size() ? words[n] : std::to_string(n);
}

/// Every sum adds one more summand.
bool is_sequential(const std::vector<const SumTree*>& spine) {
    return std::ranges::all_of(
        spine, [](const SumTree* sum) { return sum->children.size() == 2 && sum->children[1].is_leaf(); });
}

/// A chain of fused sums with the same number of summands; 0 if it is not one.
std::size_t chained(const std::vector<const SumTree*>& spine) {
    const std::size_t terms = spine[0]->children.size();
    for (const SumTree* sum : spine) {
        if (sum->children.size() != terms || terms < 3) return 0;
        for (std::size_t i = 1; i < terms; ++i)
            if (!sum->children[i].is_leaf()) return 0;
    }
    return terms;
}

/// The size of the groups that are summed in pairs and then added to c one after the other; 0 if not so.
std::size_t paired_groups(const std::vector<const SumTree*>& spine) {
    const auto size = static_cast<std::size_t>(spine[0]->children[1].leaves());
    for (const SumTree* sum : spine) {
        if (sum->children.size() != 2 || !is_balanced(sum->children[1])) return 0;
        if (static_cast<std::size_t>(sum->children[1].leaves()) != size) return 0;
    }
    return size;
}

int sums(const SumTree& tree) {
    int out = tree.is_leaf() ? 0 : 1;
    for (const SumTree& child : tree.children) out += sums(child);
    return out;
}

/// "a0*b0, a1*b1", or "a0*b0 to a7*b7" for four or more in a row.
std::string leaf_list(const std::vector<int>& leaves, int k) {
    std::string out;
    for (std::size_t i = 0; i < leaves.size();) {
        std::size_t end = i + 1;
        while (end < leaves.size() && leaves[end] == leaves[end - 1] + 1 && leaves[i] != k) ++end;
        if (end - i < 4) end = i + 1;
        out += (out.empty() ? "" : ", ") + summand_name(leaves[i], k);
        if (end - i >= 4) out += " to " + summand_name(leaves[end - 1], k);
        i = end;
    }
    return out;
}

void draw(const SumTree& tree, int k, const std::string& indent, const std::string& first, std::string& out) {
    std::vector<int> leaves;
    std::vector<const SumTree*> inner;
    for (const SumTree& child : tree.children) {
        if (child.is_leaf()) {
            leaves.push_back(child.leaf);
        } else {
            inner.push_back(&child);
        }
    }
    out += first + "sum of " + std::to_string(tree.children.size());
    if (!leaves.empty()) out += ": " + leaf_list(leaves, k);
    if (!inner.empty()) out += leaves.empty() ? " sums:" : ", and:";
    out += '\n';
    for (const SumTree* child : inner) {
        const bool last = child == inner.back();
        draw(*child, k, indent + (last ? "   " : "|  "), indent + "+- ", out);
    }
}

boost::json::value json_of(const SumTree& tree, int k) {
    if (tree.is_leaf()) {
        boost::json::value leaf(summand_name(tree.leaf, k));
        return leaf;  // braces would make an array
    }
    boost::json::array terms;
    for (const SumTree& child : tree.children) terms.push_back(json_of(child, k));
    return boost::json::object{{"sum", std::move(terms)}};
}

}  // namespace

std::string summand_name(int leaf, int k) {
    if (leaf == k) return "c";
    const std::string at = std::to_string(leaf);
    return "a" + at + "*b" + at;
}

std::string shape_of(const SumTree& tree) {
    if (tree.is_leaf()) return "a single summand";
    const auto spine = spine_of(tree);
    if (all_leaves(tree)) {
        if (tree.children.size() == 2) return "one sum of two";
        return "one fused sum of " + std::to_string(tree.children.size());
    }
    if (is_sequential(spine)) return "sequential";
    if (const std::size_t terms = chained(spine); terms != 0)
        return number(spine.size()) + " chained fused sums of " + std::to_string(terms);
    if (const std::size_t group = paired_groups(spine); group != 0) {
        const std::string in = "pairwise in groups of " + number(group);
        return spine.size() == 1 ? in + ", then c" : in + ", the groups sequential with c";
    }
    return "a tree of " + number(static_cast<std::size_t>(sums(tree))) + " sums";
}

std::string draw_text(const SumTree& tree) {
    std::string out;
    draw(tree, tree.leaves() - 1, "", "", out);
    return out;
}

boost::json::value to_json(const SumTree& tree) { return json_of(tree, tree.leaves() - 1); }

}  // namespace karat::probe
