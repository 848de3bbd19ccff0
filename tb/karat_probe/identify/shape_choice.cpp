// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/shape_choice.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "karat/error.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/program.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/complexity.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kFirst = 150;   ///< answers that the first look at a tree takes into account
constexpr std::size_t kAll = 100000;  ///< all answers

struct Ranked {
    double share = 0;
    int parts = 0;
    std::size_t index = 0;
};

std::vector<Ranked> by_complexity(const std::vector<Recipe>& shapes) {
    std::vector<Ranked> out(shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) out[i] = {0, complexity(shapes[i]), i};
    std::stable_sort(out.begin(), out.end(),
                     [](const Ranked& x, const Ranked& y) { return x.parts < y.parts; });
    return out;
}

/// The tree without the products that its sums and steps take.
std::string kind_of(const Recipe& shape) {
    constexpr std::size_t longest = 1000;
    const Recipe bare = editing::with_terms(shape, {}, [](Term& term) {
        Select any;
        if (term.select.index != Select::kEach) {  // one half of the products
            any.parts = term.select.parts;
            any.index = 0;
        }
        term.select = any;
    });
    return formula(editing::with_chains(bare, {}, [](Chain& chain) { chain.slices = {}; }), longest);
}

/// Which values each sum adds, which of them it treats alike, and which sums and addends are the same node.
/// Two trees that have this in common are the same, however they are written. Empty if the tree is invalid.
std::vector<int> structure_of(const Recipe& shape) {
    constexpr int end = -1;
    std::vector<int> out;
    std::map<const void*, int> nodes{{nullptr, 0}};  // no rounding
    const auto number = [&](const void* node) {
        return nodes.try_emplace(node, static_cast<int>(nodes.size())).first->second;
    };
    try {
        const Program program(shape);
        for (const Operation& op : program.operations()) {
            out.insert(out.end(), {number(op.sum), number(op.round)});
            std::vector<std::vector<int>> groups;
            for (const AddendGroup& group : program.groups(op)) {
                std::vector<int> all(program.addends(group).begin(), program.addends(group).end());
                std::sort(all.begin(), all.end());
                all.insert(all.end(), {end, number(group.term), group.term->scaled ? 1 : 0});
                groups.push_back(std::move(all));
            }
            std::sort(groups.begin(), groups.end());
            for (const std::vector<int>& group : groups) out.insert(out.end(), group.begin(), group.end());
            out.push_back(end);
        }
    } catch (const SpecError&) {
        out.clear();
    }
    return out;
}

/// Leaves out invalid trees, and those that are the same as one before them.
void keep_distinct(std::vector<Ranked>& ranked, const std::vector<Recipe>& trees, std::size_t most) {
    std::set<std::vector<int>> seen;
    std::vector<Ranked> kept;
    for (const Ranked& one : ranked) {
        if (kept.size() == most) break;
        std::vector<int> structure = structure_of(trees[one.index]);
        if (!structure.empty() && seen.insert(std::move(structure)).second) kept.push_back(one);
    }
    ranked = std::move(kept);
}

/// After a first look, and after all answers.
struct Kept {
    std::size_t quick, most;
};
void keep_least_contradicted(std::vector<Ranked>& ranked, const std::vector<Recipe>& trees,
                             const Topology& topology, const Kept& kept) {
    for (const auto& [answers, most] : {std::pair{kFirst, kept.quick}, {kAll, kept.most}}) {
        for (Ranked& one : ranked)
            if (topology.seen()) one.share = topology.contradicted(trees[one.index], answers);
        std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& x, const Ranked& y) {
            return std::pair(x.share, x.parts) < std::pair(y.share, y.parts);
        });
        if (ranked.size() > most) ranked.resize(most);
    }
}

std::vector<std::size_t> indices_of(const std::vector<Ranked>& ranked) {
    std::vector<std::size_t> out;
    out.reserve(ranked.size());
    for (const Ranked& one : ranked) out.push_back(one.index);
    return out;
}

}  // namespace

std::vector<std::size_t> least_contradicted(const std::vector<Recipe>& shapes, const Topology& topology) {
    constexpr std::size_t quick = 3000;
    constexpr std::size_t most = 1500;
    constexpr std::size_t simplest = 12;
    std::vector<Ranked> ranked = by_complexity(shapes);
    const auto begin = ranked.begin();
    const auto first = begin + static_cast<std::ptrdiff_t>(std::min(simplest, ranked.size()));
    std::vector<Ranked> all(begin, first);
    keep_least_contradicted(ranked, shapes, topology, {quick, quick});
    all.insert(all.end(), ranked.begin(), ranked.end());
    keep_distinct(all, shapes, most);
    return indices_of(all);
}

std::vector<std::size_t> less_contradicted(const std::vector<Recipe>& trees, const Topology& topology) {
    constexpr std::size_t quick = 200;
    constexpr std::size_t most = 100;
    std::vector<Ranked> ranked = by_complexity(trees);
    keep_least_contradicted(ranked, trees, topology, {quick, most});
    return indices_of(ranked);
}

std::vector<std::size_t> simplest_of_each_kind(const std::vector<Recipe>& shapes, const Topology& topology) {
    constexpr std::size_t most = 14;
    std::map<std::string, std::size_t> kinds;  // to the place in `out`
    std::vector<Ranked> out;
    for (Ranked& one : by_complexity(shapes)) {
        const std::string kind = kind_of(shapes[one.index]);
        if (!kinds.contains(kind) && kinds.size() == most) break;
        if (topology.seen()) one.share = topology.contradicted(shapes[one.index], kFirst);
        const auto [place, is_new] = kinds.try_emplace(kind, out.size());
        if (is_new)
            out.push_back(one);
        else if (one.share < out[place->second].share)
            out[place->second] = one;
    }
    return indices_of(out);
}

}  // namespace karat::probe
