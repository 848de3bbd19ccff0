// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/diff/canonical.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "../recipe/recipe_maker.hpp"
#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

constexpr Effort kShort{900, 60, 300, 7};

Recipe recipe_of(const char* arch, const char* instruction) {
    return DotAdd(find_instruction(arch, instruction).spec).program().recipe();
}

std::string reasons(const Canonical& x) {
    std::string out;
    for (const VoidAttribute& each : x.changed) out += each.path + ": " + each.reason + "\n";
    return out;
}

/// The changes of a canonical recipe must not change any result.
void expect_no_effect(const Recipe& recipe) {
    const Canonical made = canonical(recipe);
    const auto found = separate(recipe, made.recipe, kShort);
    EXPECT_TRUE(found.empty()) << to_json_text(recipe) << "\n" << reasons(made);
}

TEST(Canonical, OfEveryInstructionIsTheSameArithmetic) {
    std::vector<Recipe> seen;
    for (const Instruction& instruction : registry()) {
        const Recipe recipe = DotAdd(instruction.spec).program().recipe();
        if (std::find(seen.begin(), seen.end(), recipe) != seen.end()) continue;
        seen.push_back(recipe);
        expect_no_effect(recipe);
    }
    EXPECT_GT(seen.size(), 50U);
}

TEST(Canonical, OfRandomRecipesIsTheSameArithmetic) {
    test::RecipeMaker maker(3);
    std::size_t changed = 0;
    for (int i = 0; i < 200; ++i) {
        const Recipe recipe = maker.make();
        changed += canonical(recipe).changed.size();
        expect_no_effect(recipe);
    }
    EXPECT_GT(changed, 200U);
}

/// An edit that is proved to have no effect must not have one.
TEST(Canonical, NeverCallsAnEditWithAnEffectVoid) {
    std::size_t proved = 0;
    for (const auto& [arch, name] : {std::pair{"Ampere", "HMMA.16816.F32"},
                                     {"CDNA2", "v_mfma_f32_32x32x8f16"},
                                     {"CDNA3", "v_mfma_f32_32x32x16_fp8_fp8"},
                                     {"Blackwell", "UTCOMMA.4X"}}) {
        const Recipe recipe = recipe_of(arch, name);
        const Recipe made = canonical(recipe).recipe;
        const std::vector<Edit> near = edits(recipe, EditReach::near);
        for (std::size_t i = 0; i < near.size(); i += 7) {
            if (!(canonical(near[i].recipe).recipe == made)) continue;
            ++proved;
            try {
                EXPECT_TRUE(separate(recipe, near[i].recipe, kShort).empty())
                    << arch << " " << title(near[i]);
            } catch (const Error&) {
                ADD_FAILURE() << "another format is equal: " << title(near[i]);
            }
        }
    }
    EXPECT_GT(proved, 20U);
}

}  // namespace
}  // namespace karat::probe
