// SPDX-License-Identifier: Apache-2.0
// Where a small addend can get lost beside a large one that later cancels.
#include "karat_probe/identify/topology/losses.hpp"

#include <gtest/gtest.h>

#include <string>

#include "karat/recipe/json/recipe_json.hpp"

namespace karat::probe {
namespace {

/// Two groups of two products, and c.
Program groups(const std::string& round, const std::string& select = R"("parts":2,)") {
    return Program(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":)"
        R"({"sum":[{)" +
        select + R"("of":{"sum":[{"of":"product"}])" + round +
        R"(}},{"of":"c"}],"round":{"format":"fp32"}}})"));
}
const std::string kRounded = R"(,"round":{"format":"fp16"})";
constexpr Slot kC = 4;

TEST(Losses, WhatMeetsNoXCannotBeLost) {
    const Program program = groups(kRounded);
    Losses losses(program);
    losses.note({0, 1, 2}, false);
    losses.note({0, 1, kC}, false);
    EXPECT_EQ(losses.unexplained(), 0U);
    losses.note({0, 1, 3}, true);
    EXPECT_EQ(losses.unexplained(), 1U);
}

TEST(Losses, AnUnroundedSumKeepsTheExponentOfX) {
    const Program program = groups("");
    Losses losses(program);
    losses.note({0, 1, 2}, true);
    losses.note({2, 3, kC}, true);
    EXPECT_EQ(losses.unexplained(), 0U);
}

/// c and a product take the same way out of their sum. If c is asked with a smaller y, it alone may get lost.
TEST(Losses, AMagnitudeOfItsOwnIsALossOfItsOwn) {
    const Program program(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":)"
        R"({"sum":[{"k":["1..3"],"of":"product"},{"of":{"sum":[{"k":[0],"of":"product"},{"of":"c"}]}}],)"
        R"("round":{"format":"fp32"}}})"));
    for (const bool own : {false, true}) {
        Losses losses(program, own ? std::vector<int>{0, 0, 0, 0, 1} : std::vector<int>{});
        losses.note({1, 2, 0}, false);
        losses.note({1, 2, kC}, true);
        EXPECT_EQ(losses.unexplained(), own ? 0U : 1U);
    }
}

/// A rounding of every second product limits those products alike; all but the last step of a chain pass the
/// steps after them.
TEST(Losses, WhatLimitsYLimitsItInAllPlacesThatPassIt) {
    const Program halves(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":)"
        R"({"sum":[{"parts":2,"part":0,"of":"product"},{"parts":2,"part":1,"of":{"sum":[{"of":"product"}],)"
        R"("round":{"format":"fp16"}}},{"of":"c"}],"round":{"format":"fp32"}}})"));
    EXPECT_EQ(Losses(halves, {0, 0, 1, 1, 0}).unlike(), 0U);
    EXPECT_EQ(Losses(halves, {0, 1, 1, 1, 0}).unlike(), 1U);
    EXPECT_EQ(Losses(halves, {0, 1, 0, 1, 0}).unlike(), 2U);
    EXPECT_EQ(Losses(halves).unlike(), 0U);
    const Program chain(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":)"
        R"({"slices":4,"start":"c","chain":{"sum":[{"of":"product"},{"of":"acc"}],)"
        R"("round":{"format":"fp16"}},"last":{"format":"fp32"}}})"));
    EXPECT_EQ(Losses(chain, {1, 1, 1, 0, 2}).unlike(), 0U);
    EXPECT_EQ(Losses(chain, {1, 0, 1, 0, 2}).unlike(), 1U);
}

TEST(Losses, TwoThatTakeTheSameWayAreTreatedAlike) {
    const Program program = groups(kRounded);
    Losses losses(program);
    losses.note({0, 2, 1}, true);
    losses.note({2, 0, 3}, true);
    EXPECT_EQ(losses.unexplained(), 0U);
    losses.note({3, kC, 2}, false);
    EXPECT_EQ(losses.unexplained(), 1U);
}

/// In the outer sum a group is lost beside another, but not beside c: widths may depend on the kind of X.
TEST(Losses, WhatIsLostDependsOnTheKindsOfYAndX) {
    const Program program = groups(kRounded);
    Losses losses(program);
    losses.note({0, kC, 2}, false);
    losses.note({kC, 1, 3}, false);
    EXPECT_EQ(losses.unexplained(), 0U);
    losses.note({kC, 0, 1}, true);  // beside X in its own group
    EXPECT_EQ(losses.unexplained(), 0U);
    losses.note({1, kC, 3}, true);
    EXPECT_EQ(losses.unexplained(), 1U);
}

TEST(Losses, TellPatternsApart) {
    const Program pairs = groups(kRounded);
    const Program interleaved = groups(kRounded, R"("parts":2,"pattern":"interleaved",)");
    for (const Program* program : {&pairs, &interleaved}) {
        Losses losses(*program);
        // 0 and 1 meet before c, 0 and 2 do not
        losses.note({0, kC, 1}, true);
        losses.note({0, kC, 2}, false);
        losses.note({2, kC, 3}, true);
        losses.note({2, kC, 1}, false);
        EXPECT_EQ(losses.unexplained() == 0, program == &pairs);
    }
}

}  // namespace
}  // namespace karat::probe
