// SPDX-License-Identifier: Apache-2.0
// The dot-adds that are asked before there is a guess.
#include "karat_probe/identify/questions/questions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat_probe/identify/challenge/chosen_rows.hpp"

namespace karat::probe {
namespace {

/// The sign of a sum that underflows shows only beside c = -0.
TEST(Questions, HaveBothZerosOfC) {
    constexpr std::uint64_t minus_zero = 0x80000000;
    constexpr int asked = 200;
    OperandRules formats;
    formats.k = 4;
    Questions questions(formats, 1);
    int plus = 0;
    int minus = 0;
    for (int i = 0; i < asked; ++i) {
        const std::uint64_t c = questions.make(QuestionKind::product_alone).c;
        plus += c == 0 ? 1 : 0;
        minus += c == minus_zero ? 1 : 0;
    }
    EXPECT_EQ(plus, asked / 2);
    EXPECT_EQ(minus, asked / 2);
}

/// Only if every addend is -0 does the sign of d show what a positive zero product changes.
TEST(Questions, HaveNothingButMinusZeros) {
    OperandRules formats;
    formats.k = 16;
    constexpr int asked = 150;  // as many as are asked at first
    Questions questions(formats, 1);
    int all_minus = 0;
    int all_but_one = 0;
    for (int i = 0; i < asked; ++i) {
        const VectorRow row = questions.make(QuestionKind::zeros);
        bool zeros = row.c == 0x80000000;
        int plus = 0;
        for (std::size_t k = 0; k < row.a.size(); ++k) {
            zeros = zeros && ((row.a[k] & 0x7fff) == 0 || (row.b[k] & 0x7fff) == 0);
            plus += ((row.a[k] ^ row.b[k]) & 0x8000) == 0 ? 1 : 0;
        }
        all_minus += zeros && plus == 0 ? 1 : 0;
        all_but_one += zeros && plus == 1 ? 1 : 0;
    }
    EXPECT_GE(all_minus, 5);
    EXPECT_GE(all_but_one, 3);
}

/// A product and c are rounded to fp16 before the others join. With formats of few exponents, that shows
/// only if the largest products cancel beside one of the least c that is not flushed.
class FewExponents : public ::testing::Test {
   protected:
    static Recipe with_sum(const std::string& terms) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e2m1","c":"e4m3","d":"bf16","k":6,)"
            R"("flush_c":true},"result":{"sum":[)" +
            terms + R"(],"round":{"format":"bf16","rounding":"RZ","fraction":2}}})");
    }
    [[nodiscard]] bool told_by(const VectorRow& row) const {
        return evaluator_(row.operands()) != rounded_(row.operands());
    }
    const Recipe plain_ = with_sum(R"({"of":"product"},{"of":"c"})");
    const Evaluator evaluator_{plain_};
    const Evaluator rounded_{
        with_sum(R"({"k":["1..5"],"of":"product"},{"zero":"counted","of":{"sum":[{"k":[0],"of":"product"},)"
                 R"({"of":"c"}],"round":{"format":"fp16"}}})")};
};

TEST_F(FewExponents, AreAskedAtTheirEnds) {
    constexpr int asked = 7500;
    Questions questions(plain_.operands, 1);
    EXPECT_TRUE(questions.has_few_exponents());
    int told = 0;
    for (int i = 0; i < asked; ++i) told += told_by(questions.make(QuestionKind::cancellation)) ? 1 : 0;
    EXPECT_GE(told, 10);
}

TEST_F(FewExponents, AreChallengedAtTheirEnds) {
    constexpr int asked = 7000;  // about as many as the challenges ask besides those that are chosen
    int told = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        ChallengeRows rows(plain_, evaluator_.program(), plain_.operands, seed);
        for (int i = 0; i < asked; ++i) told += told_by(rows.next()) ? 1 : 0;
    }
    EXPECT_GE(told, 6);
}

/// No product is as large as c has to be for this width to show, and d is too short to show it beside c. So
/// c has to cancel several products.
TEST(Questions, CancelSeveralProductsAtOnce) {
    const auto with_width = [](const std::string& width) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e2m3","b":"e2m3","c":"fp32","d":"bf16","k":8},)"
            R"("result":{"sum":[{"of":"product")" +
            width + R"(},{"of":"c"}],"round":{"format":"bf16"}}})");
    };
    const Recipe plain = with_width("");
    const Evaluator exact(plain);
    const Evaluator truncated(with_width(R"(,"F":11)"));
    constexpr int asked = 750;  // at first, of a d of so few bits
    Questions questions(plain.operands, 1);
    int told = 0;
    for (int i = 0; i < asked; ++i) {
        const VectorRow row = questions.make(QuestionKind::cancellation);
        told += exact(row.operands()) != truncated(row.operands()) ? 1 : 0;
    }
    EXPECT_GE(told, 5);
}

/// Twelve products and c overflow only if all are nearly as large as they can be.
TEST(Questions, AreAsLargeAsTheyCanBe) {
    const Evaluator evaluator(recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e3m2","b":"e3m2","c":"e5m2","d":"fp16","k":12},)"
        R"("result":{"sum":[{"of":"product"},{"of":"c"}],"round":{"format":"fp16"}}})"));
    constexpr int asked = 150;  // at first
    Questions questions(evaluator.program().operands(), 1);
    const FormatInfo& d = info(Format::fp16);
    int overflows = 0;
    for (int i = 0; i < asked; ++i) {
        const VectorRow row = questions.make(QuestionKind::many_addends);
        overflows += evaluator(row.operands()) == d.encoding(false, d.infinity_code()) ? 1 : 0;
    }
    EXPECT_GE(overflows, 1);
}

/// FP6 and FP4 have no NaNs. Which NaN is passed on shows only where c and a scale factor are NaNs.
TEST(Questions, HaveScaleFactorsThatAreNans) {
    const auto evaluator = [](const std::string& nan) {
        return Evaluator(recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e3m2","b":"e2m1","c":"bf16","d":"fp32","k":32,)"
            R"("scale":"ue8m0","scale_block":32},"result":{"sum":[{"of":"product","scaled":true},)"
            R"({"of":"c"}],"round":{"format":"fp32","nan":")" +
            nan + R"("}}})"));
    };
    const Evaluator x86 = evaluator("x86");
    const Evaluator rdna = evaluator("amd_rdna");
    constexpr int asked = 150;  // at first
    Questions questions(x86.program().operands(), 1);
    int told = 0;
    for (int i = 0; i < asked; ++i) {
        const VectorRow row = questions.make(QuestionKind::specials);
        told += x86(row.operands()) != rdna(row.operands()) ? 1 : 0;
    }
    EXPECT_GE(told, 3);
}

}  // namespace
}  // namespace karat::probe
