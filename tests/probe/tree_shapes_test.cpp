// SPDX-License-Identifier: Apache-2.0
// The trees that a search begins with.
#include "karat_probe/identify/trees/tree_shapes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/program.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/judging/step.hpp"
#include "karat_probe/identify/trees/enclosing.hpp"
#include "karat_probe/target/formats.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

std::vector<std::string> texts_of(const OperandRules& formats) {
    constexpr std::size_t longest = 1000;
    std::vector<std::string> out;
    for (const Recipe& shape : tree_shapes(formats, {})) out.push_back(formula(shape, longest));
    return out;
}

/// As AMX has them: c is added to the sum of two accumulators.
TEST(TreeShapes, HaveAccumulatorsSideBySide) {
    OperandRules formats;
    formats.a = formats.b = Format::bf16;
    formats.k = 8;
    const std::vector<std::string> seen = texts_of(formats);
    const std::string chain =
        "each of 2 interleaved parts: chain of 4 over k from +0: "
        "round[fp32 RNE](sum(product, acc))";
    const auto times = [&](const std::string& text) { return std::ranges::count(seen, text); };
    EXPECT_EQ(times("round[fp32 RNE](sum(sum(" + chain + "), c))"), 1);
    EXPECT_EQ(times("round[fp32 RNE](sum(" + chain + ", c))"), 1);
}

/// The roundings of inner sums are attributes, which a fit finds. Those of integers are not.
TEST(TreeShapes, HaveSumsAroundSums) {
    OperandRules formats;
    formats.k = 3;
    const auto times = [&](const std::string& text) { return std::ranges::count(texts_of(formats), text); };
    EXPECT_GE(times("round[fp32 RNE](sum(sum(product, c)))"), 1);
    EXPECT_GE(times("round[fp32 RNE](sum(sum(sum(sum(product, c)))))"), 1);
    EXPECT_GE(times("chain of 3 over k: round[fp32 RNE](sum(sum(product, acc)))"), 1);
    EXPECT_EQ(times("round[fp32 RNE](sum(round[fp32 RNE](sum(product, c))))"), 0);
    formats.a = formats.b = Format::int8;
    formats.c = formats.d = Format::int32;
    EXPECT_GE(times("round[int32 wrap](sum(sum(product, c)))"), 1);
    EXPECT_GE(times("round[int32 wrap](sum(round[int32 wrap](sum(product, c))))"), 1);
}

/// The tree without the roundings inside it and without sums that add only another sum.
Recipe without_what_is_drawn(const Recipe& recipe) {
    Recipe out = editing::with_terms(recipe, {}, [](Term& term) {
        if (term.select.parts == 1) term.select.pattern = Pattern::contiguous;
        const bool sum = term.of.kind == ExpressionKind::sum;
        if (!sum) return;
        Sum inner = *term.of.sum;
        inner.round.reset();
        inner.sticky = Sticky::none;
        term.of.sum = Child<Sum>(std::move(inner));
    });
    out = editing::with_chains(out, {}, [](Chain& chain) {
        if (chain.start.kind != ExpressionKind::sum) return;
        Sum start = *chain.start.sum;
        start.round.reset();
        start.sticky = Sticky::none;
        chain.start.sum = Child<Sum>(std::move(start));
    });
    while (true) {
        const editing::Sites sites = editing::find_sites(out);
        const auto enclosing =
            std::ranges::find_if(sites.sums, [](const auto& site) { return encloses_a_sum(*site.sum); });
        if (enclosing == sites.sums.end()) return out;
        out = editing::with_sums(out, {enclosing->path}, [](Sum& sum) { sum = without_inner_sum(sum); });
    }
}

/// Which values each sum adds and which of them it treats alike, whatever the order of its addends is.
std::vector<int> structure_of(const Recipe& tree) {
    constexpr int end = -1;
    const auto evaluator = evaluator_of(tree);
    if (!evaluator) return {};
    const Program& program = evaluator->program();
    std::map<const void*, int> nodes;
    const auto number = [&](const void* node) {
        return nodes.try_emplace(node, static_cast<int>(nodes.size())).first->second;
    };
    std::vector<int> out;
    for (const Operation& op : program.operations()) {
        out.insert(out.end(), {number(op.sum), op.round != nullptr ? 1 : 0});
        std::vector<std::pair<std::vector<int>, const void*>> groups;
        for (const AddendGroup& group : program.groups(op)) {
            std::vector<int> all(program.addends(group).begin(), program.addends(group).end());
            std::ranges::sort(all);
            groups.emplace_back(std::move(all), group.term);
        }
        std::ranges::sort(groups);
        for (const auto& [all, term] : groups) {
            out.insert(out.end(), all.begin(), all.end());
            out.insert(out.end(), {end, number(term)});
        }
    }
    return out;
}

/// Every tree of up to four sums, as random recipes have them.
TEST(TreeShapes, AreAllTreesOfUpToFourSums) {
    constexpr int recipes = 150;
    constexpr std::size_t most_sums = 4;
    test::RecipeMaker maker(3);
    std::map<int, std::set<std::vector<int>>> by_products;
    int seen = 0;
    for (int asked = 0; asked < recipes;) {
        const Recipe recipe = maker.make();
        if (editing::find_sites(recipe).sums.size() > most_sums) continue;
        ++asked;
        const OperandRules formats = formats_of(recipe.operands);
        std::set<std::vector<int>>& shapes = by_products[formats.k];
        if (shapes.empty())
            for (const Recipe& shape : tree_shapes(formats, {})) shapes.insert(structure_of(shape));
        const Recipe tree = without_what_is_drawn(recipe);
        const std::vector<int> structure = structure_of(tree);
        if (structure.empty()) continue;  // a rule that only its rounding allows
        ++seen;
        EXPECT_TRUE(shapes.contains(structure)) << formula(recipe, 400);
    }
    EXPECT_GT(seen, recipes * 9 / 10);
}

}  // namespace
}  // namespace karat::probe
