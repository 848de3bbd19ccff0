// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/identify/challenge/challenge.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/diff/canonical.hpp"
#include "karat_probe/identify/challenge/alternatives.hpp"
#include "karat_probe/identify/challenge/telling_rows.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

std::size_t left(const std::vector<Neighbour>& neighbours) {
    return static_cast<std::size_t>(std::count_if(
        neighbours.begin(), neighbours.end(), [](const Neighbour& x) { return !x.excluded_by && !x.equal; }));
}

Budget a_minute() {
    Budget out;
    out.processor_time = true;
    out.end = out.now() + 60s;
    return out;
}

void ask_few_addends(Target& target, Record& record, std::size_t count) {
    Questions questions(target.formats(), 1);
    for (std::size_t i = 0; i < count; ++i) {
        VectorRow row = questions.make(QuestionKind::few_addends);
        const std::uint64_t d = target(row);
        record.add(QuestionKind::few_addends, std::move(row), d);
    }
}

/// Rows made for one neighbour at a time exclude those that rows of every kind have missed.
TEST(Challenge, AimsAtEachNeighbourThatIsLeft) {
    const Recipe guess = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e3m2","c":"fp64","d":"e5m2","k":6},)"
        R"("result":{"sum":[{"zero":"counted","of":{"sum":[{"of":"product"}]}},)"
        R"({"of":"c","F":5,"rounding":"RA"}],"round":{"format":"e5m2","rounding":"RNO","flush":true}}})");
    ModelTarget target(spec_of(guess), "guess");
    Budget budget = a_minute();
    Record record;
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    Challenger challenge(guess, target, record, 1, budget);
    EXPECT_EQ(challenge(neighbours, {1500, 0, 600}), 0U);
    prove_equal(neighbours, guess, budget, std::chrono::seconds(10));
    const std::size_t before = left(neighbours);
    EXPECT_EQ(challenge(neighbours, {0, 0, 600, 1s}), 0U);
    EXPECT_LT(left(neighbours), before);
    for (const Neighbour& neighbour : neighbours) {
        if (!neighbour.excluded_by) continue;
        EXPECT_FALSE(record.agrees(neighbour.evaluator, *neighbour.excluded_by)) << title(neighbour.edit);
    }
}

TEST(Challenge, TakesNoTimeIfNoQuestionIsLeft) {
    const Recipe guess = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    ModelTarget target(spec_of(guess), "guess");
    Budget budget = a_minute();
    Record record;
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    Challenger challenge(guess, target, record, 1, budget);
    const auto begin = budget.now();
    EXPECT_EQ(challenge(neighbours, {0, 0, 0, 10s}), 0U);
    EXPECT_LT(budget.now() - begin, 5s);
    EXPECT_EQ(record.size(), 0U);
}

/// Both in the same integers: what they have in common is then evaluated once.
TEST(Challenge, GuessIsEvaluatedAsItsNeighboursAre) {
    const Recipe guess = expand(find_instruction("Hopper", "HMMA.16816.F32").spec);
    const Evaluator bounded(guess);
    const std::vector<Neighbour> neighbours = neighbours_of(guess);
    ASSERT_NE(bounded.size(), neighbours.front().evaluator.size()) << "the bounds of this one tell nothing";
    ModelTarget target(spec_of(guess), "guess");
    Record record;
    Budget budget;
    const Challenger challenge(guess, target, record, 1, budget);
    EXPECT_EQ(challenge.guess().size(), neighbours.front().evaluator.size());
}

/// The next guess has mostly the same neighbours.
TEST(Challenge, LooksFirstAtWhatExcludedANeighbourBefore) {
    const Recipe guess = expand(find_instruction("Hopper", "HMMA.16816.F32").spec);
    ModelTarget target(spec_of(guess), "guess");
    Budget budget = a_minute();
    Record record;
    ask_few_addends(target, record, 3000);
    const Evaluator evaluator = Evaluator::without_bounds(guess);
    Exclusions exclusions;
    const auto excluded = [&] {
        std::vector<Neighbour> neighbours = neighbours_of(guess);
        budget.evaluations = 0;
        exclude_by_record(evaluator, neighbours, record, exclusions, budget, 60s);
        exclusions.note(neighbours);
        return neighbours;
    };
    const std::vector<Neighbour> first = excluded();
    const std::uint64_t evaluations = budget.evaluations;
    const std::vector<Neighbour> second = excluded();
    const std::size_t open = left(first);
    ASSERT_LT(open, first.size() / 2);
    EXPECT_EQ(left(second), open);
    EXPECT_LT(budget.evaluations, first.size() + open * record.size() + 1);
    EXPECT_GT(evaluations, first.size() + open * record.size() + 1000);
    for (const Neighbour& neighbour : second) {
        if (!neighbour.excluded_by) continue;
        EXPECT_FALSE(record.agrees(neighbour.evaluator, *neighbour.excluded_by)) << title(neighbour.edit);
    }
}

