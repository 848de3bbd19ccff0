// SPDX-License-Identifier: Apache-2.0
#include "karat/recipe/recipe_hash.hpp"

#include <gtest/gtest.h>

#include <map>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"

namespace karat {
namespace {

/// Unequal recipes next to one another: their hashes differ, whatever the attribute.
TEST(RecipeHash, EveryAttributeCounts) {
    for (const auto& [architecture, name] :
         {std::pair{"Ada", "QMMA.16832.F32.E4M3.E4M3"}, std::pair{"RDNA4", "v_wmma_f16_16x16x16_f16_w32"},
          std::pair{"CDNA3", "v_mfma_f32_16x16x8_xf32"}, std::pair{"x86", "TDPBF16PS"}}) {
        const Recipe recipe = expand(find_instruction(architecture, name).spec);
        std::map<std::size_t, Recipe> known{{RecipeHash()(recipe), recipe}};
        std::size_t different = 0;
        for (const Edit& edit : proposed_edits(recipe, EditReach::all)) {
            const auto [found, is_new] = known.try_emplace(RecipeHash()(edit.recipe), edit.recipe);
            EXPECT_EQ(found->second, edit.recipe) << title(edit);
            different += is_new ? 1 : 0;
        }
        EXPECT_GT(different, 200U) << name;
    }
}

/// Whatever their nodes are and however they are named.
TEST(RecipeHash, EqualRecipesHaveTheSameHash) {
    const Recipe recipe = expand(find_instruction("CDNA3", "v_mfma_f32_16x16x8_xf32").spec);
    const Recipe copy = recipe_from_json_text(to_json_text(recipe));
    const Recipe renamed = editing::with_sums(recipe, {}, [](Sum& sum) { sum.label.text += " again"; });
    for (const Recipe& other : {copy, renamed}) {
        ASSERT_EQ(other, recipe);
        EXPECT_EQ(RecipeHash()(other), RecipeHash()(recipe));
        EXPECT_TRUE(RecipeSet{recipe}.contains(other));
    }
}

}  // namespace
}  // namespace karat
