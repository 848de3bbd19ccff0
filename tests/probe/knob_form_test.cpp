// SPDX-License-Identifier: Apache-2.0
// From a recipe back to the knobs that stand for it.
#include "karat_probe/identify/knobs/knob_form.hpp"

#include <gtest/gtest.h>

#include "../algorithm/spec_maker.hpp"
#include "../recipe/recipe_maker.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/diff/unrolled.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

bool same(const Recipe& x, const Recipe& y) {
    return unrolled(canonical(x).recipe) == unrolled(canonical(y).recipe);
}

TEST(KnobForm, OfEveryArithmeticMadeOfKnobs) {
    std::vector<Recipe> seen;
    for (const Instruction& instruction : registry()) {
        if (instruction.spec.algorithm == Algorithm::recipe || instruction.spec.k > 16) continue;
        const Recipe recipe = expand(instruction.spec);
        if (std::find(seen.begin(), seen.end(), recipe) != seen.end()) continue;
        seen.push_back(recipe);
        const std::optional<Spec> found = knob_form(recipe);
        ASSERT_TRUE(found) << instruction.name;
        EXPECT_TRUE(same(expand(*found), recipe)) << instruction.name << " " << knob_settings(*found);
    }
    EXPECT_GT(seen.size(), 20U);
}

TEST(KnobForm, OfRandomSpecifications) {
    test::SpecMaker maker(5);
    for (int i = 0; i < 108; ++i) {
        const Spec given = maker.make(static_cast<Algorithm>(i % 9));
        const Recipe recipe = expand(given);
        const std::optional<Spec> found = knob_form(recipe);
        ASSERT_TRUE(found) << knob_settings(given);
        EXPECT_TRUE(same(expand(*found), recipe)) << knob_settings(given) << "\n" << knob_settings(*found);
    }
}

/// "Equal" is proved, so it must hold on operands.
TEST(KnobForm, OfRandomRecipesIsTheSameArithmetic) {
    test::RecipeMaker maker(11);
    int found = 0;
    for (int i = 0; i < 150; ++i) {
        const Recipe recipe = maker.make();
        const std::optional<Spec> spec = knob_form(recipe);
        if (!spec) continue;
        ++found;
        EXPECT_TRUE(separate(recipe, expand(*spec), {900, 60, 300, 7}).empty()) << knob_settings(*spec);
    }
    EXPECT_GT(found, 2);
}

TEST(KnobForm, HasNoKnobWithoutEffect) {
    Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    EXPECT_EQ(knob_settings(*knob_form(expand(spec))), "algorithm=fda F=25");
    spec.F = {24};
    spec.F_c = Width{22};
    EXPECT_EQ(knob_settings(*knob_form(expand(spec))), "algorithm=fda F=24 F_c=22");
}

TEST(KnobForm, SomeArithmeticsHaveNone) {
    EXPECT_FALSE(knob_form(expand(find_instruction("RDNA3", "v_wmma_f32_16x16x16_f16").spec)));
}

}  // namespace
}  // namespace karat::probe
