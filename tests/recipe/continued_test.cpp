// SPDX-License-Identifier: Apache-2.0
// A dot-add that is continued from what recipes have in common gives the bits of one evaluated as a whole.
#include "karat/evaluate/continued.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "karat/recipe/edits/edits.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/json/recipe_json.hpp"
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

/// Recipes that differ in several attributes at once.
void add_farther(std::vector<Evaluator>& neighbours, const Program& program, tb::Random& random) {
    constexpr int most = 60;
    constexpr int edits = 3;
    const std::size_t near = neighbours.size();
    for (int i = 0; i < most && near != 0; ++i) {
        Recipe recipe = neighbours[random.below(near)].program().recipe();
        try {
            for (int n = 1; n < edits; ++n) {
                const std::vector<Edit> all = proposed_edits(recipe, EditReach::near);
                recipe = all[random.below(all.size())].recipe;
            }
            neighbours.push_back(Evaluator::without_bounds(recipe, program));
        } catch (const SpecError&) {  // as above
        }
    }
}

TEST(Continued, GivesTheBitsOfTheWholeEvaluation) {
    constexpr int recipes = 60;
    constexpr int dot_adds = 12;
    test::RecipeMaker maker(6);
    std::size_t next_to = 0;  ///< dot-adds of recipes whose operations can be compared with those of the base
    std::size_t all = 0;
    std::size_t differ = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe recipe = maker.make();
        const Evaluator base = Evaluator::without_bounds(recipe);
        tb::Random edits(static_cast<std::uint64_t>(i));
        std::vector<Evaluator> neighbours = neighbours_of(recipe, base.program());
        add_farther(neighbours, base.program(), edits);
        test::RandomOperands random(recipe.operands, static_cast<std::uint64_t>(i));
        for (int n = 0; n < dot_adds; ++n) {
            const Operands in = random.next();
            const std::uint64_t d = base(in);
            BaseValues base_values;  // serves one neighbour after the other
            for (const Evaluator& other : neighbours) {
                const Continued continued(base, other);
                const std::uint64_t expected = other(in);
                ASSERT_EQ(continued(in, base_values), expected) << "recipe " << i << ", dot-add " << n;
                if (n % 2 == 0) {
                    ASSERT_EQ(Continued(base, base)(in, base_values), d);
                }
                const auto difference = other.program().difference_from(base.program());
                next_to += difference && !difference->changes.empty() ? 1 : 0;
                ++all;
                differ += expected == d ? 0 : 1;
            }
        }
    }
    EXPECT_GT(next_to, all / 2);
    EXPECT_GT(differ, 1000U);
}

/// With one of its inner sums rounded if it was not, and the other way round.
Recipe with_another_rounding(const Recipe& recipe, tb::Random& random) {
    const editing::Sites sites = editing::find_sites(recipe);
    const editing::SumSite& site = sites.sums[random.below(sites.sums.size())];
    if (!site.addend) return recipe;
    return editing::with_sums(recipe, {site.path}, [](Sum& sum) {
        sum.sticky = Sticky::none;
        if (sum.round)
            sum.round.reset();
        else
            sum.round = OutputRule::ieee(Format::bf16, Rounding::RNE);
    });
}

/// Some recipe next to another, with another tree or other attributes.
Recipe edited(const Recipe& recipe, tb::Random& random) {
    if (random.one_in(4)) {
        Recipe out = with_another_rounding(recipe, random);
        try {
            (void)Program(out);
            return out;
        } catch (const SpecError&) {  // some rules need a sum that is not rounded
        }
    }
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

TEST(Continued, FollowsTheBase) {
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
        BaseValues base_values;
        std::optional<Evaluator> before;
        for (int n = 0; n < steps; ++n) {
            const Evaluator base = Evaluator::without_bounds(recipe);
            if (before) {
                Continued(*before, base).move(in, base_values);
                const auto difference = base.program().difference_from(before->program());
                kept += difference && !difference->changes.empty() ? 1 : 0;
                grown += base.program().slots() > before->program().slots() ? 1 : 0;
            }
            ASSERT_EQ(Continued(base, base)(in, base_values), base(in)) << "recipe " << i << ", step " << n;
            before = base;
            recipe = edited(recipe, random);
        }
    }
    EXPECT_GT(kept, 1000U);
    EXPECT_GT(grown, 100U);
}

