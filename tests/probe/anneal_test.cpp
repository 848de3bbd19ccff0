// SPDX-License-Identifier: Apache-2.0
// Annealing leaves a guess whose wrong attributes stand in for each other, which no single step does.
#include "karat_probe/identify/anneal.hpp"

#include <gtest/gtest.h>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/complexity.hpp"
#include "karat_probe/identify/questions.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

/// A sum of all products and c with these attributes, rounded to d.
Recipe annealed_recipe(const std::string& sum, const std::string& product, const std::string& c,
                       const std::string& round) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"bf16","k":4},"result":{)" +
        sum + R"("sum":[{"of":"c")" + c + R"(},{"of":"product")" + product +
        R"(}],"round":{"format":"bf16")" + round + "}}}");
}

/// Answers to questions of every kind.
Record answers_of(const Recipe& recipe) {
    constexpr int of_each = 150;
    Record out;
    const Evaluator evaluator(recipe);
    Questions questions(formats_of(recipe.operands), 1);
    for (std::size_t kind = 0; kind <= static_cast<std::size_t>(QuestionKind::specials); ++kind) {
        for (int i = 0; i < of_each; ++i) {
            VectorRow row = questions.make(static_cast<QuestionKind>(kind));
            const std::uint64_t d = evaluator(row.operands());
            out.add(static_cast<QuestionKind>(kind), std::move(row), d);
        }
    }
    return out;
}

Budget seconds(int most) {
    Budget out;
    out.processor_time = true;
    out.end = out.now() + std::chrono::seconds(most);
    return out;
}

TEST(Anneal, FindsAFloorThatLooksLikeAZeroThatCounts) {
    const Recipe right =
        annealed_recipe(R"("floor":-27,)", R"(,"F":40,"rounding":"RNA","zero":"minus126")",
                        R"(,"F":20,"rounding":"RD","zero":"minus126")", R"(,"rounding":"RND")");
    const Recipe start = annealed_recipe("", "", "", "");
    const Record record = answers_of(right);
    Budget budget = seconds(60);
    tb::Random random(1);
    Guess guess = climb({start}, kRecipes, record, budget, {1000, kAllKinds, false});
    ASSERT_GT(guess.loss, 0) << "single steps lead there, so that this test shows nothing";
    while (guess.loss > 0 && !budget.spent()) {
        const double before = guess.loss;
        guess = anneal(guess, kRecipes, record, budget, budget.end, random);
        EXPECT_LE(guess.loss, before);
    }
    EXPECT_EQ(guess.loss, 0);
}

TEST(Anneal, GivesBackTheGuessIfThereIsNoTime) {
    const Recipe start = annealed_recipe("", "", "", "");
    const Record record = answers_of(annealed_recipe("", R"(,"F":20)", R"(,"F":20)", ""));
    Budget budget = seconds(60);
    tb::Random random(1);
    const Guess same = anneal({start}, kRecipes, record, budget, budget.now(), random);
    EXPECT_EQ(same.recipe, start);
    EXPECT_GT(same.loss, 0);
}

TEST(FitAttributes, MendsManyInOneSweep) {
    const Recipe start = annealed_recipe("", "", "", "");
    const Recipe right =
        annealed_recipe("", R"(,"F":20)", R"(,"F":22,"rounding":"RD")", R"(,"rounding":"RU")");
    const Record record = answers_of(right);
    Budget budget = seconds(60);
    tb::Random random(1);
    const Guess guess{start, loss_of(Evaluator(start), record, budget)};
    const Guess fitted = fit_attributes(guess, kRecipes, record, budget, 2, random);
    EXPECT_LT(fitted.loss, guess.loss / 10);
    EXPECT_EQ(nodes_of(fitted.recipe), nodes_of(start));
}

TEST(Nodes, CountWhatATreeConsistsOf) {
    const Nodes nodes = nodes_of(annealed_recipe("", R"(,"F":20)", "", ""));
    EXPECT_EQ(nodes, (Nodes{0, 1, 2, 1}));
    const Recipe chain = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"bf16","k":4},"result":{)"
        R"("parts":4,"start":{"of":"c"},"chain":{"sum":[{"of":"acc"},{"of":"product"}],)"
        R"("round":{"format":"fp32"}},"last":{"format":"bf16"}}})");
    EXPECT_EQ(nodes_of(chain), (Nodes{1, 1, 2, 2}));
}

}  // namespace
}  // namespace karat::probe
