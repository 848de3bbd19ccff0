// SPDX-License-Identifier: Apache-2.0
// Recipes that a guess is held against beside its neighbours.
#include "karat_probe/identify/challenge/alternatives.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/separate/wide_sum.hpp"
#include "karat_probe/target/model_target.hpp"
#include "probe/small_recipes.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

/// The neighbours with the alternatives that give every answer.
std::vector<Neighbour> refilled(const Recipe& guess, std::vector<Neighbour> neighbours = {},
                                const Record& record = {}) {
    Budget budget;
    budget.end = budget.now() + 60s;
    Exclusions none;
    Alternatives(guess, std::nullopt).refill(neighbours, record, none, budget, 2s);
    return neighbours;
}

/// Chains, roundings of the last step, and what edits make of them.
TEST(Alternatives, EveryAlternativeHasAWideSum) {
    const Recipe guess = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp32","b":"e3m4","c":"tf32","d":"fp32","k":8},)"
        R"("result":{"slices":4,"start":"c","chain":{"floor":10,"sum":[{"F":39,"zero":"counted",)"
        R"("of":{"sum":[{"of":"product","F":5}]}},{"of":"acc","F":5}],"round":{"format":"fp32",)"
        R"("fraction":19}},"last":{"format":"fp32","rounding":"RNO"}}})");
    const std::vector<Neighbour> neighbours = refilled(guess, neighbours_of(guess));
    for (const Neighbour& each : neighbours)
        EXPECT_NO_THROW(WideSum(each.edit.recipe)) << each.edit.key << each.edit.value;
}

/// One edit takes the floor away, the other one makes the exponents 0 and the width larger.
TEST(Alternatives, AFloorMayBeAFixedGrid) {
    const auto with = [](const std::string& sum) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp32","b":"fp32","c":"fp32","d":"fp32","k":1},"result":{)"
            R"("sum":[{"of":{)" +
            sum + R"(,"round":{"format":"e5m2"}}},{"of":"c"}],"round":{"format":"fp32"}}})");
    };
    const Recipe guess = with(R"("floor":-2,"sum":[{"of":"product","F":26,"rounding":"RD"}])");
    const Recipe fixed =
        with(R"("sum":[{"F":28,"rounding":"RD","compared_by":"scale","of":{"sum":[{"of":"product"}]}}])");
    const std::vector<Neighbour> neighbours = refilled(guess, neighbours_of(guess));
    EXPECT_TRUE(std::ranges::any_of(
        neighbours, [&](const Neighbour& each) { return each.edit.recipe == fixed && each.family; }));
}

/// With 32 bits and a floor of 12 the unit is 2^-20 below the floor, as with 30 and 10.
TEST(Alternatives, AFloorMovesWithTheWidthsOfAllAddendsOrOfOne) {
    const auto with = [](int floor, int product, int c) {
        return with_sum(R"("floor":)" + std::to_string(floor) + R"(,"sum":[{"of":"product","F":)" +
                        std::to_string(product) + R"(},{"of":"c","F":)" + std::to_string(c) + "}]");
    };
    const Recipe guess = with(10, 30, 30);
    Alternatives alternatives(guess, std::nullopt);
    Budget budget;
    budget.end = budget.now() + 60s;
    Exclusions none;
    std::vector<Neighbour> neighbours;
    for (std::size_t before = 1; before != neighbours.size();) {
        before = neighbours.size();
        for (Neighbour& each : neighbours) each.excluded_by = 0;
        alternatives.refill(neighbours, {}, none, budget, 2s);
    }
    const auto has = [&](const Recipe& other) {
        return std::ranges::any_of(neighbours,
                                   [&](const Neighbour& each) { return each.edit.recipe == other; });
    };
    for (const Recipe& moved : {with(12, 32, 32), with(11, 31, 30), with(8, 30, 28), with(7, 27, 27)})
        EXPECT_TRUE(has(moved)) << formula(moved, 100);
}

/// An edit changes all products alike, and all inner sums. A unit may have a rule in one of them alone.
TEST(Alternatives, OneOfTwoNodesHasARuleOfItsOwn) {
    const auto with = [](const std::string& first_product, const std::string& first_sum) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":{)"
            R"("sum":[{"parts":2,"part":0,"zero":"counted","of":{)" +
            first_sum + R"("name":"half","sum":[{"of":"product","F":8)" + first_product +
            R"(}]}},{"parts":2,"part":1,"zero":"counted","of":{"name":"half","sum":[{"of":"product",)"
            R"("F":8}]}},{"of":"c"}],"round":{"format":"fp32"}}})");
    };
    const std::vector<Neighbour> neighbours = refilled(with("", ""), neighbours_of(with("", "")));
    const auto key_of = [&](const Recipe& other) {
        const auto found = std::ranges::find(neighbours, other, [](const auto& x) { return x.edit.recipe; });
        return found == neighbours.end() ? "none" : found->edit.key;
    };
    EXPECT_EQ(key_of(with(R"(,"drop_tiny_negative":true)", "")),
              "result.sum[0].of.sum[0].drop_tiny_negative");
    EXPECT_EQ(key_of(with("", R"("zero_sum":"ieee",)")), "result.sum[0].of.zero_sum");
}

