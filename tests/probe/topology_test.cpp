// SPDX-License-Identifier: Apache-2.0
// Which addends meet in one sum: seen through the answers alone, whatever the widths and roundings are.
#include "karat_probe/identify/topology/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/identify/trees/shape_choice.hpp"
#include "karat_probe/identify/trees/subtrees.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kAllTriples = 1200;

Recipe topology_recipe(const std::string& result) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":8},"result":)" +
        result + "}");
}
const Recipe kFused = topology_recipe(
    R"({"sum":[{"of":"product","F":24},{"of":"c","F":24}],"round":{"format":"fp32","rounding":"RZ"}})");
const Recipe kTwoSlices =
    topology_recipe(R"({"slices":2,"start":"c","chain":{"sum":[{"of":"product","F":24},{"of":"acc","F":24}],)"
                    R"("round":{"format":"fp32","rounding":"RZ"}}})");
/// With other widths and roundings, which must not matter.
const Recipe kPairs =
    topology_recipe(R"({"sum":[{"parts":4,"F":20,"rounding":"RD","of":{"sum":[{"of":"product","F":13}],)"
                    R"("round":{"format":"bf16","rounding":"RO"}}},{"of":"c","F":18,"rounding":"RD"}],)"
                    R"("round":{"format":"fp32","rounding":"RU"}})");

TEST(Topology, ContradictsEveryShapeButTheOwn) {
    const std::vector<Recipe> all{kFused, kTwoSlices, kPairs};
    for (std::size_t i = 0; i < all.size(); ++i) {
        ModelTarget target(spec_of(all[i]), "model");
        const Topology topology(target, kAllTriples, 1);
        ASSERT_TRUE(topology.seen());
        for (std::size_t j = 0; j < all.size(); ++j) {
            const double share = topology.contradicted(all[j], kAllTriples);
            if (i == j)
                EXPECT_EQ(share, 0) << i;
            else
                EXPECT_GT(share, 0.05) << i << " held against " << j;
        }
    }
}

/// Relative to the sign of c, X and -X leave a unit of their grid, and what a step adds to that is a little
/// less than it is alone.
TEST(Topology, SeesThroughSumsRelativeToTheSignOfC) {
    const auto chain = [](int slices, const std::string& grid) {
        return topology_recipe(R"({"slices":)" + std::to_string(slices) + R"(,"start":"c","chain":{)" + grid +
                               R"("sum":[{"of":"product","F":21},{"of":"acc","F":21}],)"
                               R"("round":{"format":"fp32"}}})");
    };
    ModelTarget target(spec_of(chain(4, R"("grid":"common","frame":"c_sign",)")), "model");
    const Topology topology(target, kAllTriples, 1);
    ASSERT_TRUE(topology.seen());
    EXPECT_EQ(topology.contradicted(chain(4, ""), kAllTriples), 0);
    for (const int slices : {1, 2, 8}) EXPECT_GT(topology.contradicted(chain(slices, ""), kAllTriples), 0.05);
    EXPECT_LT(target.asked(), 1200U);
}

TEST(Topology, AFewTriplesTellMost) {
    ModelTarget target(spec_of(kPairs), "model");
    const Topology topology(target, kAllTriples, 1);
    EXPECT_EQ(topology.contradicted(kPairs, 50), 0);
    EXPECT_GT(topology.contradicted(kFused, 50), 0);
}

TEST(Topology, AsksNoMoreThanItMay) {
    ModelTarget target(spec_of(kFused), "model");
    const Topology topology(target, 100, 1);
    EXPECT_LT(target.asked(), 100 + 50 + 200U);
    EXPECT_TRUE(topology.seen());
}

/// The products reach over five exponents, c over more: the two have a y of their own. The rounding of c and
/// one product shows only beside the largest X, for the least c.
TEST(Topology, FewExponentsLeaveRoomForC) {
    const auto recipe = [](const std::string& sum) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e2m1","c":"e4m3","d":"bf16","k":6,)"
            R"("flush_c":true},"result":{"sum":[)" +
            sum + R"(],"round":{"format":"bf16","rounding":"RZ","fraction":2}}})");
    };
    const Recipe with_first =
        recipe(R"({"k":["1..5"],"of":"product"},{"zero":"counted","of":{"sum":[{"k":[0],"of":"product"},)"
               R"({"of":"c"}],"round":{"format":"fp16"}}})");
    const Recipe exact = recipe(R"({"of":"product"},{"of":"c"})");
    ModelTarget target(spec_of(with_first), "model");
    const Topology topology(target, kAllTriples, 1);
    ASSERT_TRUE(topology.seen());
    EXPECT_EQ(topology.contradicted(with_first, kAllTriples), 0);
    EXPECT_GT(topology.contradicted(exact, kAllTriples), 0.02);
    ModelTarget of_exact(spec_of(exact), "model");
    EXPECT_EQ(Topology(of_exact, kAllTriples, 1).contradicted(exact, kAllTriples), 0);
}

