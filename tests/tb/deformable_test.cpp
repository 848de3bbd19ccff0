// SPDX-License-Identifier: Apache-2.0
// Without a fault, the deformable evaluation gives the same bits as the model.
#include "karat_tb/faults/deformable.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "../recipe/recipe_maker.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_tb/stimulus/sources.hpp"

namespace karat::test {
namespace {

constexpr int kTiles = 50;  // of four lanes

void expect_same_bits(const Recipe& recipe, std::uint64_t seed, const std::string& name) {
    const DotAdd model(recipe);
    const tb::Deformable deformable(recipe);
    const auto stimulus = tb::make_source("directed", model.spec(), 2, 2, seed);
    for (int t = 0; t < kTiles; ++t) {
        const tb::Tile tile = stimulus->next().value();
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const Operands in = tile.operands(lane / 2, lane % 2, 2);
            ASSERT_EQ(deformable(in), model(in))
                << name << ", tile " << t << " of class " << static_cast<int>(tile.operand_class);
        }
    }
}

TEST(Deformable, AgreesWithTheModelForRandomRecipes) {
    RecipeMaker maker(23);
    for (std::uint64_t i = 0; i < 300; ++i) {
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(maker.make(), i, "recipe " + std::to_string(i)));
    }
}

/// Integers and structured sparsity included.
TEST(Deformable, AgreesWithTheModelForEveryInstruction) {
    std::vector<Recipe> seen;
    for (const Instruction& instruction : registry()) {
        const Recipe recipe = expand(instruction.spec);
        if (std::find(seen.begin(), seen.end(), recipe) != seen.end()) continue;
        seen.push_back(recipe);
        ASSERT_NO_FATAL_FAILURE(expect_same_bits(recipe, seen.size(), instruction.name));
    }
    EXPECT_GT(seen.size(), 50U);
}

}  // namespace
}  // namespace karat::test
