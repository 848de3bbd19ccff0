// SPDX-License-Identifier: Apache-2.0
// What no answer shows is left out of a guess before it is asked about.
#include "karat_probe/identify/search/plainer.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "probe/answers.hpp"

namespace karat::probe {
namespace {

Recipe guessed(const std::string& sum, const std::string& product, const std::string& c) {
    return recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp16","d":"fp32","k":4},"result":{)" +
        sum + R"("sum":[{"of":"product")" + product + R"(},{"of":"c")" + c +
        R"(}],"round":{"format":"fp32"}}})");
}

TEST(Plainer, LeavesOutWhatNoAnswerShows) {
    const Recipe exact = guessed("", "", "");
    const Record record = answers_of(exact);
    Budget budget = seconds(60);
    const Guess drawn{guessed(R"("grid":"common",)", R"(,"F":120)", R"(,"F":131,"rounding":"RU")")};
    const Guess plain = plainer(drawn, record, budget);
    EXPECT_EQ(plain.loss, 0);
    EXPECT_EQ(plain.recipe, exact);
}

/// Every fp16 number is larger than a product with the least exponents, and fp64 has all of them.
TEST(Plainer, LeavesOutAConversionAndZerosThatNoAnswerShows) {
    const Recipe right = guessed("", R"(,"F":20)", R"(,"F":22,"rounding":"RU")");
    Recipe drawn = guessed("", R"(,"F":20,"zero":"format_min")", R"(,"F":22,"rounding":"RU")");
    drawn.operands.convert = Format::fp64;
    Budget budget = seconds(60);
    EXPECT_EQ(plainer({drawn}, answers_of(right), budget).recipe, right);
}

/// Sums of narrow products have few bits: a rounding to less than all bits of fp32 hardly shows.
class PlainerRounding : public testing::Test {
   protected:
    static Spec with_fractions(std::optional<int> chain, std::optional<int> output) {
        Spec spec;
        spec.a = spec.b = Format::e2m1;
        spec.c = Format::e4m3;
        spec.k = 4;
        spec.terms = 2;  // a chain of two steps
        spec.F = {4};
        spec.chain_fraction = chain;
        spec.output_fraction = output;
        return spec;
    }
    static Guess plain(const Guess& guess) {
        Budget budget = seconds(60);
        return plainer(guess, answers_of(expand(kWhole)), budget);
    }
    inline static const Spec kWhole = with_fractions({}, {});
};

TEST_F(PlainerRounding, KeepsAllBitsOfTheFormat) {
    for (const auto& [chain, output] : {std::pair{19, 20}, {20, 23}, {23, 20}}) {
        const Spec cut = with_fractions(chain, output);
        EXPECT_EQ(plain({expand(cut)}).recipe, expand(kWhole));
        const Guess guess = plain({expand(cut), 0, cut});
        EXPECT_EQ(guess.recipe, expand(kWhole));
        EXPECT_TRUE(guess.knobs && expand(*guess.knobs) == expand(kWhole));
    }
}

TEST(Plainer, KeepsWhatAnswersShow) {
    const Recipe right = guessed("", R"(,"F":20)", R"(,"F":22,"rounding":"RU")");
    const Record record = answers_of(right);
    Budget budget = seconds(60);
    const Guess plain = plainer({right}, record, budget);
    EXPECT_EQ(plain.loss, 0);
    EXPECT_EQ(plain.recipe, right);
}

}  // namespace
}  // namespace karat::probe