TEST(Challenge, TriesEachProofOnce) {
    const Recipe guess = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e3m2","c":"fp32","d":"fp32","k":6},)"
        R"("result":{"sum":[{"of":"product"},{"of":"c"}],"round":{"format":"fp32"}}})");
    Budget budget = a_minute();
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    const auto equal = [&] { return std::ranges::count_if(neighbours, &Neighbour::equal); };
    prove_equal(neighbours, guess, budget, 0s);
    EXPECT_TRUE(std::ranges::none_of(neighbours, &Neighbour::compared));
    prove_equal(neighbours, guess, budget, 60s);
    EXPECT_TRUE(std::ranges::all_of(neighbours, &Neighbour::compared));
    EXPECT_GT(equal(), 0);
    for (Neighbour& neighbour : neighbours) neighbour.equal = false;
    prove_equal(neighbours, guess, budget, 60s);
    EXPECT_EQ(equal(), 0);
}

/// The target keeps 31 bits of the sum of groups, rounded down; the guess keeps all. They differ at ties of d
/// only. Both changes are needed at once, and without the width the rounding has no effect.
TEST(Challenge, RefutesAnExactSumThatIsALongOne) {
    const Spec spec = find_instruction("CDNA3", "v_mfma_f32_32x32x16_fp8_fp8").spec;
    Spec exact = spec;
    exact.F_sum = Width::exact();
    const Recipe guess = canonical(expand(exact)).recipe;
    ModelTarget target(spec, "F = 31");
    Budget budget = a_minute();
    Record record;
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    const Evaluator evaluator(guess);
    Questions questions(target.formats(), 1);
    while (record.size() < 1000) {
        VectorRow row = questions.make(QuestionKind::few_addends);
        const std::uint64_t d = target(row);
        if (evaluator(row.operands()) == d) record.add(QuestionKind::few_addends, std::move(row), d);
    }
    Exclusions exclusions;
    exclude_by_record(evaluator, neighbours, record, exclusions, budget, 2s);
    Alternatives others(guess, exact);
    others.refill(neighbours, record, exclusions, budget, 2s);
    EXPECT_TRUE(std::any_of(neighbours.begin(), neighbours.end(), [](const Neighbour& x) {
        return x.family && x.open() && x.edit.key == "width@result.sum[0]" &&
               std::string_view(x.edit.value.get_string()).ends_with("RD");
    }));
    // few rows show it, so that one seed may miss it
    int refuted = 0;
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        std::vector<Neighbour> left = neighbours_of(guess);
        exclude_by_record(evaluator, left, record, exclusions, budget, 2s);
        Alternatives(guess, exact).refill(left, record, exclusions, budget, 2s);
        refuted += Challenger(guess, target, record, seed, budget)(left, {0, 0, 600, 5s}) != 0 ? 1 : 0;
    }
    EXPECT_GE(refuted, 2);
}

/// The target adds c outside of the inner sum, the guess inside. The row that tells one from the other is
/// chosen to exclude the target's recipe, which is marked before the target answers.
TEST(Challenge, TheNeighbourWhoseRowRefutedTheGuessIsRight) {
    const auto with = [](const std::string& inside, const std::string& outside) {
        return recipe_from_json_text(
            R"({"karat_recipe":1,"operands":{"a":"e4m3","b":"e5m2","c":"fp32","d":"fp32","k":4},"result":{)"
            R"("sum":[{"F":14,"rounding":"RO","of":{"sum":[{"of":"product","F":15,"rounding":"RA"})" +
            inside + "]}}" + outside + R"(],"round":{"format":"fp32"}}})");
    };
    const std::string c = R"(,{"of":"c"})";
    const Recipe guess = with(c, "");
    ModelTarget target(spec_of(with("", c)), "c outside");
    Budget budget = a_minute();
    Record record;
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    Exclusions exclusions;
    Alternatives(guess, std::nullopt).refill(neighbours, record, exclusions, budget, 2s);
    ASSERT_NE(Challenger(guess, target, record, 1, budget)(neighbours, {1000, 0, 600}), 0U);
    // two rows do not tell the right one from others like it
    ask_few_addends(target, record, 500);
    const Neighbour* right = right_neighbour(neighbours, record, budget);
    ASSERT_NE(right, nullptr);
    EXPECT_EQ(right->edit.recipe, with("", c));
    EXPECT_TRUE(right->excluded_by);
    record.correct(0, record.answer(0) ^ 1);
    EXPECT_EQ(right_neighbour(neighbours, record, budget), nullptr);
}

/// Rows on which some attribute shows, whichever.
TEST(Challenge, TellingRowsTell) {
    const Recipe guess = expand(find_instruction("Hopper", "HMMA.16816.F32").spec);
    const Evaluator evaluator(guess);
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    std::erase_if(neighbours, [](const Neighbour& x) { return title(x.edit) != "F = 26 instead of 25"; });
    ASSERT_EQ(neighbours.size(), 1U);
    TellingRows rows(evaluator, neighbours, 1);
    constexpr int all = 200;
    int telling = 0;
    for (int i = 0; i < all; ++i) {
        const VectorRow row = rows.next();
        const std::uint64_t d = evaluator(row.operands());
        telling += neighbours.front().evaluator(row.operands()) != d ? 1 : 0;
    }
    EXPECT_GT(telling, all * 3 / 4);
}

}  // namespace
}  // namespace karat::probe
