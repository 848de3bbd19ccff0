// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/trees/shape_choice.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "karat/error.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/program.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/trees/deeper_shapes.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kFirst = 150;   ///< answers that the first look at a tree takes into account
constexpr std::size_t kAll = 100000;  ///< all answers

struct Ranked {
    double share = 0;
    int parts = 0;
    std::size_t index = 0;
    std::size_t cost = 0;  ///< by the exchanges
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

/// Sorts the shapes that the exchanges contradict least to the beginning. Returns their end.
std::vector<Ranked>::iterator likely_end(std::vector<Ranked>& ranked, const std::vector<Recipe>& shapes,
                                         const Exchanges& exchanges) {
    constexpr std::size_t few = 8;  // questions at first
    constexpr std::size_t quick = 600;
    constexpr double margin = 1.15;
    constexpr double at_least = 20;
    const auto sort = [&](std::size_t most) {
        std::ranges::stable_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(most), {},
                                 &Ranked::cost);
    };
    for (Ranked& one : ranked) one.cost = exchanges.cost(shapes[one.index], few);
    sort(ranked.size());
    const std::size_t looked = std::min(quick, ranked.size());
    for (std::size_t n = 0; n < looked; ++n) ranked[n].cost = exchanges.cost(shapes[ranked[n].index]);
    sort(looked);
    const double limit = margin * static_cast<double>(ranked.front().cost) + at_least;
    return std::find_if(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(looked),
                        [&](const Ranked& one) { return static_cast<double>(one.cost) > limit; });
}

/// Less is likelier: a tree that explains what another leaves unexplained may have more parts.
double likelihood(const Ranked& one) {
    constexpr double parts = 20;
    return one.parts + parts * one.share;
}

/// The first of the shapes with further sums, too.
std::vector<Recipe> with_deeper(const std::vector<Ranked>& likely, const std::vector<Recipe>& shapes) {
    constexpr std::size_t first = 40;
    constexpr std::size_t most_sums = 4;
    std::vector<Recipe> out;
    out.reserve(likely.size());
    for (const Ranked& one : likely) out.push_back(shapes[one.index]);
    for (std::size_t n = 0; n < std::min(first, likely.size()); ++n)
        std::ranges::move(deeper_shapes(out[n], most_sums), std::back_inserter(out));
    return out;
}

std::vector<std::size_t> indices_of(const std::vector<Ranked>& ranked) {
    std::vector<std::size_t> out;
    out.reserve(ranked.size());
    for (const Ranked& one : ranked) out.push_back(one.index);
    return out;
}

}  // namespace

std::vector<Recipe> likely_shapes(const std::vector<Recipe>& shapes, const Topology& topology,
                                  const Exchanges& exchanges) {
    constexpr std::size_t quick = 3000;
    constexpr std::size_t most = 1500;
    std::vector<Ranked> rest = by_complexity(shapes);
    std::vector<Recipe> trees;
    if (!shapes.front().operands.are_integers()) {
        const auto end = likely_end(rest, shapes, exchanges);
        trees = with_deeper(std::vector(rest.begin(), end), shapes);
        rest.erase(rest.begin(), end);
    }
    std::vector<Ranked> all = by_complexity(trees);
    for (Ranked& one : all)
        if (topology.seen()) one.share = topology.contradicted(trees[one.index], kAll);
    std::ranges::stable_sort(all, {}, likelihood);
    keep_least_contradicted(rest, shapes, topology, {quick, quick});
    for (Ranked& one : rest) {
        trees.push_back(shapes[one.index]);
        one.index = trees.size() - 1;
    }
    all.insert(all.end(), rest.begin(), rest.end());
    keep_distinct(all, trees, most);
    std::vector<Recipe> out;
    out.reserve(all.size());
    for (const Ranked& one : all) out.push_back(std::move(trees[one.index]));
    return out;
}

std::vector<std::size_t> less_contradicted(const std::vector<Recipe>& trees, const Topology& topology) {
    constexpr std::size_t quick = 200;
    constexpr std::size_t most = 100;
    std::vector<Ranked> ranked = by_complexity(trees);
    keep_least_contradicted(ranked, trees, topology, {quick, most});
    return indices_of(ranked);
}

std::vector<std::size_t> simplest_of_each_kind(const std::vector<Recipe>& shapes) {
    constexpr std::size_t most = 14;
    std::set<std::string> kinds;
    std::vector<std::size_t> out;
    for (const Ranked& one : by_complexity(shapes)) {
        if (out.size() == most) break;
        if (kinds.insert(kind_of(shapes[one.index])).second) out.push_back(one.index);
    }
    return out;
}

}  // namespace karat::probe
