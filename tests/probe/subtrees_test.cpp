// SPDX-License-Identifier: Apache-2.0
// Trees that differ in all that is below one sum.
#include "karat_probe/identify/trees/subtrees.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "karat/recipe/recipe_text.hpp"
#include "probe/small_recipes.hpp"

namespace karat::probe {
namespace {

/// By their formulas: nodes of a group share attributes that do not matter here.
std::vector<std::string> formulas_of(const std::vector<TreeEdit>& edits) {
    std::vector<std::string> out;
    out.reserve(edits.size());
    for (const TreeEdit& edit : edits) out.push_back(formula(edit.recipe, 1000));
    return out;
}
bool has(const std::vector<std::string>& all, const std::string& text) {
    return std::ranges::find(all, text) != all.end();
}

/// Half of the products, and of these again a half, are two levels below a sum that stays as it is.
TEST(OtherSubtrees, HaveAllShapesBelowASumAndKeepTheRest) {
    const Recipe recipe = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":16},"result":{)"
        R"("sum":[{"of":"product","F":20,"parts":2,"part":0},{"of":"c","F":24},{"F":23,"zero":"counted",)"
        R"("parts":2,"part":1,"of":{"sum":[{"of":"product","F":19}]}}],"round":{"format":"fp32"}}})");
    const std::vector<TreeEdit> edits = other_subtrees(recipe);
    const std::vector<std::string> all = formulas_of(edits);
    const auto with = [](const std::string& below) {
        return "round[fp32 RNE](sum(part 0 of 2: product[20 RZ], c[24 RZ], part 1 of 2: " + below +
               "[23 RZ]))";
    };
    EXPECT_TRUE(has(all, with("sum(each of 2 parts: sum(product))")));
    EXPECT_TRUE(has(all, with("sum(part 0 of 2 interleaved parts: product, part 1 of 2 interleaved parts: "
                              "sum(part 0 of 2: product, part 1 of 2: sum(product)))")));
    // products that are added as before keep their width
    EXPECT_TRUE(has(all, with("sum(product[19 RZ])")));
    for (const TreeEdit& edit : edits) {
        EXPECT_EQ(edit.path, "result.sum[2].of");
        EXPECT_TRUE(edit.below);
    }
}

/// What else a sum adds stays in it. A sum of products and c together is not taken apart.
TEST(OtherSubtrees, KeepCAndTheRunningSum) {
    const Recipe chain =
        with_result(R"("slices":2,"start":"c","chain":{"sum":[{"of":"acc","F":21},{"of":"product"}],)"
                    R"("round":{"format":"fp32"}})");
    const std::vector<std::string> all = formulas_of(other_subtrees(chain));
    EXPECT_TRUE(has(all, "chain of 2 over k: round[fp32 RNE](sum(sum(product), acc[21 RZ]))"));
    const Recipe inner =
        with_sum(R"("sum":[{"zero":"counted","of":{"sum":[{"zero":"counted","of":{"sum":[{"of":"c"},)"
                 R"({"of":"product"}]}}]}}])");
    const std::vector<TreeEdit> edits = other_subtrees(inner);
    EXPECT_FALSE(edits.empty());
    for (const TreeEdit& edit : edits) EXPECT_EQ(edit.path, "result.sum[0].of.sum[0].of");
}

}  // namespace
}  // namespace karat::probe
