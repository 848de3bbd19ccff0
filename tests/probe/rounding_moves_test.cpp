// SPDX-License-Identifier: Apache-2.0
// Roundings inside the tree, and widths that imitate them.
#include "karat_probe/identify/moves/rounding_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "karat_probe/identify/moves/recipe_moves.hpp"
#include "probe/small_recipes.hpp"

namespace karat::probe {
namespace {

bool is_reached(const Recipe& from, const Recipe& to) {
    const auto same = [&](const Candidate& x) { return x.recipe == to; };
    return std::ranges::any_of(far_recipes({from}), same);
}
const std::string kAddends = R"("sum":[{"of":"product"},{"of":"c"}])";
const std::string kWideAddends =
    R"("sum":[{"of":"product","F":19,"rounding":"RD"},{"of":"c","F":19,"rounding":"RD"}])";
std::string round_to(const std::string& bits, const std::string& rounding) {
    return R"(,"round":{"format":"fp64","fraction":)" + bits + R"(,"rounding":")" + rounding +
           R"(","nan":"any","overflow":"ieee"})";
}
Recipe nested(const std::string& width, const std::string& inner) {
    return with_sum(R"("sum":[{"zero":"counted",)" + width + R"("of":{)" + inner + "}}]");
}

TEST(RoundingMoves, RoundASumInPlaceOfTheWidthsOfItsAddends) {
    const Recipe exact = with_sum(R"("sum":[{"zero":"counted","of":{)" + kAddends + "}}]");
    const Recipe rounded = nested("", kAddends + round_to("18", "RNO"));
    EXPECT_TRUE(is_reached(nested("", kWideAddends), rounded));
    EXPECT_FALSE(is_reached(exact, rounded));
}

TEST(RoundingMoves, GiveTheAddendsWidthsInPlaceOfARoundingOfTheirSum) {
    EXPECT_TRUE(is_reached(nested("", kAddends + round_to("20", "RNE")), nested("", kWideAddends)));
}

TEST(RoundingMoves, ExchangeTheWidthOfASumAndItsRounding) {
    const Recipe width = nested(R"("F":17,"rounding":"RU",)", kAddends);
    const Recipe rounded = nested(R"("rounding":"RU",)", kAddends + round_to("17", "RU"));
    EXPECT_TRUE(is_reached(width, rounded));
    EXPECT_TRUE(is_reached(rounded, width));
}

bool is_next_to(const Recipe& from, const Recipe& to) {
    return std::ranges::any_of(neighbouring_edits(from), [&](const Edit& edit) { return edit.recipe == to; });
}

/// They differ in few answers: where two addends have bits below the unit, and in ties.
TEST(WidthsAround, AreNextToWidthsOfTheAddends) {
    const Recipe inside = with_sum(kWideAddends);
    const Recipe around =
        with_sum(R"("sum":[{"zero":"counted","F":19,"rounding":"RNA","of":{)" + kAddends + "}}]");
    EXPECT_TRUE(is_next_to(inside, around));
    EXPECT_TRUE(is_next_to(around, inside));
    // only addends with this width become exact, and only exact ones get it
    const auto mixed = [](const std::string& product) {
        return R"("sum":[{"of":"product")" + product + R"(},{"of":"c","F":20}])";
    };
    const Recipe mixed_inside = with_sum(mixed(R"(,"F":19,"rounding":"RU")"));
    const Recipe mixed_around =
        with_sum(R"("sum":[{"zero":"counted","F":19,"rounding":"RU","of":{)" + mixed("") + "}}]");
    EXPECT_TRUE(is_next_to(mixed_inside, mixed_around));
    EXPECT_TRUE(is_next_to(mixed_around, mixed_inside));
}

/// They differ where c is zero.
TEST(FloorPlaces, AreNextToEachOther) {
    const auto least = [](const std::string& inner, const std::string& c) {
        return with_sum(R"("sum":[{"F":36,"zero":"counted","of":{)" + inner +
                        R"("sum":[{"of":"product"}]}},{"of":"c","F":31)" + c + "}]");
    };
    const Recipe of_products = least(R"("floor":-24,)", "");
    const Recipe of_c = least("", R"(,"compared_by":"leading","least_exponent":-24)");
    EXPECT_TRUE(is_next_to(of_products, of_c));
    EXPECT_TRUE(is_next_to(of_c, of_products));
}

/// A sum that is rounded to d already is rounded twice.
TEST(RoundingMoves, RoundBeforeTheLastRounding) {
    const Recipe width =
        with_sum(R"("sum":[{"of":"product","F":30,"rounding":"RD"},{"of":"c","F":30,"rounding":"RD"}])");
    const std::string first = R"(,"round":{"format":"fp64","fraction":28,"rounding":"RZ"})";
    EXPECT_TRUE(is_reached(width, with_sum(R"("sum":[{"of":{)" + kAddends + first + "}}]")));
}

}  // namespace
}  // namespace karat::probe
