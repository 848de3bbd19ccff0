// SPDX-License-Identifier: Apache-2.0
// Which products a target treats alike, and which shapes are tried first because of that.
#include "karat_probe/identify/topology/exchanges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/deeper_shapes.hpp"
#include "karat_probe/identify/trees/shape_choice.hpp"
#include "karat_probe/identify/trees/tree_shapes.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kTriples = 1200;

Recipe exchanges_recipe(const std::string& result, int k = 8) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":)" +
        std::to_string(k) + R"(},"result":)" + result + "}");
}
const Recipe kFlat =
    exchanges_recipe(R"({"sum":[{"of":"product","F":20},{"of":"c","F":20}],"round":{"format":"fp32"}})");
/// Pairs of products next to each other, or of the two halves.
Recipe in_pairs(const std::string& pattern) {
    return exchanges_recipe(R"({"sum":[{"parts":4,"pattern":")" + pattern +
                            R"(","F":18,"of":{"sum":[{"of":"product","F":13}]}},{"of":"c","F":18}],)"
                            R"("round":{"format":"fp32"}})");
}
Recipe chain_of(int slices) {
    return exchanges_recipe(R"({"slices":)" + std::to_string(slices) +
                            R"(,"start":"c","chain":{"sum":[{"of":"product","F":20},{"of":"acc","F":20}],)"
                            R"("round":{"format":"fp32"}}})");
}

TEST(Exchanges, CostLeastForTheOwnShape) {
    const std::vector<Recipe> all{kFlat, in_pairs("contiguous"), in_pairs("interleaved"), chain_of(2),
                                  chain_of(8)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        ModelTarget target(spec_of(all[i]), "model");
        const Exchanges exchanges(target, 1);
        ASSERT_TRUE(exchanges.seen());
        EXPECT_LE(target.asked(), 1000U);
        const std::size_t own = exchanges.cost(unfitted_tree(all[i]));
        for (std::size_t j = 0; j < all.size(); ++j) {
            if (i == j) continue;
            EXPECT_GT(exchanges.cost(unfitted_tree(all[j])), own) << i << " held against " << j;
        }
    }
}

/// An answer that a shape does not allow to differ costs more than one that it allows.
TEST(Exchanges, AContradictionCostsMoreThanAFreedom) {
    ModelTarget target(spec_of(in_pairs("contiguous")), "model");
    const Exchanges exchanges(target, 1);
    EXPECT_GT(exchanges.cost(kFlat), exchanges.cost(chain_of(8)));
}

/// A step that adds only zeros does not round again what is already rounded. So it does not matter how many
/// steps follow, also if the addends are in a sum inside each step.
TEST(Exchanges, AStepThatAddsZerosKeepsWhatItHas) {
    const Recipe nested =
        exchanges_recipe(R"({"slices":8,"start":"c","chain":{"sum":[{"of":{"sum":[{"of":"product","F":20},)"
                         R"({"of":"acc","F":20}]}}],"round":{"format":"fp32"}}})");
    for (const Recipe& recipe : {chain_of(8), nested}) {
        ModelTarget target(spec_of(recipe), "model");
        const Exchanges exchanges(target, 1);
        EXPECT_LT(exchanges.cost(unfitted_tree(recipe)), 440U);  // 406; without the rule 474
    }
}

TEST(Exchanges, AskNothingOfIntegersAndOfOneProduct) {
    const Recipe one =
        exchanges_recipe(R"({"sum":[{"of":"product"},{"of":"c"}],"round":{"format":"fp32"}})", 1);
    const Recipe integers = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"int8","b":"int8","c":"int32","d":"int32","k":8},"result":{)"
        R"("sum":[{"of":"product"},{"of":"c"}],"round":{"format":"int32","overflow":"wrap"}}})");
    for (const Recipe& recipe : {one, integers}) {
        ModelTarget target(spec_of(recipe), "model");
        EXPECT_FALSE(Exchanges(target, 1).seen());
        EXPECT_EQ(target.asked(), 0U);
    }
}

/// All blocks have the same factors in these questions.
TEST(Exchanges, SeeGroupsOfScaledProducts) {
    const auto recipe = [](const std::string& addends) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e4m3","b":"e4m3","c":"fp32","d":"fp32","k":4,)"
            R"("scale":"ue8m0","scale_block":2},"result":{"sum":[)" +
            addends + R"(,{"of":"c","F":10}],"round":{"format":"fp32"}}})");
    };
    const Recipe pairs = recipe(R"({"parts":2,"F":8,"of":{"sum":[{"of":"product","scaled":true,"F":5}]}})");
    const Recipe plain = recipe(R"({"of":"product","scaled":true,"F":8})");
    for (const auto& [right, wrong] : {std::pair(pairs, plain), std::pair(plain, pairs)}) {
        ModelTarget target(spec_of(right), "model");
        const Exchanges exchanges(target, 1);
        ASSERT_TRUE(exchanges.seen());
        EXPECT_LT(exchanges.cost(unfitted_tree(right)), exchanges.cost(unfitted_tree(wrong)));
    }
}

