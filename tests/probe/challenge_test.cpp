// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

std::size_t left(const std::vector<Neighbour>& neighbours) {
    return static_cast<std::size_t>(std::count_if(
        neighbours.begin(), neighbours.end(), [](const Neighbour& x) { return !x.excluded_by && !x.equal; }));
}

/// Rows made for one neighbour at a time exclude those that rows of every kind have missed.
TEST(Challenge, AimsAtEachNeighbourThatIsLeft) {
    const Recipe guess = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e3m2","c":"fp64","d":"e5m2","k":6},)"
        R"("result":{"sum":[{"zero":"counted","of":{"sum":[{"of":"product"}]}},)"
        R"({"of":"c","F":5,"rounding":"RA"}],"round":{"format":"e5m2","rounding":"RNO","flush":true}}})");
    ModelTarget target(spec_of(guess), "guess");
    Budget budget;
    budget.processor_time = true;
    budget.end = budget.now() + 60s;
    Record record;
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    EXPECT_EQ(challenge(guess, neighbours, target, record, {1500, 0, 600}, 1, budget), 0U);
    prove_equal(neighbours, guess, budget);
    const std::size_t before = left(neighbours);
    EXPECT_EQ(challenge(guess, neighbours, target, record, {0, 0, 600, 1s}, 2, budget), 0U);
    EXPECT_LT(left(neighbours), before);
    for (const Neighbour& neighbour : neighbours) {
        if (!neighbour.excluded_by) continue;
        EXPECT_FALSE(record.agrees(neighbour.evaluator, *neighbour.excluded_by)) << title(neighbour.edit);
    }
}

}  // namespace
}  // namespace karat::probe
