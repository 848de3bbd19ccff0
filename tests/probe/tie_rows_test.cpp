// SPDX-License-Identifier: Apache-2.0
// Rows whose sum is a tie although bits were dropped show what the last bits of a result of few bits hide.
#include "karat_probe/separate/tie_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/challenge/challenge.hpp"
#include "karat_probe/separate/crafted_rows.hpp"
#include "karat_probe/separate/separate.hpp"
#include "karat_probe/target/formats.hpp"
#include "karat_probe/target/model_target.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

constexpr const char* kName = "v_wmma_f16_16x16x16_f16_w32";

Recipe rdna4() { return expand(find_instruction("RDNA4", kName).spec); }

/// RDNA4 aligns each pair of products to the grid of the step. Here both are added first, so that what is
/// dropped of them may carry.
Recipe pairs_added_first() {
    return recipe_from_json_text(R"({"karat_recipe":1,
        "operands":{"a":"fp16","b":"fp16","c":"fp16","d":"fp16","k":16},
        "result":{"k":["0..3","8..11","4..7","12..15"],"slices":4,"start":"c","chain":{"sum":[
            {"F":26,"rounding":"RD","zero":"counted","of":{"floor":-16,"sum":[
                {"F":24,"rounding":"RD","zero":"counted","parts":2,"of":{"sum":[{"of":"product"}]}}]}},
            {"of":"acc","F":24,"rounding":"RD","cutoff":24}],
        "round":{"format":"fp16","nan":"amd_rdna","underflow_sign":"positive"}}}})");
}

int told_apart(const Evaluator& x, const Evaluator& y, int count, RowSource& rows) {
    int differ = 0;
    for (int i = 0; i < count; ++i) {
        const VectorRow row = *rows.next();
        differ += x(row.operands()) != y(row.operands()) ? 1 : 0;
    }
    return differ;
}

/// How many of so many rows made for y tell it from x.
int told_apart(const Evaluator& x, const Evaluator& y, int count) {
    TieRows ties(y.program(), 1);
    return told_apart(x, y, count, ties);
}

TEST(TieRows, AreTiesOrBesideOnesInSpiteOfDroppedBits) {
    constexpr int count = 2000;
    const Recipe recipe = rdna4();
    const Evaluator evaluator(recipe);
    const WideSum wide(recipe);
    const WideSum exact(expand(exact_spec(formats_of(recipe.operands))));
    TieRows rows(evaluator.program(), 1);
    const editing::Sites sites = editing::find_sites(recipe);
    const WideSum steps = WideSum::of_inner(recipe, sites.sums.front(), *sites.sums.front().sum->round);
    const auto is_tie = [](double sum) {
        // the number above or below in fp16 is as far away as d
        const double halves = std::ldexp(sum, 11 - std::max(std::ilogb(sum), -14));
        return halves == std::rint(halves) && std::fmod(std::fabs(halves), 2) == 1;
    };
    int dropped = 0, ties = 0, overflows = 0;
    for (int i = 0; i < count; ++i) {
        const VectorRow row = *rows.next();
        const auto sum = wide(row.operands());
        if (!sum) {
            ++overflows;
            continue;
        }
        dropped += sum != exact(row.operands()) ? 1 : 0;
        ties += is_tie(*sum) || is_tie(*steps(row.operands())) ? 1 : 0;
    }
    EXPECT_LE(overflows, count * 5 / 100);
    EXPECT_GE(dropped, count * 80 / 100);  // next to a tie, another recipe may drop what this one keeps
    EXPECT_GE(ties, count * 30 / 100);     // half of them aim at a tie, the others beside it
}

TEST(TieRows, ShowACarryThatOtherRowsHide) {
    constexpr int count = 20000;
    const Evaluator x(rdna4());
    const Evaluator y(pairs_added_first());
    const auto crafted = crafted_rows(y.program(), y.program(), 1);
    EXPECT_GE(told_apart(x, y, count), 40);
    EXPECT_LE(told_apart(x, y, count, *crafted), 8);
}

/// The first step of a chain adds an fp32 number, the others one of fp16, which hides most of the last bits.
TEST(TieRows, ShowTheLastBitsOfTheFirstStep) {
    constexpr int count = 20000;
    const auto with_product = [](const std::string& product) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e2m3","b":"e2m3","c":"fp32","d":"fp16","k":4,)"
            R"("scale":"ue8m0"},"result":{"slices":4,"start":"c","chain":{"zero_sum":"ieee",)"
            R"("sum":[{"scaled":true,)" +
            product + R"(},{"of":"acc"}],"round":{"format":"fp16","rounding":"RD"}}}})");
    };
    const Evaluator x(with_product(R"("of":"product","F":21,"rounding":"RND","zero":"format_min")"));
    const Evaluator y(
        with_product(R"("of":{"sum":[{"of":"product"}]},"F":22,"rounding":"RD","drop_tiny_negative":true)"));
    EXPECT_GE(told_apart(x, y, count), 20);
}

