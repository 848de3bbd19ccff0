// SPDX-License-Identifier: Apache-2.0
// Random walks among recipes that the answers do not tell apart.
#include "karat_probe/identify/search/drift.hpp"

#include <gtest/gtest.h>

#include <string>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/attributes/attributes.hpp"
#include "karat_probe/identify/search/climb.hpp"
#include "probe/answers.hpp"
#include "probe/nodes.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

constexpr std::chrono::seconds kLong{20};

TEST(Drifted, DiffersInSeveralAttributesAndGivesEveryAnswer) {
    constexpr int recipes = 10;
    test::RecipeMaker maker(3);
    tb::Random random(1);
    int several = 0;
    for (int i = 0; i < recipes; ++i) {
        const Recipe right = maker.make();
        const Record record = answers_of(right);
        Budget budget = seconds(20);
        const Recipe other = drifted(right, record, budget, random);
        EXPECT_EQ(loss_of(Evaluator(other), record, budget), 0);
        EXPECT_EQ(test::nodes_of(other), test::nodes_of(right));
        bool one_apart = other == right;
        for (const Attribute& attribute : attributes_of(right))
            attribute.each_value(right, [&](const Recipe& value) { one_apart |= value == other; });
        several += one_apart ? 0 : 1;
    }
    EXPECT_GE(several, recipes - 2);  // most attributes hide some of their values
}

/// Two products, of bf16, and c.
Recipe of_bf16(const std::string& product, const std::string& c, const std::string& round = "") {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"bf16","b":"bf16","c":"fp32","d":"fp32","k":2},"result":{)"
        R"("sum":[{"of":"product")" +
        product + R"(},{"of":"c")" + c + R"(}],"round":{"format":"fp32")" + round + "}}}");
}

/// A product alone has 15 fraction bits, so that F = 20 loses none of them, unless c = 0 counts as 2^-126 and
/// the product is smaller.
TEST(MendedByDrift, ChangesTogetherWhatAloneMendsNothing) {
    const Recipe right = of_bf16(R"(,"F":20)", R"(,"zero":"minus126")");
    const Guess guess{of_bf16("", ""), 0, std::nullopt};
    constexpr std::uint64_t one_and_a_bit = 0x3f800001;
    constexpr std::uint64_t subnormal = 1;
    Record record;
    const auto ask = [&](std::uint64_t a, std::uint64_t b, std::uint64_t c) {
        VectorRow row;
        row.a = {a, 0};
        row.b = {b, 0};
        row.c = c;
        const std::uint64_t d = Evaluator(right)(row.operands());
        record.add(QuestionKind::few_addends, std::move(row), d);
    };
    ask(0x1eff, 0x1e7f, 0);  // 255 * 255 * 2^-147
    ask(0x3fff, 0x3fff, 0);
    ask(0, 0, one_and_a_bit);
    ask(0, 0, subnormal);
    Budget budget = seconds(60);
    ASSERT_FALSE(record.agrees(Evaluator(guess.recipe), 0));
    for (const Attribute& attribute : attributes_of(guess.recipe)) {
        attribute.each_value(guess.recipe, [&](const Recipe& value) {
            const auto evaluator = evaluator_of(value);
            EXPECT_FALSE(evaluator && gives_every_answer(*evaluator, record, budget)) << attribute.name;
        });
    }
    tb::Random random(1);
    const Guess mended = mended_by_drift(guess, record, budget, budget.now() + kLong, random);
    EXPECT_EQ(loss_of(Evaluator(mended.recipe), record, budget), 0);
    EXPECT_EQ(mended.loss, 0);
}

TEST(MendedByDrift, LeavesAGuessThatIsWrongInMany) {
    const Record record = answers_of(of_bf16("", "", R"(,"rounding":"RU")"));
    Budget budget = seconds(60);
    tb::Random random(1);
    const Guess guess{of_bf16("", ""), 1, std::nullopt};
    const auto begin = budget.now();
    EXPECT_EQ(mended_by_drift(guess, record, budget, budget.now() + kLong, random).recipe, guess.recipe);
    EXPECT_LT(budget.now() - begin, kLong);
}

}  // namespace
}  // namespace karat::probe