/// Two recipes in which an inner sum has the same value, a zero, but another sign or another exponent for the
/// sum above it.
struct SameZero {
    const char* name;
    const char* operands;
    const char* inner;
    const char* other_operands;
    const char* other_inner;
    std::uint64_t a;
    std::uint64_t c;
};
class ContinuedAboveAZero : public testing::TestWithParam<SameZero> {};

TEST_P(ContinuedAboveAZero, LooksBelowIt) {
    const SameZero& of = GetParam();
    const auto made = [](const std::string& operands, const std::string& inner) {
        return Evaluator::without_bounds(recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"fp16","k":1)" + operands +
            R"(},"result":{"zero_sum":"ieee","sum":[{"F":10,"zero":"terms","of":{)" + inner +
            R"(}},{"of":"c","F":10}],"round":{"format":"fp16"}}})"));
    };
    const Evaluator base = made(of.operands, of.inner);
    const Evaluator other = made(of.other_operands, of.other_inner);
    const std::vector<std::uint64_t> a{of.a};
    const std::vector<std::uint64_t> b{0x3C00};
    const Operands in{a, b, {}, {}, of.c};
    ASSERT_NE(base(in), other(in));
    BaseValues values;
    EXPECT_EQ(Continued(base, other)(in, values), other(in));
    EXPECT_EQ(Continued(base, base)(in, values), base(in));
    Continued(base, other).move(in, values);
    EXPECT_EQ(Continued(other, other)(in, values), other(in));
}

constexpr const char* kIeee = R"("zero_sum":"ieee","sum":[{"of":"product","F":10}])";
constexpr const char* kPositive = R"("sum":[{"of":"product","F":10}])";
constexpr const char* kFloor = R"("floor":0,"sum":[{"of":"product","F":10}])";
INSTANTIATE_TEST_SUITE_P(
    Rules, ContinuedAboveAZero,
    testing::Values(SameZero{"zero_sum", "", kIeee, "", kPositive, 0x8000, 0x8000},
                    SameZero{"zero_product_sign", "", kIeee, R"(,"zero_product_sign":"positive")", kIeee,
                             0x8000, 0x8000},
                    SameZero{"terms", "", kFloor, R"(,"flush_a":true)", kFloor, 0x0001, 0x0401}),
    [](const testing::TestParamInfo<SameZero>& of) { return std::string(of.param.name); });

/// The d of the other recipe next to the base, on one product and c.
void expect_the_same(const std::string& base_text, const std::string& other_text, const Operands& in) {
    const Evaluator base = Evaluator::without_bounds(recipe_from_json_text(base_text));
    const Evaluator other = Evaluator::without_bounds(recipe_from_json_text(other_text));
    BaseValues values;
    EXPECT_EQ(Continued(base, other)(in, values), other(in));
    EXPECT_EQ(Continued(base, base)(in, values), base(in));
}

/// Two recipes that drop other bits of one of two addends, 1 and a small c, or are compared by another
/// exponent above.
struct OtherBits {
    const char* name;
    const char* sum;
    const char* other_sum;
    std::uint64_t c;
};
class ContinuedWithOtherBits : public testing::TestWithParam<OtherBits> {};

TEST_P(ContinuedWithOtherBits, GivesAnotherSum) {
    const OtherBits& of = GetParam();
    const auto made = [](const std::string& sum) {
        return Evaluator::without_bounds(recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"fp32","k":1},"result":{)" +
            sum + R"(,"round":{"format":"fp32","rounding":"RU"}}})"));
    };
    const Evaluator one = made(of.sum);
    const Evaluator other = made(of.other_sum);
    const std::vector<std::uint64_t> a{0x3C00};
    const std::vector<std::uint64_t> b{0x3C00};
    const Operands in{a, b, {}, {}, of.c};
    ASSERT_NE(one(in), other(in));
    BaseValues values;
    EXPECT_EQ(Continued(one, other)(in, values), other(in));
    BaseValues other_values;
    EXPECT_EQ(Continued(other, one)(in, other_values), one(in));
}

