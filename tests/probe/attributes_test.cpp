// SPDX-License-Identifier: Apache-2.0
// The values that the search draws for the attributes of a known tree, and the trees next to a tree.
#include "karat_probe/identify/attributes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/step.hpp"
#include "karat_probe/identify/tree_edits.hpp"
#include "karat_probe/target/formats.hpp"
#include "probe/nodes.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

Recipe with_result(const std::string& result) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":{)" +
        result + "}}");
}
Recipe with_sum(const std::string& sum) { return with_result(sum + R"(,"round":{"format":"fp32"})"); }

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
                ASSERT_EQ(test::nodes_of(value), test::nodes_of(recipe)) << attribute.name;
                ASSERT_EQ(formats_of(value.operands), formats_of(recipe.operands));
                if (++values % 64 != 0) return;
                valid += evaluator_of(value) ? 1 : 0;
            });
        }
    }
    EXPECT_GT(values, 40000);
    EXPECT_GT(valid, values / 64 / 2);
}

bool is_next(const Recipe& from, const Recipe& to) {
    return std::ranges::any_of(edited_trees(from), [&](const TreeEdit& x) { return x.recipe == to; });
}
const std::string kWide = R"("round":{"format":"fp64","nan":"any","overflow":"ieee"})";

TEST(TreeEdits, AddAndRemoveASumOrARounding) {
    const Recipe plain = with_sum(R"("sum":[{"of":"product"},{"of":"c","F":24}])");
    const Recipe twice = with_sum(
        R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"},{"of":"c","F":24}],)" + kWide + "}}]");
    const Recipe nested =
        with_sum(R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"},{"of":"c","F":24}]}}])");
    EXPECT_TRUE(is_next(plain, twice));
    EXPECT_TRUE(is_next(plain, nested));
    EXPECT_TRUE(is_next(nested, plain));
    EXPECT_TRUE(is_next(nested, twice));
    EXPECT_TRUE(is_next(twice, nested));
}