TEST(Exchanges, AnInvalidShapeIsTheWorst) {
    ModelTarget target(spec_of(chain_of(8)), "model");
    const Exchanges exchanges(target, 1);
    Recipe invalid = chain_of(8);
    invalid.operands.k = 7;
    EXPECT_GT(exchanges.cost(invalid), 100 * exchanges.cost(chain_of(8)));
}

/// What is contradicted is unlikely beside what is not; nothing is unlikely if nothing is expected.
TEST(Exchanges, TellWhichShapesAreLikely) {
    ModelTarget target(spec_of(in_pairs("contiguous")), "model");
    Exchanges exchanges(target, 1);
    EXPECT_TRUE(exchanges.is_likely(kFlat));
    exchanges.expect_one_of({kFlat, in_pairs("contiguous"), in_pairs("interleaved")});
    EXPECT_TRUE(exchanges.is_likely(in_pairs("contiguous")));
    EXPECT_FALSE(exchanges.is_likely(in_pairs("interleaved")));
    EXPECT_FALSE(exchanges.is_likely(kFlat));
}

TEST(DeeperShapes, HaveSumsAroundEverySum) {
    const Recipe shape = exchanges_recipe(
        R"({"sum":[{"of":{"sum":[{"of":"product"}]}},{"of":"c"}],"round":{"format":"fp32"}})");
    std::vector<std::string> seen;
    for (const Recipe& deeper : deeper_shapes(shape, 4)) seen.push_back(formula(deeper, 300));
    EXPECT_EQ(seen.size(), 5U);
    for (const char* expected :
         {"round[fp32 RNE](sum(sum(sum(product)), c))", "round[fp32 RNE](sum(sum(sum(sum(product))), c))",
          "round[fp32 RNE](sum(sum(sum(product), c)))", "round[fp32 RNE](sum(sum(sum(sum(product)), c)))",
          "round[fp32 RNE](sum(sum(sum(sum(product), c))))"})
        EXPECT_EQ(std::ranges::count(seen, expected), 1) << expected;
    EXPECT_TRUE(deeper_shapes(shape, 2).empty());
}

/// c in an inner sum is among the simplest kinds; groups of all, of two and of four products are one kind.
TEST(ShapeChoice, HasOneOfEachOfTheSimplestKinds) {
    const std::vector<Recipe> all = tree_shapes(kFlat.operands, {});
    std::vector<std::string> chosen;
    for (const std::size_t i : simplest_of_each_kind(all)) chosen.push_back(formula(all[i], 300));
    ASSERT_GT(chosen.size(), 8U);
    const auto times = [&](const char* shape) { return std::ranges::count(chosen, shape); };
    EXPECT_EQ(times("round[fp32 RNE](sum(product, c))"), 1);
    EXPECT_EQ(times("round[fp32 RNE](sum(sum(product, c)))"), 1);
    EXPECT_EQ(times("round[fp32 RNE](sum(sum(product), c))"), 1);
    for (const std::string& shape : chosen) {
        if (!shape.ends_with(" parts: sum(product), c))")) continue;
        ADD_FAILURE() << shape << " is of the kind of all products in one group";
    }
}

/// The same tree is listed once, however often the shapes have it. The first ones have the groups of the
/// unit, also with further sums around them; others come later, and are not left out.
TEST(ShapeChoice, ListsEachTreeOnce) {
    ModelTarget target(spec_of(in_pairs("contiguous")), "model");
    const Topology topology(target, kTriples, 1);
    const Exchanges exchanges(target, 1);
    const std::vector<Recipe> all = tree_shapes(target.formats(), {});
    std::vector<std::string> listed;
    for (const Recipe& shape : likely_shapes(all, topology, exchanges)) listed.push_back(formula(shape, 300));
    const char* const plain = "round[fp32 RNE](sum(product, c))";
    EXPECT_GT(std::ranges::count_if(all, [&](const Recipe& shape) { return formula(shape, 300) == plain; }),
              1);
    EXPECT_EQ(std::ranges::count(listed, plain), 1);
    EXPECT_GT(listed.size(), 500U);
    const auto place = [&](const char* shape) { return std::ranges::find(listed, shape) - listed.begin(); };
    EXPECT_LT(place("round[fp32 RNE](sum(each of 4 parts: sum(product), c))"), 8);
    EXPECT_LT(place("round[fp32 RNE](sum(each of 4 parts: sum(sum(sum(product))), c))"), 80);
    EXPECT_GT(place(plain), 80);
}

/// Integers are exact, so that no exchange tells anything: every shape is listed, the simplest first.
TEST(ShapeChoice, ListsShapesOfIntegers) {
    Recipe integers = kFlat;
    integers.operands.a = integers.operands.b = Format::int8;
    integers.operands.c = integers.operands.d = Format::int32;
    integers.operands.k = 2;
    const std::vector<Recipe> all = tree_shapes(integers.operands, {});
    ModelTarget target(spec_of(all.front()), "model");
    const std::vector<Recipe> listed =
        likely_shapes(all, Topology(target, kTriples, 1), Exchanges(target, 1));
    ASSERT_GT(listed.size(), 3U);
    EXPECT_EQ(formula(listed.front(), 300), "round[int32 wrap](sum(product, c))");
}

}  // namespace
}  // namespace karat::probe
