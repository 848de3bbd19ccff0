// SPDX-License-Identifier: Apache-2.0
// The values that the search draws for the attributes of a known tree.
#include "karat_probe/identify/attributes/attributes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "karat_probe/identify/judging/step.hpp"
#include "karat_probe/target/formats.hpp"
#include "probe/nodes.hpp"
#include "probe/small_recipes.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

/// The names of the attributes that lead from one recipe to another in one draw.
std::vector<std::string> draws_between(const Recipe& from, const Recipe& to) {
    std::vector<std::string> out;
    for (const Attribute& attribute : attributes_of(from)) {
        bool leads = false;
        attribute.each_value(from, [&](const Recipe& value) { leads |= value == to; });
        if (leads) out.push_back(attribute.name);
    }
    return out;
}
bool holds(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

TEST(Attributes, ACommonGridExchangesTheWidthsOfTwoAddends) {
    const Recipe own =
        with_sum(R"("floor":-20,"sum":[{"of":"product","F":17,"cutoff":30},{"of":"c","F":26}])");
    const Recipe common = with_sum(R"("grid":"common","sum":[{"of":"product","F":26},{"of":"c","F":17}])");
    EXPECT_TRUE(holds(draws_between(own, common), "result.grid"));
}

TEST(Attributes, AnotherGridComesWithAnotherWidthOfOneAddend) {
    const Recipe own = with_sum(R"("sum":[{"of":"product","F":17},{"of":"c","F":26}])");
    const Recipe common = with_sum(R"("grid":"common","sum":[{"of":"product","F":17},{"of":"c","F":9}])");
    EXPECT_TRUE(holds(draws_between(own, common), "result.grid_and_width"));
    EXPECT_TRUE(holds(draws_between(common, own), "result.grid_and_width"));
}

/// Without a width nothing is dropped, so that a sticky bit does not show.
TEST(Attributes, AStickyBitComesWithAWidth) {
    const Recipe exact = with_sum(R"("sum":[{"of":"product"},{"of":"c","F":30,"rounding":"RNE"}])");
    const Recipe of_one = with_sum(R"("sticky":"ored","sum":[{"of":"product","F":4,"rounding":"RD"},)"
                                   R"({"of":"c","F":30,"rounding":"RD"}])");
    const Recipe of_all = with_sum(R"("sticky":"ored","sum":[{"of":"product","F":4},{"of":"c","F":4}])");
    EXPECT_TRUE(holds(draws_between(exact, of_one), "result.sticky_widths"));
    EXPECT_TRUE(holds(draws_between(exact, of_all), "result.sticky_widths"));
}

/// Rounding to odd with few bits looks like rounding down with all.
TEST(Attributes, ADirectionMayComeWithAllBits) {
    const auto rounded = [](const std::string& rule) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp64","k":4},"result":{)"
            R"("sum":[{"of":"product"},{"of":"c"}],"round":{"format":"fp64",)" +
            rule + "}}}");
    };
    EXPECT_TRUE(
        holds(draws_between(rounded(R"("fraction":22,"rounding":"RO")"), rounded(R"("rounding":"RD")")),
              "result.round.rounding"));
}

/// A width with the wrong rounding mends nothing, and neither does another grid.
TEST(Attributes, AWidthOrAGridMayComeWithItsRounding) {
    const auto name = [](const Recipe& from, const Recipe& to) {
        for (const Attribute& each : attributes_of(from)) {
            bool leads = false;
            each.each_value(from, [&](const Recipe& value) { leads |= each.joint && value == to; });
            if (leads) return each.name;
        }
        return std::string();
    };
    const Recipe exact = with_sum(R"("sum":[{"of":"product"},{"of":"c"}])");
    const Recipe rounded = with_sum(R"("sum":[{"of":"product"},{"of":"c","F":19,"rounding":"RNO"}])");
    EXPECT_EQ(name(exact, rounded), "result.sum[1].F_and_rounding");
    const Recipe own = with_sum(R"("sum":[{"of":"product","F":38,"rounding":"RNO"},{"of":"c","F":19}])");
    const Recipe common =
        with_sum(R"("grid":"common","sum":[{"of":"product","F":19,"rounding":"RNZ"},{"of":"c","F":38}])");
    EXPECT_EQ(name(own, common), "result.grid_and_rounding");
    EXPECT_EQ(name(common, with_sum(R"("sum":[{"of":"product","F":38,"rounding":"RD"},{"of":"c","F":19}])")),
              "result.grid_and_rounding");
}

