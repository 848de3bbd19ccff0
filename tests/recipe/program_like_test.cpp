// SPDX-License-Identifier: Apache-2.0
// Program::like gives the program that the constructor would, for every neighbour of random recipes.
#include <gtest/gtest.h>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "recipe_maker.hpp"

namespace karat {
namespace {

/// What the constructor or like() says of an invalid recipe; empty if it is valid.
template <class Make>
std::string refusal(const Make& make) {
    try {
        (void)make();
        return "";
    } catch (const SpecError& error) {
        return error.what();
    }
}

void expect_same_group(const Program& made, const AddendGroup& x, const Program& anew, const AddendGroup& y) {
    EXPECT_EQ(*x.term, *y.term);
    EXPECT_EQ(x.scaled_sum, y.scaled_sum);
    EXPECT_EQ(x.are_products, y.are_products);
    EXPECT_EQ(x.plain, y.plain);
    EXPECT_TRUE(std::ranges::equal(made.addends(x), anew.addends(y)));
    if (x.scaled_sum) {
        EXPECT_TRUE(std::ranges::equal(made.blocks(x), anew.blocks(y)));
    }
}

/// Everything but the names of the operations.
void expect_same(const Program& made, const Program& anew) {
    EXPECT_EQ(made.recipe(), anew.recipe());
    EXPECT_EQ(made.zero_product(), anew.zero_product());
    EXPECT_EQ(made.scales_products(), anew.scales_products());
    EXPECT_EQ(made.format_of(made.zero_slot()), anew.format_of(anew.zero_slot()));
    ASSERT_EQ(made.operations().size(), anew.operations().size());
    for (std::size_t i = 0; i < made.operations().size(); ++i) {
        const Operation& x = made.operations()[i];
        const Operation& y = anew.operations()[i];
        EXPECT_EQ(*x.sum, *y.sum);
        ASSERT_EQ(x.round == nullptr, y.round == nullptr);
        if (x.round != nullptr) {
            EXPECT_EQ(*x.round, *y.round);
        }
        EXPECT_EQ(x.result, y.result);
        EXPECT_TRUE(std::ranges::equal(made.operand_slots(x), anew.operand_slots(y)));
        ASSERT_EQ(x.groups, y.groups);
        for (std::size_t g = 0; g < x.groups; ++g)
            expect_same_group(made, made.groups(x)[g], anew, anew.groups(y)[g]);
    }
}

TEST(ProgramLike, IsTheProgramOfEveryNeighbour) {
    constexpr int recipes = 60;
    test::RecipeMaker maker(5);
    std::size_t valid = 0;
    std::size_t refused = 0;
    std::size_t quick = 0;  ///< without unrolling
    for (int i = 0; i < recipes; ++i) {
        const Recipe recipe = maker.make();
        const Program program(recipe);
        for (const Edit& edit : proposed_edits(recipe, EditReach::near)) {
            const std::string why = refusal([&] { return Program(edit.recipe); });
            ASSERT_EQ(refusal([&] { return Program::like(program, edit.recipe); }), why) << title(edit);
            if (!why.empty()) {
                ++refused;
                continue;
            }
            ++valid;
            const Program made = Program::like(program, edit.recipe);
            expect_same(made, Program(edit.recipe));
            quick += made.operations().back().path.empty() ? 1 : 0;
            if (testing::Test::HasFailure()) FAIL() << "recipe " << i << ", " << title(edit);
        }
    }
    EXPECT_GT(valid, 10000U);
    EXPECT_GT(quick, valid / 2);
    EXPECT_GT(refused, 100U);
}

}  // namespace
}  // namespace karat