/// Of two NaNs, the order of the addends decides which one is passed on. Nothing else shows it. In a long
/// chain few pairs of places are in one step.
TEST(Alternatives, AddendsThatPassOnNansMayHaveAnotherOrder) {
    const auto in_order = [](const std::string& addends) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"tf32","b":"bf16","c":"fp32","d":"fp32","k":12},"result":{)"
            R"("slices":6,"start":"c","chain":{"sum":[)" +
            addends + R"(],"round":{"format":"fp32","nan":"amd_rdna"}}}})");
    };
    const std::string one = R"({"of":"product","parts":2,"part":0})";
    const std::string other =
        R"({"zero":"counted","parts":2,"part":1,"of":{"sum":[{"of":"product"}],"round":{"format":"e4m3",)"
        R"("rounding":"RNZ","overflow":"saturate"}}})";
    const std::string acc = R"({"of":"acc"})";
    const Recipe guess = in_order(one + "," + other + "," + acc);
    for (const std::string& addends : {acc + "," + other + "," + one, one + "," + acc + "," + other}) {
        const Recipe truth = in_order(addends);
        ModelTarget target(spec_of(truth), "the target");
        Budget budget;
        budget.processor_time = true;
        budget.end = budget.now() + 60s;
        std::vector<Neighbour> neighbours;
        Record record;
        Exclusions none;
        Alternatives(guess, std::nullopt).refill(neighbours, record, none, budget, 2s);
        std::erase_if(neighbours, [&](const Neighbour& x) { return !(x.edit.recipe == truth); });
        ASSERT_EQ(neighbours.size(), 1U) << addends;
        EXPECT_GT(Challenger(guess, target, record, 2, budget)(neighbours, {0, 0, 600, 20s}), 0U) << addends;
    }
}

/// Products that are rounded without dropping bits come after the operands of others as NaNs. Nothing else
/// shows it.
TEST(Alternatives, ProductsMayBeRoundedWithoutDroppingBits) {
    const auto with_product = [](const std::string& product) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"bf16","b":"bf16","c":"fp32","d":"fp32","k":2},"result":{)"
            R"("sum":[{"of":"c"},{)" +
            product + R"(}],"round":{"format":"fp32","nan":"x86"}}})");
    };
    const Recipe plain = with_product(R"("of":"product")");
    const Recipe rounded = with_product(R"("zero":"counted","parts":2,"of":{"sum":[{"of":"product"}],)"
                                        R"("round":{"format":"fp64","overflow":"ieee","nan":"x86"}})");
    for (const auto& [guess, truth] : {std::pair{plain, rounded}, {rounded, plain}}) {
        const std::vector<Neighbour> neighbours = refilled(guess, {});
        EXPECT_TRUE(std::ranges::any_of(neighbours, [&](const Neighbour& x) {
            return x.edit.key == "rounded_products@result" && x.edit.recipe == truth;
        })) << (guess == plain ? "from plain products" : "from rounded ones");
    }
}

/// An addend that is exact in one sum and lies between the same widths in another differs in few dot-adds.
TEST(Alternatives, AnAddendMayBelongToTheSumAboveOrBelow) {
    const auto with = [](const std::string& below, const std::string& above) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e4m3","b":"e5m2","c":"e5m2","d":"e5m2","k":4},"result":{)"
            R"("slices":4,"start":"c","chain":{"sum":[{"F":14,"rounding":"RO","zero":"counted","of":{"sum":[)"
            R"({"of":"product","F":15,"rounding":"RA"})" +
            below + "]}}" + above + R"(],"round":{"format":"e5m2","rounding":"RNU"}}}})");
    };
    const Recipe inside = with(R"(,{"of":"acc"})", "");
    const Recipe outside = with("", R"(,{"of":"acc"})");
    for (const auto& [guess, truth] : {std::pair{inside, outside}, {outside, inside}}) {
        const std::vector<Neighbour> neighbours = refilled(guess, {});
        EXPECT_EQ(std::ranges::count(neighbours, truth, [](const auto& x) { return x.edit.recipe; }), 1)
            << (guess == inside ? "from inside" : "from outside");
    }
}

