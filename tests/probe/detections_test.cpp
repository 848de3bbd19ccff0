// SPDX-License-Identifier: Apache-2.0
// Dot-adds that tell each neighbour of a guess from it several times.
#include "karat_probe/identify/challenge/detections.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/target/formats.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

Budget processor_time(std::chrono::seconds seconds) {
    Budget out;
    out.processor_time = true;
    out.end = out.now() + seconds;
    return out;
}

class OfAGuess : public testing::Test {
   protected:
    explicit OfAGuess(const Recipe& recipe = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec))
        : guess_(recipe), neighbours_(neighbours_of(recipe)) {}

    ChosenRows chosen(const DetectionEffort& effort) {
        Budget budget = processor_time(60s);
        ChallengeRows every(guess_.program().recipe(), guess_.program(),
                            formats_of(guess_.program().operands()), 1);
        Detections detections(guess_, neighbours_, effort, 1, budget);
        ChosenRows out;
        for (ChosenRows next = detections.next(every); !next.chosen.empty(); next = detections.next(every)) {
            std::ranges::move(next.chosen, std::back_inserter(out.chosen));
            std::ranges::move(next.expected, std::back_inserter(out.expected));
        }
        return out;
    }
    [[nodiscard]] static std::size_t told(const Neighbour& neighbour, const ChosenRows& rows) {
        std::size_t out = 0;
        for (std::size_t i = 0; i < rows.chosen.size(); ++i)
            out += neighbour.evaluator(rows.chosen[i].operands()) != rows.expected[i] ? 1 : 0;
        return out;
    }

    Evaluator guess_;
    std::vector<Neighbour> neighbours_;
};

TEST_F(OfAGuess, EachRowTellsOneAndNoneIsPassedOver) {
    for (Neighbour& neighbour : neighbours_) neighbour.excluded_by = 0;  // these count, too
    const ChosenRows rows = chosen({50'000, 2000, 60s});
    ASSERT_GT(rows.chosen.size(), 500U);
    for (std::size_t i = 0; i < rows.chosen.size(); ++i) {
        const Operands in = rows.chosen[i].operands();
        EXPECT_EQ(rows.expected[i], guess_(in));
        EXPECT_TRUE(std::ranges::any_of(
            neighbours_, [&](const Neighbour& x) { return x.evaluator(in) != rows.expected[i]; }));
    }
    // what differs at all in rows of these kinds is told more than once, however rarely it differs
    std::size_t once = 0;
    std::size_t often = 0;
    for (const Neighbour& neighbour : neighbours_) {
        const std::size_t count = told(neighbour, rows);
        once += count == 1 ? 1 : 0;
        often += count >= 20 ? 1 : 0;
    }
    EXPECT_GT(often, neighbours_.size() / 2);
    EXPECT_LT(once, often / 10);
}

TEST_F(OfAGuess, TheQuestionsLastAsLongAsTheRows) {
    EXPECT_GT(chosen({50'000, 2000, 60s}).chosen.size(), 1800U);
}

TEST_F(OfAGuess, NoMoreThanItMay) {
    EXPECT_EQ(chosen({50'000, 100, 60s}).chosen.size(), 100U);
    EXPECT_TRUE(chosen({}).chosen.empty());
    EXPECT_LT(chosen({100, 1000, 60s}).chosen.size(), 100U);
    EXPECT_TRUE(chosen({50'000, 100, 0s}).chosen.empty());
}

TEST_F(OfAGuess, NothingTellsWhatIsProvedEqual) {
    for (Neighbour& neighbour : neighbours_) neighbour.equal = true;
    EXPECT_TRUE(chosen({50'000, 100, 60s}).chosen.empty());
}

/// The inner product keeps 15 bits, and a rounding to fp32 stands where the guess compares by leading bits.
/// Either alone shows; both together show in one of 10,000 dot-adds.
TEST(Detections, RefuteAGuessThatIsWrongInSeveralAttributes) {
    const std::string operands =
        R"({"karat_recipe":1,"operands":{"a":"e2m1","b":"e4m3fnuz","c":"fp64","d":"fp64","k":16},)";
    const Recipe truth = recipe_from_json_text(
        operands +
        R"("result":{"grid":"common","sum":[{"F":29,"rounding":"RO","zero":"counted","parts":2,)"
        R"("of":{"sum":[{"F":5,"parts":4,"pattern":"pairs","of":{"sum":[{"pattern":"interleaved",)"
        R"("of":{"sum":[{"of":"product","F":15}],"round":{"format":"e4m3","rounding":"RNO"}}}]}}],)"
        R"("round":{"format":"fp32"}}},{"of":"c","F":27}],"round":{"format":"fp64"}}})");
    const Recipe guess = recipe_from_json_text(
        operands + R"("result":{"grid":"common","sum":[{"F":29,"rounding":"RO","compared_by":"leading",)"
                   R"("least_exponent":-126,"parts":2,"of":{"sum":[{"F":5,"parts":4,"pattern":"pairs",)"
                   R"("of":{"sum":[{"of":"product"}],"round":{"format":"e4m3","rounding":"RNO"}}}]}},)"
                   R"({"of":"c","F":27}],"round":{"format":"fp64"}}})");
    ModelTarget target(spec_of(truth), "truth");
    std::vector<Neighbour> neighbours = neighbours_of(guess);
    const auto refuted = [&](const ChallengeEffort& effort) {
        int out = 0;
        for (std::uint64_t seed = 1; seed <= 8; ++seed) {
            Record record;
            Budget budget = processor_time(60s);
            out += Challenger(guess, target, record, seed, budget)(neighbours, effort) != 0 ? 1 : 0;
        }
        return out;
    };
    const int by_detection = refuted({0, 0, 0, 0ms, {20'000, 1500, 60s}});
    EXPECT_GE(by_detection, 5);
    EXPECT_LT(refuted({0, 1500, 0}), by_detection) << "as many that are aimed at nothing do as well";
}

}  // namespace
}  // namespace karat::probe
