// SPDX-License-Identifier: Apache-2.0
// The search for a recipe that gives every answer.
#include "karat_probe/identify/explain/explain.hpp"

#include <gtest/gtest.h>

#include "karat/recipe/edits/sites.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat/recipe/recipe_text.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/target/model_target.hpp"
#include "probe/explaining.hpp"
#include "probe/function_target.hpp"
#include "probe/small_recipes.hpp"

namespace karat::probe {
namespace {

/// A chain of one step around a sum that a second rounding does not change: every answer is right.
class PartsTooMany : public testing::Test {
   protected:
    PartsTooMany()
        : target_(spec_of(right_), "model"), inquiry_(of_twenty_seconds(target_, settings_, out_)) {
        settings_.use_registry = false;
        settings_.progress = [this](const std::string& line) { lines_ += line + "\n"; };
        ask(inquiry_, QuestionKind::few_addends, 200);
        ask(inquiry_, QuestionKind::cancellation, 200);
    }

    const Recipe right_ = with_result(
        R"("sum":[{"of":"product","F":24},{"of":"c","F":24}],"round":{"format":"fp32","rounding":"RZ"})");
    const Recipe longer_ = with_result(
        R"("sum":[{"zero":"counted","of":{"start":"c","chain":{"sum":[{"of":"acc","F":24},)"
        R"({"zero":"counted","F":24,"parts":4,"of":{"sum":[{"of":"product"}]}}],)"
        R"("round":{"format":"fp32","rounding":"RZ"}}}}],"round":{"format":"fp32","rounding":"RZ"})");
    ModelTarget target_;
    IdentifySettings settings_;
    Identification out_;
    Inquiry inquiry_;
    std::string lines_;
};

TEST_F(PartsTooMany, AreLeftOut) {
    Explainer explainer(inquiry_);
    const Guess guess{longer_, explainer.all_of({longer_})};
    ASSERT_EQ(guess.loss, 0);
    const Guess simplest = explainer.simplest(guess);
    EXPECT_EQ(explainer.all_of(simplest), 0);
    EXPECT_LT(complexity(simplest.recipe), complexity(longer_)) << formula(simplest.recipe, 300);
}

TEST_F(PartsTooMany, HaveARivalWithFewer) {
    Explainer explainer(inquiry_);
    EXPECT_FALSE(explainer.rivalled({longer_, 0, std::nullopt})) << lines_;
    EXPECT_NE(lines_.find("a rival with fewer parts"), std::string::npos) << lines_;
}

/// The target adds c outside of the inner sum. No step leads there from the guess that was refuted, but one
/// of its neighbours is right. Edits of trees would be tried later.
TEST(Explain, ANeighbourOfTheLastGuessMayBeRight) {
    const std::string c = R"(,{"of":"c"})";
    const auto with = [](const std::string& inside, const std::string& outside) {
        return with_result(
            R"("sum":[{"F":14,"rounding":"RO","of":{"sum":[{"of":"product","F":15,"rounding":"RA"})" +
            inside + "]}}" + outside + R"(],"round":{"format":"fp32"})");
    };
    const Recipe guess = with(c, "");
    const Recipe right = with("", c);
    const Evaluator wrong = Evaluator::without_bounds(guess);
    ModelTarget target(spec_of(right), "model");
    IdentifySettings settings;
    settings.use_registry = false;
    std::string lines;
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    inquiry.budget.progress = [&](const std::string& line) { lines += line + "\n"; };
    Questions questions(target.formats(), 1);
    for (int wrong_answers = 0; wrong_answers < 2 || out.record.size() < 400;) {
        VectorRow row = questions.make(QuestionKind::few_addends);
        const bool differs = wrong(row.operands()) != target(row);
        if (differs && wrong_answers == 2) continue;
        wrong_answers += differs ? 1 : 0;
        inquiry.ask(QuestionKind::few_addends, {std::move(row)});
    }
    Explainer explainer(inquiry);
    out.neighbours.push_back(
        {Edit{"place@result", "outside", nullptr, "", right}, Evaluator::without_bounds(right)});
    const Guess found = explainer({guess, explainer.all_of({guess}), std::nullopt});
    EXPECT_EQ(found.loss, 0) << lines;
    EXPECT_NE(lines.find("place@result of the last guess"), std::string::npos) << lines;
}

/// The products of the target are rounded before they are added, which drops no bits: only the NaN that is
/// passed on shows it, and that only with acc first and another rule for NaNs than that of the guess.
TEST(Explain, RoundedProductsMayShowOnlyInNans) {
    const auto with_step = [](const std::string& addends, const std::string& nan) {
        return with_result(R"("slices":4,"start":"c","chain":{"sum":[)" + addends +
                           R"(],"round":{"format":"fp32","nan":")" + nan + R"("}})");
    };
    const std::string rounded = R"({"zero":"counted","of":{"sum":[{"of":"product"}],)"
                                R"("round":{"format":"fp64","overflow":"ieee","nan":"x86"}}})";
    const Recipe guess = with_step(R"({"of":"product"},{"of":"acc"})", "nvidia_fp64");
    const Recipe right = with_step(R"({"of":"acc"},)" + rounded, "x86");
    ModelTarget target(spec_of(right), "model");
    IdentifySettings settings;
    settings.use_registry = false;
    std::string lines;
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    inquiry.budget.progress = [&](const std::string& line) { lines += line + "\n"; };
    ask(inquiry, QuestionKind::few_addends, 200);
    ask(inquiry, QuestionKind::specials, 50);
    Explainer explainer(inquiry);
    ASSERT_GT(explainer.all_of({guess}), 0);
    const Guess found = explainer({guess, explainer.all_of({guess}), std::nullopt});
    EXPECT_EQ(found.loss, 0) << lines;
    EXPECT_NE(lines.find("another order"), std::string::npos) << lines;
}

/// A fit may put back the part that was left out, or another one in its place.
TEST(Explain, HasOnePartLessWithEachStep) {
    const Recipe right = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e3m4","b":"e3m4","c":"fp32","d":"e4m3","k":16},"result":{)"
        R"("slices":2,"pattern":"interleaved","start":"c","chain":{"sum":[)"
        R"({"of":"acc","F":19,"rounding":"RD","drop_tiny_negative":true},)"
        R"({"of":"product","F":19,"rounding":"RD","drop_tiny_negative":true}],)"
        R"("round":{"format":"tf32","rounding":"RNA"}},"last":{"format":"e4m3","overflow":"saturate"}}})");
    ModelTarget target(spec_of(right), "model");
    IdentifySettings settings;
    settings.use_registry = false;
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    int steps = 0;
    inquiry.budget.progress = [&](const std::string& line) {
        steps += line.find("fewer parts") == std::string::npos ? 0 : 1;
    };
    for (const auto kind : {QuestionKind::few_addends, QuestionKind::cancellation, QuestionKind::two_addends})
        ask(inquiry, kind, 200);
    Explainer explainer(inquiry);
    const Guess simplest = explainer.simplest({right, 0, std::nullopt});
    EXPECT_LE(steps, complexity(right) - complexity(simplest.recipe));
}

/// Where no part can be left out, none can be with another rounding: it is not tried again.
TEST(Explain, LooksForPartsTooManyOncePerTree) {
    const Recipe right = with_result(
        R"("sum":[{"F":24,"parts":2,"of":{"sum":[{"of":"product","F":9}],"round":{"format":"fp16"}}},)"
        R"({"of":"c","F":24}],"round":{"format":"fp32","rounding":"RZ"})");
    ModelTarget target(spec_of(right), "model");
    Identification out;
    const IdentifySettings settings;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    ask(inquiry, QuestionKind::few_addends, 400);
    Explainer explainer(inquiry);
    const auto tried = [&](const Recipe& recipe) {
        const std::uint64_t before = inquiry.budget.tried;
        EXPECT_TRUE(unfitted_tree(explainer.simplest({recipe, 0, std::nullopt}).recipe) ==
                    unfitted_tree(right));
        return inquiry.budget.tried - before;
    };
    EXPECT_GT(tried(right), 1000U);
    EXPECT_LT(tried(editing::with_rounds(right, {}, [](OutputRule& rule) { rule.rounding = Rounding::RD; })),
              100U);
}

/// What refutes a guess late was met once in thousands of dot-adds: those next to it are asked even then.
TEST(Explain, AsksNextToAWrongAnswerThatComesLate) {
    const auto with_width = [](int F) {
        return with_result(R"("sum":[{"of":"product","F":)" + std::to_string(F) +
                           R"(},{"of":"c","F":24}],"round":{"format":"fp32","rounding":"RZ"})");
    };
    ModelTarget target(spec_of(with_width(24)), "model");
    IdentifySettings settings;
    settings.use_registry = false;
    settings.most_asked = 12000;  // of which more than half are asked
    Identification out;
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    ask(inquiry, QuestionKind::c_alone, 6500);
    Explainer explainer(inquiry);
    Guess guess{with_width(25)};
    Questions questions(target.formats(), 1);
    VectorRow telling = questions.make(QuestionKind::two_addends);
    const Evaluator of_guess(guess.recipe);
    while (of_guess(telling.operands()) == target(telling))
        telling = questions.make(QuestionKind::two_addends);
    inquiry.ask(QuestionKind::two_addends, {telling});
    guess.loss = explainer.all_of(guess);
    ASSERT_GT(guess.loss, 0);
    (void)explainer(guess);
    std::size_t nearby = 0;
    for (std::size_t i = 0; i < inquiry.record().size(); ++i)
        nearby += inquiry.record().kind(i) == QuestionKind::nearby ? 1 : 0;
    EXPECT_EQ(nearby, 80U);  // of one wrong answer; they are enough to mend the guess
}

/// No recipe gives its answers: one in a few hundred has a wrong last bit.
TEST(Explain, StartsAfreshWhereNothingMendsTheGuess) {
    const Recipe nearly = with_result(
        R"("sum":[{"of":"product","F":24},{"of":"c","F":24}],"round":{"format":"fp32","rounding":"RZ"})");
    ModelTarget right(spec_of(nearly), "model");
    FunctionTarget target(right.formats(), [&](const VectorRow& row) {
        std::uint64_t mixed = row.c;
        for (std::size_t i = 0; i < row.a.size(); ++i) mixed = mixed * 31 + row.a[i] * 17 + row.b[i];
        return right(row) ^ (mixed % 251 == 1 ? 1U : 0U);
    });
    IdentifySettings settings;
    settings.use_registry = false;
    Identification out;
    Budget* budget = nullptr;
    bool afresh = false;
    settings.progress = [&](const std::string& line) {
        if (!line.starts_with("starts afresh")) return;
        afresh = true;
        budget->end = budget->now();
    };
    Inquiry inquiry = of_twenty_seconds(target, settings, out);
    budget = &inquiry.budget;
    budget->end += std::chrono::seconds(60);  // ends with the fresh start
    Questions questions(target.formats(), 1);
    std::vector<VectorRow> rows;
    for (int i = 0; i < 1500; ++i) rows.push_back(questions.make(QuestionKind::two_addends));
    inquiry.ask(QuestionKind::two_addends, std::move(rows));
    Explainer explainer(inquiry);
    const Guess guess{nearly, explainer.all_of({nearly})};
    EXPECT_GT(explainer(guess).loss, 0);
    EXPECT_TRUE(afresh);
}

}  // namespace
}  // namespace karat::probe