/// Of a family, only the members that differ most are challenged first, and one of them is reported.
TEST(Alternatives, AWidthMayBeACutoff) {
    const auto with_c = [](const std::string& c, bool sticky = false) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":2},"result":{)" +
            std::string(sticky ? R"("sticky":"ored",)" : "") +
            R"("sum":[{"of":"product","F":22},{"of":"c",)" + c + R"(}],"round":{"format":"fp32"}}})");
    };
    const auto is_an_alternative = [](const Recipe& guess, const Recipe& other) {
        return std::ranges::any_of(refilled(guess),
                                   [&](const Neighbour& x) { return x.edit.recipe == other; });
    };
    EXPECT_TRUE(is_an_alternative(with_c(R"("F":10)"), with_c(R"("cutoff":10)")));
    EXPECT_TRUE(is_an_alternative(with_c(R"("cutoff":10)"), with_c(R"("F":9)")));
    EXPECT_FALSE(is_an_alternative(with_c(R"("F":10)"), with_c(R"("cutoff":15)")));
    // a sticky bit hides a width
    EXPECT_TRUE(is_an_alternative(with_c(R"("F":"exact")"), with_c(R"("F":1,"rounding":"RD")", true)));
    // what is cut off may be what is tiny and negative
    const Recipe cut_off = with_c(R"("F":10,"rounding":"RO","cutoff":10)");
    const Recipe dropped = with_c(R"("F":10,"rounding":"RO","drop_tiny_negative":true)");
    EXPECT_TRUE(is_an_alternative(cut_off, dropped));
    EXPECT_TRUE(is_an_alternative(dropped, cut_off));
}

TEST(Alternatives, AFamilyOfAlternativesIsOpenedBitByBit) {
    Spec spec = find_instruction("CDNA3", "v_mfma_f32_32x32x16_fp8_fp8").spec;
    spec.F_sum = Width::exact();
    const Recipe guess = canonical(expand(spec)).recipe;
    Budget budget;
    budget.end = budget.now() + 60s;
    Record record;
    std::vector<Neighbour> neighbours;
    Alternatives others(guess, spec);
    Exclusions none;
    others.refill(neighbours, record, none, budget, 2s);
    const auto members = [&](std::size_t family) {
        return std::count_if(neighbours.begin(), neighbours.end(),
                             [&](const Neighbour& x) { return x.family == family && x.open(); });
    };
    std::size_t widest = 0;
    for (const Neighbour& x : neighbours) widest = std::max(widest, *x.family);
    std::size_t several = 0;
    for (std::size_t family = 0; family <= widest; ++family) {
        EXPECT_LE(members(family), 2);
        several += members(family) > 1 ? 1 : 0;
    }
    EXPECT_GT(several, 10U);
    const std::size_t family = *neighbours.front().family;
    EXPECT_EQ(members(family), 2);
    neighbours.front().excluded_by = 0;
    EXPECT_EQ(members(family), 1);
    others.refill(neighbours, record, none, budget, 2s);
    EXPECT_EQ(members(family), 2);
    others.shorten(neighbours, record, none, budget);
    // one value of a rule says nothing of another: both are reported
    std::erase_if(neighbours,
                  [](const Neighbour& x) { return x.edit.meaning == "a rule of this node alone"; });
    for (std::size_t each = 0; each <= widest; ++each) EXPECT_LE(members(each), 1);
}

/// Many low floors give every answer, too.
TEST(Alternatives, TheHighestFloorThatGivesEveryAnswerIsANeighbour) {
    const Recipe guess = with_sum(
        R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product","F":30}],"floor":-90}},{"of":"c"}])");
    const std::string path = "result.sum[0].of";
    const Recipe truth = editing::with_sums(guess, {path}, [](Sum& sum) { sum.floor = -9; });
    ModelTarget target(spec_of(truth), "the target");
    Record record;
    Questions questions(target.formats(), 1);
    for (int i = 0; i < 500; ++i) {
        VectorRow row = questions.make(QuestionKind::two_addends);
        const std::uint64_t d = target(row);
        record.add(QuestionKind::two_addends, std::move(row), d);
    }
    EXPECT_TRUE(std::ranges::any_of(refilled(guess, {}, record),
                                    [&](const Neighbour& x) { return x.edit.recipe == truth; }));
}

/// A width next to the one that imitates a rounding best says nothing of that one: each is excluded for
/// itself.
TEST(Alternatives, WidthsInPlaceOfARoundingAreNoFamily) {
    const Recipe guess = with_sum(
        R"("sum":[{"zero":"counted","of":{"sum":[{"of":"product"},{"of":"c"}],"round":{"format":"fp64",)"
        R"("fraction":18,"nan":"any","overflow":"ieee"}}}])");
    const std::vector<Neighbour> neighbours = refilled(guess);
    for (const std::string key :
         {"widths_for_rounding@result.sum[0].of", "width_for_rounding@result.sum[0]"}) {
        std::set<std::size_t> families;
        std::size_t members = 0;
        for (const Neighbour& x : neighbours) {
            if (x.edit.key != key) continue;
            ++members;
            families.insert(*x.family);
        }
        EXPECT_GT(members, 20U) << key;
        EXPECT_EQ(families.size(), members) << key;
    }
}

}  // namespace
}  // namespace karat::probe