constexpr std::uint64_t kTiny = 0x0400;  ///< 2^-14
constexpr const char* kWide = R"("sum":[{"of":"product","F":5},{"of":"c","F":20}])";
INSTANTIATE_TEST_SUITE_P(
    Rules, ContinuedWithOtherBits,
    testing::Values(
        OtherBits{"width", kWide, R"("sum":[{"of":"product","F":5},{"of":"c","F":8}])", kTiny},
        OtherBits{"cutoff", kWide, R"("sum":[{"of":"product","F":5},{"of":"c","F":20,"cutoff":9}])", kTiny},
        OtherBits{"grid", kWide, R"("grid":"common","sum":[{"of":"product","F":5},{"of":"c","F":20}])",
                  kTiny},
        OtherBits{"sticky", R"("sum":[{"of":"product","F":5},{"of":"c","F":8}])",
                  R"("sticky":"ored","sum":[{"of":"product","F":5},{"of":"c","F":8}])", kTiny},
        OtherBits{"rounding", R"("sum":[{"of":"product","F":5},{"of":"c","F":8}])",
                  R"("sum":[{"of":"product","F":5},{"of":"c","F":8,"rounding":"RU"}])", kTiny},
        OtherBits{"tiny", R"("sum":[{"of":"product","F":5},{"of":"c","F":8,"rounding":"RD"}])",
                  R"("sum":[{"of":"product","F":5},{"of":"c","F":8,"rounding":"RD",)"
                  R"("drop_tiny_negative":true}])",
                  kTiny | 0x8000},
        OtherBits{"frame", R"("grid":"common","sum":[{"of":"product","F":20},{"of":"c","F":20}])",
                  R"("grid":"common","frame":"c_sign",)"
                  R"("sum":[{"of":"product","F":20},{"of":"c","F":20}])",
                  kTiny | 0x8000},
        // the inner sum is 1 with either floor, but c is dropped beside 2^8
        OtherBits{"floor", R"("sum":[{"of":{"sum":[{"of":"product"}]},"F":20},{"of":"c","F":20}])",
                  R"("sum":[{"of":{"floor":8,"sum":[{"of":"product"}]},"F":20},{"of":"c","F":20}])", kTiny}),
    [](const testing::TestParamInfo<OtherBits>& of) { return std::string(of.param.name); });

TEST(Continued, AFlushInsideTheTreeFollowsTheRulesForOperands) {
    const auto with = [](const std::string& sign) {
        return R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"fp16","k":1,)"
               R"("flush_sign":")" +
               sign +
               R"("},"result":{"start":"c","chain":{"zero_sum":"ieee","sum":[{"of":"product"},)"
               R"({"of":"acc","flush":true}],"round":{"format":"fp16"}}}})";
    };
    const std::vector<std::uint64_t> a{0x8000};
    const std::vector<std::uint64_t> b{0x3C00};
    expect_the_same(with("keep"), with("positive"), {a, b, {}, {}, 0x8001});
}

TEST(Continued, OperandRulesChangeProducts) {
    test::RecipeMaker maker(7);
    Recipe recipe = maker.make();
    const Program program(recipe);
    const auto same = program.difference_from(program);
    ASSERT_TRUE(same);
    EXPECT_FALSE(same->products);
    EXPECT_EQ(same->shared, program.operations().size());
    recipe.operands.flush_a = !recipe.operands.flush_a;
    const auto changed = Program(recipe).difference_from(program);
    ASSERT_TRUE(changed);
    EXPECT_TRUE(changed->products);
    recipe.operands.a = Format::e5m2;
    recipe.operands.b = Format::e5m2;
    EXPECT_EQ(Program(recipe).difference_from(program), std::nullopt);
}

}  // namespace
}  // namespace karat