/// A larger exponent needs fewer bits: neither helps alone.
TEST(Attributes, AnExponentComesWithItsWidth) {
    const auto inner = [](const std::string& rules) {
        return with_sum(R"("sum":[{"of":"c"},{)" + rules + R"("of":{"sum":[{"of":"product"}]}}])");
    };
    const Recipe held = inner(R"("F":17,)");
    EXPECT_TRUE(
        holds(draws_between(held, inner(R"("F":2,"compared_by":"scale",)")), "result.sum[1].compared_by"));
    EXPECT_TRUE(
        holds(draws_between(held, inner(R"("F":12,"compared_by":"leading",)")), "result.sum[1].compared_by"));
}

/// A fit begins with inner sums that are not rounded.
TEST(Attributes, AnInnerSumIsRoundedOrNotInOneDraw) {
    const auto inner = [](const std::string& rules, const std::string& round) {
        return with_sum(R"("sum":[{"of":"c"},{)" + rules +
                        R"("zero":"counted","of":{"sum":[{"of":"product"}])" + round + "}}]");
    };
    const std::string rounding =
        R"(,"round":{"format":"fp16","rounding":"RD","overflow":"ieee","nan":"any"})";
    const Recipe exact = inner("", "");
    const Recipe rounded = inner("", rounding);
    EXPECT_EQ(draws_between(exact, rounded), std::vector<std::string>{"result.sum[1].rounds"});
    EXPECT_EQ(draws_between(rounded, exact), std::vector<std::string>{"result.sum[1].rounds"});
    // a width may have imitated the rounding, and a rounding a width
    const Recipe narrow = inner(R"("F":10,"rounding":"RD",)", "");
    EXPECT_TRUE(holds(draws_between(narrow, rounded), "result.sum[1].rounds"));
    EXPECT_TRUE(holds(draws_between(rounded, narrow), "result.sum[1].rounds"));
}

TEST(Attributes, TheStartOfAChainIsRoundedOrNotInOneDraw) {
    const auto chain = [](const std::string& round) {
        return with_result(R"("k":["1..3"],"start":{"k":[0],"of":{"sum":[{"of":"product"},{"of":"c"}])" +
                           round +
                           R"(}},"chain":{"sum":[{"of":"product"},{"of":"acc"}],"round":{"format":"fp32"}})");
    };
    const Recipe rounded = chain(R"(,"round":{"format":"bf16","overflow":"ieee","nan":"any"})");
    EXPECT_EQ(draws_between(chain(""), rounded), std::vector<std::string>{"result.start.rounds"});
    EXPECT_EQ(draws_between(rounded, chain("")), std::vector<std::string>{"result.start.rounds"});
}

/// Of such trees the shapes have few (tree_shapes.hpp).
TEST(Attributes, ASumBecomesTheOnlyAddendOfAnotherInOneDraw) {
    const Recipe one = with_sum(R"("sum":[{"of":"product"},{"of":"c"}])");
    const auto around = [](const std::string& rules, const std::string& round) {
        return with_sum(R"("sum":[{)" + rules +
                        R"("zero":"counted","of":{"sum":[{"of":"product"},{"of":"c"}])" + round + "}}]");
    };
    const Recipe narrow = around(R"("F":9,"rounding":"RNE",)", "");
    const Recipe twice =
        around("", R"(,"round":{"format":"tf32","rounding":"RZ","overflow":"ieee","nan":"any"})");
    for (const Recipe& enclosed : {narrow, twice}) {
        EXPECT_EQ(draws_between(one, enclosed), std::vector<std::string>{"result.encloses"});
        EXPECT_TRUE(holds(draws_between(enclosed, one), "result.encloses"));
    }
}

/// A draw may put another node at the path of an attribute.
TEST(Attributes, AreHarmlessWhereANodeOfAnotherKindHasTheirPath) {
    const Recipe inner =
        with_sum(R"("sum":[{"of":"c"},{"F":8,"zero":"counted","of":{"sum":[{"of":"product","F":7}]}}])");
    const Recipe plain = with_sum(R"("sum":[{"of":"product"},{"of":"c","F":8}])");
    std::size_t values = 0;
    for (const auto& [from, to] : {std::pair{&inner, &plain}, {&plain, &inner}}) {
        for (const Attribute& attribute : attributes_of(*from))
            attribute.each_value(*to, [&](const Recipe& value) { values += value == *to ? 1000000 : 1; });
    }
    EXPECT_GT(values, 500U);
    EXPECT_LT(values, 1000000U);
}

