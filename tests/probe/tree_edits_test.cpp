// SPDX-License-Identifier: Apache-2.0
// The trees next to a tree.
#include "karat_probe/identify/trees/tree_edits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "karat_probe/identify/judging/step.hpp"
#include "probe/small_recipes.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

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

/// A width of the whole sum looks like one of its largest addend.
TEST(TreeEdits, MoveAWidthAboveItsSum) {
    const Recipe imitation = with_sum(R"("sum":[{"of":"product","F":30},{"of":"c","F":24,"rounding":"RU"}])");
    EXPECT_TRUE(is_next(imitation, with_sum(R"("sum":[{"F":24,"rounding":"RU","zero":"counted","of":{"sum":[)"
                                            R"({"of":"product","F":30},{"of":"c","rounding":"RU"}]}}])")));
}

TEST(TreeEdits, GroupProductsAndMoveC) {
    const Recipe plain = with_sum(R"("sum":[{"of":"product"},{"of":"c"}])");
    EXPECT_TRUE(is_next(plain, with_sum(R"("sum":[{"parts":2,"pattern":"interleaved","zero":"counted",)"
                                        R"("of":{"sum":[{"of":"product"}]}},{"of":"c"}])")));
    EXPECT_TRUE(is_next(
        plain, with_sum(R"("sum":[{"of":"product","parts":2,"part":1},{"of":"c"},)"
                        R"({"parts":2,"part":0,"zero":"counted","of":{"sum":[{"of":"product"}]}}])")));
    const Recipe apart = with_sum(R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"}]}},{"of":"c"}])");
    EXPECT_TRUE(is_next(plain, apart));
    EXPECT_TRUE(
        is_next(apart, with_sum(R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"},{"of":"c"}]}}])")));
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

TEST(TreeEdits, DividePartsAtAnotherLevel) {
    const auto divided = [](const std::string& outer, const std::string& inner) {
        return with_sum(R"("sum":[{)" + outer + R"("F":9,"of":{"sum":[{)" + inner +
                        R"("F":2,"of":{"sum":[{"of":"product"}],"round":{"format":"fp16"}}}]}},{"of":"c"}])");
    };
    EXPECT_TRUE(is_next(divided(R"("parts":2,)", R"("parts":2,)"), divided(R"("parts":4,)", "")));
    EXPECT_TRUE(is_next(divided(R"("parts":4,)", ""), divided(R"("parts":2,)", R"("parts":2,)")));
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

TEST(TreeEdits, GroupTheOtherHalfAndKeepTheWidths) {
    const auto halves = [](const std::string& first, const std::string& second) {
        return with_sum(R"("sum":[{"of":"c"},{"parts":2,"part":0,"F":20,)" + first +
                        R"(},{"parts":2,"part":1,"F":30,"rounding":"RU",)" + second + "}]");
    };
    const std::string alone = R"("of":"product","zero":"format_min")";
    const std::string grouped = R"("zero":"counted","of":{"sum":[{"of":"product","zero":"format_min"}]})";
    EXPECT_TRUE(is_next(halves(alone, grouped), halves(grouped, alone)));
    EXPECT_TRUE(is_next(halves(grouped, alone), halves(alone, grouped)));
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

TEST(TreeEdits, MoveOneHalfAndTakeItOutOfASum) {
    const std::string half = R"({"of":"product","F":20,"parts":2,"part":0})";
    const std::string group =
        R"({"parts":2,"part":1,"zero":"counted","of":{"sum":[{"of":"product","F":26}]}})";
    const Recipe together =
        with_sum(R"("sum":[{"of":"c"},{"F":18,"zero":"counted","of":{"sum":[)" + group + "," + half + "]}}]");
    const Recipe apart =
        with_sum(R"("sum":[{"of":"c"},{"F":18,"zero":"counted","of":{"sum":[)" + group + "]}}," + half + "]");
    EXPECT_TRUE(is_next(together, apart));
    EXPECT_TRUE(is_next(apart, together));
}

TEST(TreeEdits, RoundInPlaceOfWidths) {
    const auto inner = [](const std::string& sum) {
        return with_sum(R"("sum":[{"of":"c"},{"zero":"counted","of":{"sum":[{"of":"product")" + sum + "}}]");
    };
    EXPECT_TRUE(is_next(inner(R"(,"F":7}])"), inner("}]," + kWide)));
    EXPECT_TRUE(is_next(inner(R"(,"F":7}])"), inner(R"(,"F":7}],)" + kWide)));
}

TEST(TreeEdits, RoundASumInPlaceOfItsOwnWidth) {
    const auto outer = [](const std::string& width, const std::string& round) {
        return with_sum(R"("sum":[{"of":"c"},{"zero":"counted",)" + width +
                        R"("of":{"sum":[{"of":"product","F":7}])" + round + "}}]");
    };
    const std::string round =
        R"(,"round":{"format":"fp64","fraction":22,"rounding":"RA","nan":"any","overflow":"ieee"})";
    EXPECT_TRUE(is_next(outer(R"("F":22,"rounding":"RA",)", ""), outer("", round)));
    EXPECT_FALSE(is_next(outer("", ""), outer("", round)));
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

/// A rounded product comes after the operands of other products, even if its rounding drops nothing.
TEST(TreeEdits, RoundProductsOneByOneWhereNansArePassedOn) {
    const auto with_product = [](const std::string& product, const std::string& nan) {
        return with_result(R"("sum":[{)" + product + R"(},{"of":"c"}],"round":{)" +
                           R"("format":"fp32","nan":")" + nan + R"("})");
    };
    const auto is_listed = [&](const std::string& from, const std::string& to, const std::string& nan) {
        return std::ranges::any_of(trees_with_rounded_products(with_product(from, nan)),
                                   [&](const TreeEdit& x) { return x.recipe == with_product(to, nan); });
    };
    const std::string plain = R"("of":"product")";
    const std::string rounded = R"("zero":"counted","parts":4,"of":{"sum":[{"of":"product"}],)"
                                R"("round":{"format":"fp64","overflow":"ieee","nan":"x86"}})";
    EXPECT_TRUE(is_listed(plain, rounded, "x86"));
    EXPECT_TRUE(is_listed(rounded, plain, "x86"));
    EXPECT_FALSE(is_listed(plain, rounded, "nvidia"));
}

}  // namespace
}  // namespace karat::probe
