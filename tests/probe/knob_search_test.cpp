// SPDX-License-Identifier: Apache-2.0
// The first guesses: every algorithm, fitted to simple answers.
#include "karat_probe/identify/explain/knob_search.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <utility>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/identify/questions/questions.hpp"
#include "karat_probe/target/formats.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

Record answers_of(const Recipe& recipe) {
    ModelTarget target(spec_of(recipe), "model");
    Questions questions(formats_of(recipe.operands), 1);
    Record record;
    constexpr int of_each = 150;
    for (std::size_t kind = 0; kind <= static_cast<std::size_t>(QuestionKind::specials); ++kind) {
        for (int i = 0; i < of_each; ++i) {
            VectorRow row = questions.make(static_cast<QuestionKind>(kind));
            const std::uint64_t d = target(row);
            record.add(static_cast<QuestionKind>(kind), std::move(row), d);
        }
    }
    return record;
}

/// Products and sums are rounded to other formats than d is. The algorithms that come first fit that badly,
/// which takes them long; one of the last ones fits.
TEST(KnobSearch, LeavesTimeForEveryAlgorithm) {
    const Recipe right = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e5m2fnuz","b":"e5m2fnuz","c":"fp32","d":"fp16","k":16,)"
        R"("flush_below":"fp32","zero_product_sign":"positive"},"result":{"name":"conversion to d",)"
        R"("zero_sum":"ieee","sum":[{"of":{"slices":16,"start":"c","chain":{"name":"addition",)"
        R"("zero_sum":"ieee","sum":[{"of":"acc"},{"of":{"name":"product","zero_sum":"ieee",)"
        R"("sum":[{"of":"product"}],"round":{"format":"e5m2","rounding":"RO","nan":"riscv"}}}],)"
        R"("round":{"format":"e4m3","rounding":"RU","nan":"riscv","flush":true}}}}],)"
        R"("round":{"format":"fp16","rounding":"RU","nan":"riscv","flush":true}}})");
    const Record record = answers_of(right);
    Budget budget;
    budget.processor_time = true;
    budget.end = budget.now() + 6s;
    const auto any = [](const Recipe&) { return true; };
    const std::vector<Guess> found = knob_search(formats_of(right.operands), record, budget, any);
    std::set<Algorithm> algorithms;
    for (const Guess& guess : found) algorithms.insert(guess.knobs->algorithm);
    EXPECT_TRUE(algorithms.contains(Algorithm::muladd));
    EXPECT_TRUE(algorithms.contains(Algorithm::fma));
}

/// Neither fitted nor found.
TEST(KnobSearch, LeavesOutUnlikelyStructures) {
    const Recipe right = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":{)"
        R"("slices":4,"start":"c","chain":{"sum":[{"of":"product"},{"of":"acc"}],)"
        R"("round":{"format":"fp32"}}}})");
    const Record record = answers_of(right);
    Budget budget;
    budget.processor_time = true;
    budget.end = budget.now() + 2s;
    const auto is_chain = [](const Recipe& tree) { return tree.result.kind == ExpressionKind::chain; };
    const std::vector<Guess> found = knob_search(formats_of(right.operands), record, budget, is_chain);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found.front().loss, 0);
    const auto none = [](const Recipe&) { return false; };
    EXPECT_TRUE(knob_search(formats_of(right.operands), record, budget, none).empty());
}

}  // namespace
}  // namespace karat::probe