TEST(Attributes, TheSignOfCBringsTruncation) {
    const Recipe down =
        with_sum(R"("grid":"common","sticky":"ored","sum":[{"of":"product","F":12,"rounding":"RD"},)"
                 R"({"of":"c","F":3}])");
    const Recipe framed =
        with_sum(R"("grid":"common","frame":"c_sign","sum":[{"of":"product","F":12},{"of":"c","F":3}])");
    EXPECT_TRUE(holds(draws_between(down, framed), "result.grid"));
}

TEST(Attributes, TheFormatOfAnInnerRoundingComesWithItsRounding) {
    const auto inner = [](const std::string& round) {
        return with_sum(R"("sum":[{"of":"c"},{"of":{"sum":[{"of":"product"}],"round":{)" + round + "}}}]");
    };
    const Recipe from = inner(R"("format":"fp32")");
    EXPECT_TRUE(holds(draws_between(from, inner(R"("format":"fp16","rounding":"RD")")),
                      "result.sum[1].of.round.format"));
    EXPECT_TRUE(holds(
        draws_between(inner(R"("format":"e5m2","fraction":2)"), inner(R"("format":"bf16","fraction":2)")),
        "result.sum[1].of.round.format"));
}

TEST(Attributes, WhatIsOddGivesWayToAnotherWidth) {
    const Recipe odd =
        with_sum(R"("sum":[{"of":"product"},{"of":"c","F":41,"cutoff":9,"compared_by":"leading",)"
                 R"("least_exponent":-126}])");
    const Recipe plain = with_sum(R"("sum":[{"of":"product"},{"of":"c","F":29,"zero":"format_min"}])");
    EXPECT_TRUE(holds(draws_between(odd, plain), "result.sum[1].plain"));
}

/// Where the addend is the largest they are the same.
TEST(Attributes, AFloorMovesToAnAddendOrAnInnerSum) {
    const auto least = [](const std::string& outer, const std::string& inner, const std::string& c) {
        return with_sum(outer + R"("sum":[{"F":20,"zero":"counted","of":{)" + inner +
                        R"("sum":[{"of":"product"}]}},{"of":"c","F":24)" + c + "}]");
    };
    const std::string floor = R"("floor":-15,)";
    const Recipe of_sum = least(floor, "", "");
    const Recipe of_inner = least("", floor, "");
    const Recipe of_c = least("", "", R"(,"compared_by":"leading","least_exponent":-15)");
    for (const Recipe& from : {of_sum, of_inner, of_c}) {
        for (const Recipe& to : {of_sum, of_inner, of_c})
            EXPECT_TRUE(from == to || holds(draws_between(from, to), "result.floor_place"));
    }
}

TEST(Attributes, TheBitsOfARoundingAreExchangedForTheWidthOfAnAddend) {
    const auto rounded_to = [](const std::string& product, const std::string& round) {
        return with_result(R"("sum":[{"of":"product")" + product +
                           R"(},{"of":"c","F":16}],"round":{"format":"fp32")" + round + "}");
    };
    const Recipe bits = rounded_to("", R"(,"fraction":18,"rounding":"RU")");
    const Recipe width = rounded_to(R"(,"F":17,"rounding":"RNO")", R"(,"rounding":"RU")");
    EXPECT_TRUE(holds(draws_between(bits, width), "result.bits_of_addend"));
    EXPECT_TRUE(
        holds(draws_between(rounded_to(R"(,"F":17,"rounding":"RU")", ""), bits), "result.bits_of_addend"));
}

TEST(Attributes, AFixedPointComesWithItsWidth) {
    const Recipe plain = with_sum(R"("sum":[{"of":"product"},{"of":"c"}])");
    const Recipe fixed = with_sum(R"("floor":20,"sum":[{"of":"product","F":35},{"of":"c","F":35}])");
    EXPECT_TRUE(holds(draws_between(plain, fixed), "result.fixed_point"));
}

TEST(Attributes, TheScaleFactorsMultiplyProductsOrASumOfThem) {
    const auto scaled = [](const std::string& sum, const std::string& product) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e2m1","c":"fp32","d":"fp32","k":4,)"
            R"("scale":"ue8m0","scale_block":4},"result":{"sum":[{"F":20,)" +
            sum + R"("of":{"sum":[{"of":"product")" + product +
            R"(},{"of":"c"}]}}],"round":{"format":"fp32"}}})");
    };
    const Recipe products = scaled("", R"(,"scaled":true)");
    const Recipe sum = scaled(R"("scaled":true,)", "");
    EXPECT_TRUE(holds(draws_between(products, sum), "scaled"));
    EXPECT_TRUE(holds(draws_between(sum, products), "scaled"));
}

