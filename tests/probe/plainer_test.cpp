// SPDX-License-Identifier: Apache-2.0
// What no answer shows is left out of a guess before it is asked about.
#include "karat_probe/identify/plainer.hpp"

#include <gtest/gtest.h>

#include <string>

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