TEST(TreeEdits, GroupProductsAndMoveC) {
    const Recipe plain = with_sum(R"("sum":[{"of":"product"},{"of":"c"}])");
    EXPECT_TRUE(is_next(plain, with_sum(R"("sum":[{"parts":2,"pattern":"pairs","zero":"counted",)"
                                        R"("of":{"sum":[{"of":"product"}]}},{"of":"c"}])")));
    EXPECT_TRUE(is_next(
        plain, with_sum(R"("sum":[{"of":"product","parts":2,"part":1},{"of":"c"},)"
                        R"({"parts":2,"part":0,"zero":"counted","of":{"sum":[{"of":"product"}]}}])")));
    const Recipe apart = with_sum(R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"}]}},{"of":"c"}])");
    EXPECT_TRUE(is_next(plain, apart));
    EXPECT_TRUE(
        is_next(apart, with_sum(R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"},{"of":"c"}]}}])")));
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

TEST(TreeEdits, SeparateCOnACommonGrid) {
    const Recipe common = with_sum(R"("grid":"common","sum":[{"of":"product","F":24},{"of":"c","F":24}])");
    const Recipe apart = with_sum(R"("sum":[{"zero":"counted","of":{"grid":"common",)"
                                  R"("sum":[{"of":"product","F":24}]}},{"of":"c","F":24}])");
    EXPECT_TRUE(is_next(common, apart));
}

TEST(TreeEdits, DivideAChainOtherwise) {
    const auto chain = [](const std::string& slices) {
        return with_result(slices + R"("start":"c","chain":{"sum":[{"of":"acc"},{"of":"product"}],)"
                                    R"("round":{"format":"fp32"}})");
    };
    EXPECT_TRUE(is_next(chain(R"("slices":4,)"), chain(R"("slices":2,"pattern":"interleaved",)")));
}

TEST(TreeEdits, GroupPartsAgain) {
    const std::string inner = R"("F":20,"of":{"sum":[{"of":"product"}]}})";
    const auto groups = [&](const std::string& outer_pattern, const std::string& pattern) {
        return with_sum(R"("sum":[{"parts":2,)" + outer_pattern +
                        R"("zero":"counted","of":{"sum":[{"parts":2,)" + pattern + inner +
                        R"(]}},{"of":"c"}])");
    };
    const std::string interleaved = R"("pattern":"interleaved",)";
    // four single products: in groups of any pattern
    const Recipe four = with_sum(R"("sum":[{"parts":4,)" + inner + R"(,{"of":"c"}])");
    EXPECT_TRUE(is_next(four, groups("", "")));
    EXPECT_TRUE(is_next(four, groups(interleaved, "")));
    EXPECT_FALSE(is_next(four, groups("", interleaved)));
}

TEST(TreeEdits, AddAtOnceWhatAChainAddsInSteps) {
    const auto chain = [](const std::string& slices, const std::string& parts, const std::string& round) {
        return with_result(slices + R"("start":"c","chain":{"sum":[{)" + parts +
                           R"("F":9,"of":{"sum":[{"of":"product"}]}},{"of":"acc"}],"round":)" + round);
    };
    const std::string fp32 = R"({"format":"fp32","rounding":"RZ"})";
    const std::string fp64 = R"({"format":"fp64","nan":"any","overflow":"ieee"})";
    const std::string interleaved = R"("pattern":"interleaved",)";
    EXPECT_TRUE(is_next(chain(R"("slices":2,)" + interleaved, "", fp64 + R"(},"last":)" + fp32),
                        chain(interleaved, R"("parts":2,)" + interleaved, fp32 + "}")));
}

TEST(TreeEdits, MakeASumOfAChainOfOneStep) {
    const std::string step = R"("chain":{"sum":[{"of":"product"},{"of":"acc","F":9}],)" + kWide + "}";
    const std::string last = R"(,"last":{"format":"fp32","rounding":"RZ"})";
    const std::string down = R"("round":{"format":"fp32","rounding":"RZ"})";
    EXPECT_TRUE(is_next(with_result(R"("start":"c",)" + step + last),
                        with_result(R"("sum":[{"of":"product"},{"of":"c","F":9}],)" + down)));
    const auto inside = [](const std::string& x) {
        return with_sum(R"("sum":[{"of":"c"},{"of":{)" + x + "}}]");
    };
    EXPECT_TRUE(is_next(inside(R"("start":"zero",)" + step), inside(R"("sum":[{"of":"product"}],)" + kWide)));
}

TEST(TreeEdits, MakeASumOfAChainThatStartsWithASum) {
    const std::string start = R"({"sum":[{"of":"product"},{"of":"c"}]})";
    EXPECT_TRUE(
        is_next(with_result(R"("k":[3,1,2],"start":{"k":[0],"of":)" + start +
                            R"(},"chain":{"sum":[{"of":"acc","F":9},{"of":"product"}],)" +
                            R"("round":{"format":"fp32"}})"),
                with_sum(R"("sum":[{"k":[0],"F":9,"of":)" + start + R"(},{"k":[3,1,2],"of":"product"}])")));
}

TEST(TreeEdits, ExchangeAndRearrangeHalves) {
    const auto halves = [](const std::string& pattern, int alone, int grouped) {
        return with_sum(R"("sum":[{"of":"c"},{"of":"product","parts":2,)" + pattern + R"("part":)" +
                        std::to_string(alone) + R"(},{"parts":2,)" + pattern + R"("part":)" +
                        std::to_string(grouped) + R"(,"zero":"counted","of":{"sum":[{"of":"product"}]}}])");
    };
    EXPECT_TRUE(is_next(halves("", 0, 1), halves("", 1, 0)));
    EXPECT_TRUE(is_next(halves("", 0, 1), halves(R"("pattern":"interleaved",)", 0, 1)));
    EXPECT_TRUE(is_next(halves("", 0, 1), with_sum(R"("sum":[{"of":"c"},{"of":"product"}])")));
}

TEST(TreeEdits, MoveAccAndTakeItOutOfASum) {
    const auto chain = [](const std::string& sum) {
        return with_result(R"("slices":2,"start":"c","chain":{"sum":[)" + sum +
                           R"(],"round":{"format":"fp32"}})");
    };
    const Recipe beside = chain(R"({"zero":"counted","of":{"sum":[{"of":"product"}]}},{"of":"acc","F":20})");
    const Recipe inside = chain(R"({"zero":"counted","of":{"sum":[{"of":"product"},{"of":"acc","F":20}]}})");
    EXPECT_TRUE(is_next(beside, inside));
    EXPECT_TRUE(is_next(inside, beside));
}

TEST(TreeEdits, RoundInPlaceOfWidths) {
    const auto inner = [](const std::string& sum) {
        return with_sum(R"("sum":[{"of":"c"},{"zero":"counted","of":{"sum":[{"of":"product")" + sum + "}}]");
    };
    EXPECT_TRUE(is_next(inner(R"(,"F":7}])"), inner("}]," + kWide)));
    EXPECT_TRUE(is_next(inner(R"(,"F":7}])"), inner(R"(,"F":7}],)" + kWide)));
}

TEST(TreeEdits, RoundTheLastStepAsTheOthers) {
    const std::string chain =
        R"("slices":2,"start":"c","chain":{"sum":[{"of":"acc"},{"of":"product"}],"round":{"format":"fp32"}})";
    EXPECT_TRUE(
        is_next(with_result(chain + R"(,"last":{"format":"fp32","rounding":"RZ"})"),
                with_result(R"("slices":2,"start":"c","chain":{"sum":[{"of":"acc"},{"of":"product"}],)"
                            R"("round":{"format":"fp32","rounding":"RZ"}})")));
}

TEST(TreeEdits, ReverseAddendsOnlyWhereNansArePassedOn) {
    const auto sum = [](const std::string& addends, const std::string& nan) {
        return with_result(R"("sum":[)" + addends + R"(],"round":{"format":"fp32","nan":")" + nan + R"("})");
    };
    const std::string product = R"({"of":"product"})", c = R"({"of":"c"})";
    for (const char* nan : {"x86", "nvidia_fp64", "nvidia"}) {
        EXPECT_EQ(is_next(sum(product + ',' + c, nan), sum(c + ',' + product, nan)),
                  nan != std::string("nvidia"))
            << nan;
    }
}

TEST(TreeEdits, SayWhereTheTreeWasChanged) {
    const Recipe nested =
        with_sum(R"("sum":[{"of":"c"},{"zero":"counted","of":{"sum":[{"of":"product","F":7}]}}])");
    const Recipe rounded =
        with_sum(R"("sum":[{"of":"c"},{"zero":"counted","of":{"sum":[{"of":"product"}],)" + kWide + "}}]");
    const std::vector<TreeEdit> edits = edited_trees(nested);
    const auto edit =
        std::ranges::find_if(edits, [&](const TreeEdit& each) { return each.recipe == rounded; });
    ASSERT_NE(edit, edits.end());
    EXPECT_EQ(edit->path, "result.sum[1].of");
}

TEST(TreeEdits, AreMostlyValid) {
    constexpr int recipes = 100;
    test::RecipeMaker maker(6);
    int edits = 0, valid = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe recipe = maker.make();
        for (const TreeEdit& edit : edited_trees(recipe)) {
            ASSERT_FALSE(edit.recipe == recipe);
            ++edits;
            valid += evaluator_of(edit.recipe) ? 1 : 0;
        }
    }
    EXPECT_GT(edits, 10 * recipes);
    EXPECT_GT(valid, edits / 2);
}

/// Of several NaNs, the first may be the one that is passed on.
TEST(TreeEdits, ReverseTheProductsWhereNansArePassedOn) {
    const auto listed = [](const std::string& list, const std::string& nan) {
        return with_result(R"("sum":[{"of":"product")" + list + R"(},{"of":"c"}],"round":{"format":"fp32",)" +
                           R"("nan":")" + nan + R"("})");
    };
    const std::string reversed = R"(,"k":[3,2,1,0])";
    EXPECT_TRUE(is_next(listed("", "x86"), listed(reversed, "x86")));
    EXPECT_TRUE(is_next(listed(reversed, "x86"), listed("", "x86")));
    EXPECT_FALSE(is_next(listed("", "nvidia"), listed(reversed, "nvidia")));
}

}  // namespace
}  // namespace karat::probe