/// The first step of a chain has a tie between its largest number and infinity. The last rounding hides every
/// other last bit of so large a sum.
TEST(TieRows, ShowTheTieAtWhichAStepOverflows) {
    constexpr int count = 50000;
    const auto with_product = [](const std::string& product) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e3m4","b":"e3m4","c":"fp32","d":"e4m3","k":16},)"
            R"("result":{"slices":2,"start":"c","chain":{"sum":[{"of":"acc","F":20,"rounding":"RD"},)"
            R"({"of":"product")" +
            product +
            R"(}],"round":{"format":"tf32","rounding":"RNA"}},"last":{"format":"e4m3",)"
            R"("overflow":"saturate"}}})");
    };
    const Evaluator x(with_product(R"(,"F":27,"rounding":"RD")"));
    const Evaluator y(with_product(""));
    EXPECT_GE(told_apart(x, y, count), 5);
}

/// How many of 10,000 rows show in which way c is rounded inside a sum that is then rounded to a width.
int show_last_bits(const std::string& floor) {
    constexpr int count = 10000;
    const auto with_c = [&](const std::string& rounding) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"tf32","d":"fp32","k":6},"result":{)" +
            floor +
            R"("sum":[{"F":20,"rounding":"RNA","of":{"sum":[{"of":"product"},{"of":"c","F":35,"rounding":")" +
            rounding + R"("}]}}],"round":{"format":"fp32"}}})");
    };
    const Evaluator x(with_c("RA"));
    const Evaluator y(with_c("RO"));
    return told_apart(x, y, count);
}

/// The width of an addend that is a sum has ties, too.
TEST(TieRows, ShowTheLastBitsOfASumThatIsRoundedToAWidth) { EXPECT_GE(show_last_bits(""), 30); }

/// A floor that lies above the sum keeps the unit of that width large.
TEST(TieRows, ShowTheLastBitsOfASumBelowAFloor) { EXPECT_GE(show_last_bits(R"("floor":10,)"), 50); }

/// With `products` rounded to E4M3, to which c is added.
Evaluator added_to_c(const std::string& products) {
    return Evaluator(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e5m2","b":"e4m3","c":"fp32","d":"e5m2","k":3},)"
        R"("result":{"sum":[{"of":{"sum":[{)" +
        products +
        R"(}],"round":{"format":"e4m3","rounding":"RNA"}}},{"of":"c"}],"round":{"format":"e5m2"}}})"));
}

/// Two products that cancel drop the last bit of the third one, which lies next to a tie.
TEST(TieRows, ShowWhatProductsThatCancelDrop) {
    constexpr int count = 200000;
    const Evaluator x = added_to_c(R"("of":"product","F":38,"rounding":"RD")");
    const Evaluator y = added_to_c(R"("of":"product")");
    EXPECT_GE(told_apart(x, y, count), 10);
}

/// Of two small products that cancel nothing is left, unless each of them is rounded by itself.
TEST(TieRows, ShowWhatIsLeftOfSmallProductsThatCancel) {
    constexpr int count = 200000;
    const Evaluator x = added_to_c(R"("of":{"sum":[{"of":"product"}]},"F":19,"rounding":"RNU")");
    const Evaluator y = added_to_c(R"("of":"product","F":19,"rounding":"RNU")");
    EXPECT_GE(told_apart(x, y, count), 20);
}

/// Whatever sums lie around one that is rounded: common grids, for example, add nothing exactly.
TEST(TieRows, AreMadeForRecipesOfAllKinds) {
    constexpr int recipes = 300;
    test::RecipeMaker maker(6);
    int inner = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe recipe = maker.make();
        if (recipe.operands.are_integers()) continue;
        const Program program(recipe);
        ASSERT_NO_THROW((void)TieRows(program, 1).next()) << i;
        for (const editing::SumSite& site : editing::find_sites(recipe).sums) {
            if (!site.sum->round || !site.addend) continue;
            EXPECT_EQ(WideSum::of_inner(recipe, site, *site.sum->round).roundings().front(),
                      *site.sum->round);
            ++inner;
        }
    }
    EXPECT_GE(inner, 50);
}

// Without them this recipe passed every challenge, and was reported as found.
TEST(TieRows, RefuteAGuessInAChallenge) {
    ModelTarget target(find_instruction("RDNA4", kName).spec, "RDNA4");
    Record record;
    Budget budget;
    budget.end = budget.now() + std::chrono::seconds(60);
    std::vector<Neighbour> none;
    EXPECT_GT(Challenger(pairs_added_first(), target, record, 1, budget)(none, {0, 2000, 0}), 0U);
}

TEST(TieRows, SeparateWhatOtherRowsDoNot) {
    EXPECT_EQ(separate(rdna4(), pairs_added_first(), {10000, 200, 500, 3}).size(), 1U);
}

}  // namespace
}  // namespace karat::probe
