// SPDX-License-Identifier: Apache-2.0
// How the neighbours of a recipe become a list of attributes.
#include "karat_probe/identify/evidence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_probe/separate/separate.hpp"

namespace karat::probe {
namespace {

/// An identification that has asked nothing: every value is open or proved to make no difference.
Identification unasked(const Recipe& recipe) {
    Identification out;
    out.found = true;
    out.recipe = canonical(recipe).recipe;
    out.neighbours = neighbours_of(out.recipe);
    return out;
}

std::vector<Recipe> arithmetics(std::size_t every) {
    std::vector<Recipe> all;
    for (const Instruction& instruction : registry()) {
        const Recipe recipe = expand(instruction.spec);
        if (recipe.operands.k <= 16 && std::find(all.begin(), all.end(), recipe) == all.end())
            all.push_back(recipe);
    }
    std::vector<Recipe> out;
    for (std::size_t i = 0; i < all.size(); i += every) out.push_back(all[i]);
    return out;
}

TEST(Evidence, AnAttributeHasOneOldValueAndEachOtherValueOnce) {
    for (const Recipe& recipe : arithmetics(14)) {
        std::set<std::string> keys;
        for (const AttributeEvidence& each : evidence_of(unasked(recipe))) {
            EXPECT_TRUE(keys.insert(each.key).second) << each.key;
            for (std::size_t i = 0; i < each.alternatives.size(); ++i) {
                EXPECT_NE(each.alternatives[i].value, each.value) << each.key;
                for (std::size_t j = 0; j < i; ++j)
                    EXPECT_NE(each.alternatives[i].value, each.alternatives[j].value) << each.key;
            }
        }
    }
}

/// Edits of different attributes that go by one name elsewhere.
TEST(Evidence, AttributesThatShareANameAreApart) {
    const auto has = [](const std::vector<AttributeEvidence>& all, const std::string& key) {
        return std::any_of(all.begin(), all.end(),
                           [&](const AttributeEvidence& each) { return each.key == key; });
    };
    const auto gps = evidence_of(unasked(expand(find_instruction("CDNA2", "v_mfma_f32_32x32x8f16").spec)));
    EXPECT_TRUE(has(gps, "product_overflow"));
    EXPECT_TRUE(has(gps, "zero_inner_sum"));
    EXPECT_TRUE(has(gps, "zero_sum"));
}

/// What counts as proved must be equal for all operands.
TEST(Evidence, WhatIsProvedIsNotToldApart) {
    std::size_t proved = 0;
    for (const Recipe& recipe : arithmetics(20)) {
        const Identification found = unasked(recipe);
        const Recipe simplest = canonical(recipe).recipe;
        for (const AttributeEvidence& each : evidence_of(found)) {
            for (const Alternative& x : each.alternatives) {
                if (!x.proved_void) continue;
                for (const Neighbour& neighbour : found.neighbours) {
                    if (neighbour.edit.value != x.value || neighbour.edit.key != each.key ||
                        neighbour.edit.was != each.value || ++proved % 4 != 0)
                        continue;
                    EXPECT_TRUE(separate(simplest, neighbour.edit.recipe, {600, 60, 200, 5}).empty())
                        << title(neighbour.edit);
                }
            }
        }
    }
    EXPECT_GT(proved, 80U);
}

TEST(Evidence, ANanOfAnyEncodingIsNoValue) {
    for (const AttributeEvidence& each : evidence_of(unasked(arithmetics(1)[0]))) {
        for (const Alternative& x : each.alternatives) EXPECT_NE(x.value, "any") << each.key;
    }
}

}  // namespace
}  // namespace karat::probe