TEST(Attributes, AllRoundingsChangeAtOnce) {
    const auto nested = [](const std::string& rule) {
        return with_result(R"("sum":[{"of":"c"},{"of":{"sum":[{"of":"product"}],"round":{"format":"fp32")" +
                           rule + R"(}}}],"round":{"format":"fp32")" + rule + "}");
    };
    const Recipe plain = nested("");
    EXPECT_TRUE(holds(draws_between(plain, nested(R"(,"nan":"x86")")), "every.specials"));
    EXPECT_TRUE(holds(draws_between(plain, nested(R"(,"flush":true,"flush_when":"before")")), "every.flush"));
    EXPECT_TRUE(holds(draws_between(plain, nested(R"(,"rounding":"RD")")), "every.rounding"));
    const std::string rules = R"(,"rounding":"RU","nan":"x86","overflow":"ieee","flush":true)";
    const auto inner = [&](const std::string& rule) {
        return with_result(R"("sum":[{"of":"c"},{"of":{"sum":[{"of":"product"}],"round":{)" + rule +
                           R"(}}}],"round":{"format":"fp32")" + rules + "}");
    };
    EXPECT_TRUE(holds(draws_between(inner(R"("format":"fp64","fraction":23)"), nested(rules)),
                      "result.sum[1].of.round.alike"));
    const Recipe rough = with_sum(R"("grid":"common","sum":[{"of":"c","F":9},{"F":30,"zero":"counted","of":)"
                                  R"({"sum":[{"of":"product","F":7}],"round":{"format":"fp32"}}}])");
    EXPECT_TRUE(holds(draws_between(rough, with_sum(R"("sum":[{"of":"c"},{"of":{"sum":[{"of":"product"}],)"
                                                    R"("round":{"format":"fp32"}}}])")),
                      "every.plain"));
}

TEST(Attributes, KeepTheTreeAndTheFormatsOfRandomRecipes) {
    constexpr int recipes = 40;
    test::RecipeMaker maker(5);
    int values = 0, valid = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe recipe = maker.make();
        for (const Attribute& attribute : attributes_of(recipe)) {
            attribute.each_value(recipe, [&](const Recipe& value) {
                ASSERT_FALSE(value == recipe) << attribute.name;
                const bool same_nodes =
                    attribute.reshapes() || test::nodes_of(value) == test::nodes_of(recipe);
                ASSERT_TRUE(same_nodes) << attribute.name;
                ASSERT_EQ(formats_of(value.operands), formats_of(recipe.operands));
                if (++values % 64 != 0) return;
                valid += evaluator_of(value) ? 1 : 0;
            });
        }
    }
    EXPECT_GT(values, 40000);
    EXPECT_GT(valid, values / 64 / 2);
}

/// An inner sum of a few bits more than the sum around it keeps: neither width is right without the other.
TEST(Attributes, AreAlsoGuardBits) {
    const auto inner = [](const std::string& product, const std::string& c, const std::string& sum) {
        return with_sum(R"("sum":[{)" + sum + R"("zero":"counted","of":{"sum":[{"of":"product",)" + product +
                        R"(},{"of":"c",)" + c + "}]}}]");
    };
    const Recipe plain = inner(R"("F":24)", R"("F":12)", "");
    const std::string outer = R"("F":24,"rounding":"RO",)";
    EXPECT_TRUE(
        holds(draws_between(plain, inner(R"("F":26)", R"("F":14)", outer)), "result.sum[0].guard_bits"));
    EXPECT_TRUE(
        holds(draws_between(plain, inner(R"("F":25)", R"("F":12)", outer)), "result.sum[0].guard_bits"));
}

TEST(Attributes, OfIntegersAreWhatHappensOnOverflow) {
    const auto integers = [](const std::string& overflow) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"int8","b":"int8","c":"int32","d":"int32","k":4},"result":{)"
            R"("sum":[{"of":"product"},{"of":"c"}],"round":{"format":"int32","overflow":")" +
            overflow + "\"}}}");
    };
    EXPECT_TRUE(holds(draws_between(integers("wrap"), integers("saturate")), "result.round.overflow"));
}

}  // namespace
}  // namespace karat::probe