/// Every other product passes through e4m3, which holds 2^-6 to 448. The others have a smaller y, which shows
/// what the steps lose: e4m3's are too close to X.
TEST(Topology, PlacesOfFewExponentsLeaveTheOthersTheirRoom) {
    const auto recipe = [](int slices) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"tf32","b":"e5m2fnuz","c":"fp32","d":"fp32","k":12},)"
            R"("result":{"slices":)" +
            std::to_string(slices) +
            R"(,"start":"c","chain":{"sum":[{"of":"acc"},{"of":"product","parts":2,"part":0,)"
            R"("pattern":"interleaved"},{"zero":"counted","parts":2,"part":1,"pattern":"interleaved",)"
            R"("of":{"sum":[{"of":"product"}],"round":{"format":"e4m3","overflow":"saturate",)"
            R"("flush":true}}}],"round":{"format":"fp32"}}}})");
    };
    const Recipe right = recipe(6);
    ModelTarget target(spec_of(right), "model");
    const Topology topology(target, 600, 1);
    ASSERT_TRUE(topology.seen());
    EXPECT_EQ(topology.contradicted(right, kAllTriples), 0);
    for (const int slices : {1, 2, 3}) EXPECT_GT(topology.contradicted(recipe(slices), kAllTriples), 0.02);
    EXPECT_LT(target.asked(), 1200U);
}

TEST(Topology, SeesNothingWithoutThreePlacesOrRoomBetweenXAndY) {
    Recipe one = kFused;
    one.operands.k = 1;
    ModelTarget target(spec_of(one), "model");
    EXPECT_FALSE(Topology(target, kAllTriples, 1).seen());
    const Recipe narrow = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e2m1","c":"e2m1","d":"e4m3","k":8},"result":{)"
        R"("sum":[{"of":"product"},{"of":"c"}],"round":{"format":"e4m3"}}})");
    ModelTarget of_narrow(spec_of(narrow), "model");
    EXPECT_FALSE(Topology(of_narrow, kAllTriples, 1).seen());
}

/// Of some hundred trees that differ below one sum, that of the unit is among the few that are kept, although
/// most others are simpler.
TEST(ShapeChoice, KeepsTheRightPartOfATree) {
    const auto tree = [](const std::string& below) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":16},)"
            R"("result":{"sum":[{"of":"product","F":20,"parts":2,"part":0},{"of":"c","F":22},{"F":18,)"
            R"("zero":"counted","parts":2,"part":1,"of":{"sum":[)" +
            below + R"(]}}],"round":{"format":"fp32"}}})");
    };
    const std::string rounded = R"(,"round":{"format":"bf16","nan":"any","overflow":"ieee"}}})";
    const Recipe unit = tree(
        R"({"of":"product","F":15,"parts":2,"pattern":"pairs","part":0},{"F":12,"zero":"counted","parts":2,)"
        R"("pattern":"pairs","part":1,"of":{"sum":[{"of":"product","F":9,"parts":2,"part":0},{"F":7,)"
        R"("zero":"counted","parts":2,"part":1,"of":{"sum":[{"of":"product"}])" +
        rounded + "]" + rounded);
    ModelTarget target(spec_of(unit), "model");
    const Topology topology(target, kAllTriples, 1);
    std::vector<Recipe> trees;
    for (const TreeEdit& edit : other_subtrees(tree(R"({"of":"product"})"))) trees.push_back(edit.recipe);
    const auto text = [](const Recipe& recipe) {  // roundings inside the tree do not matter
        const auto unrounded = [](Term& term) {
            if (term.of.kind != ExpressionKind::sum) return;
            Sum inner = *term.of.sum;
            inner.round.reset();
            term.of.sum = Child<Sum>(std::move(inner));
        };
        return formula(editing::with_terms(bare_tree(recipe), {}, unrounded), 400);
    };
    std::vector<std::string> kept;
    for (const std::size_t i : less_contradicted(trees, topology)) kept.push_back(text(trees[i]));
    EXPECT_GT(trees.size(), 80U);
    EXPECT_LE(kept.size(), 100U);
    EXPECT_NE(std::ranges::find(kept, text(unit)), kept.end());
}

}  // namespace
}  // namespace karat::probe
