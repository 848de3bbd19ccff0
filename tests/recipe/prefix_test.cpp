// SPDX-License-Identifier: Apache-2.0
// A dot-add that is continued from what recipes have in common gives the bits of one evaluated as a whole.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "karat/evaluate/continued.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "random_operands.hpp"
#include "recipe_maker.hpp"

namespace karat {
namespace {

std::vector<Evaluator> neighbours_of(const Recipe& recipe, const Program& program) {
    std::vector<Evaluator> out;
    for (const Edit& edit : proposed_edits(recipe, EditReach::near)) {
        try {
            out.push_back(Evaluator::without_bounds(edit.recipe, program));
        } catch (const SpecError&) {  // not every proposed edit is valid
        }
    }
    return out;
}

TEST(Prefix, GivesTheBitsOfTheWholeEvaluation) {
    constexpr int recipes = 60;
    constexpr int dot_adds = 12;
    test::RecipeMaker maker(6);
    std::size_t shared_operations = 0;
    std::size_t all_operations = 0;
    std::size_t differ = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe recipe = maker.make();
        const Evaluator base = Evaluator::without_bounds(recipe);
        const std::vector<Evaluator> neighbours = neighbours_of(recipe, base.program());
        test::RandomOperands random(recipe.operands, static_cast<std::uint64_t>(i));
        for (int n = 0; n < dot_adds; ++n) {
            const Operands in = random.next();
            const std::uint64_t d = base(in);
            Prefix prefix;  // goes back and forth, as the neighbours differ early or late
            for (const Evaluator& other : neighbours) {
                const Continued continued(base, other);
                const std::uint64_t expected = other(in);
                ASSERT_EQ(continued(in, prefix), expected) << "recipe " << i << ", dot-add " << n;
                if (n % 2 == 0) {
                    ASSERT_EQ(Continued(base, base)(in, prefix), d);
                }
                shared_operations += continued.shared().value_or(0);
                all_operations += base.program().operations().size();
                differ += expected == d ? 0 : 1;
            }
        }
    }
    EXPECT_GT(shared_operations, all_operations / 5);
    EXPECT_GT(differ, 1000U);
}

/// Some recipe next to another, with another tree or other attributes.
Recipe edited(const Recipe& recipe, tb::Random& random) {
    for (;;) {
        const std::vector<Edit> edits =
            proposed_edits(recipe, random.coin() ? EditReach::near : EditReach::shapes);
        if (edits.empty()) return recipe;
        const Recipe& out = edits[random.below(edits.size())].recipe;
        try {
            (void)Program(out);
            return out;
        } catch (const SpecError&) {  // not every proposed edit is valid
        }
    }
}

TEST(Prefix, FollowsTheBase) {
    constexpr int recipes = 40;
    constexpr int steps = 60;
    test::RecipeMaker maker(8);
    std::size_t kept = 0;
    std::size_t grown = 0;  ///< steps to a larger tree
    for (int i = 0; i < recipes; ++i) {
        Recipe recipe = maker.make();
        tb::Random random(static_cast<std::uint64_t>(i));
        test::RandomOperands operands(recipe.operands, static_cast<std::uint64_t>(i));
        const Operands in = operands.next();
        Prefix prefix;
        std::optional<Evaluator> before;
        for (int n = 0; n < steps; ++n) {
            const Evaluator base = Evaluator::without_bounds(recipe);
            if (before) {
                const auto shared = base.program().shared_with(before->program());
                prefix.keep(shared);
                kept += shared.value_or(0);
                grown += base.program().slots() > before->program().slots() ? 1 : 0;
            }
            ASSERT_EQ(Continued(base, base)(in, prefix), base(in)) << "recipe " << i << ", step " << n;
            before = base;
            recipe = edited(recipe, random);
        }
    }
    EXPECT_GT(kept, 1000U);
    EXPECT_GT(grown, 100U);
}

TEST(Prefix, OperandRulesShareNothing) {
    test::RecipeMaker maker(7);
    Recipe recipe = maker.make();
    const Program program(recipe);
    EXPECT_EQ(program.shared_with(program), program.operations().size());
    recipe.operands.flush_a = !recipe.operands.flush_a;
    EXPECT_EQ(Program(recipe).shared_with(program), std::nullopt);
}

}  // namespace
}  // namespace karat
