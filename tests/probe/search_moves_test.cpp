// SPDX-License-Identifier: Apache-2.0
// The moves of the search by themselves: rules that hide each other are changed together, and of two recipes
// that explain as much the search keeps the one with fewer parts.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/knobs/validate.hpp"
#include "karat_probe/identify/judging/complexity.hpp"
#include "karat_probe/identify/moves/common_grid_moves.hpp"
#include "karat_probe/identify/moves/joint_moves.hpp"
#include "karat_probe/target/formats.hpp"

namespace karat::probe {
namespace {

Recipe recipe(const std::string& operands, const std::string& terms, const std::string& round) {
    const std::string formats = R"("a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4)";
    return recipe_from_json_text(R"({"karat_recipe":1,"operands":{)" + formats + operands +
                                 R"(},"result":{)" + terms + R"(,"round":{"format":"fp32")" + round + "}}}");
}
const std::string kPlain = R"("sum":[{"of":"product","F":24},{"of":"c","F":24}])";

bool contains(const std::vector<Candidate>& all, const Recipe& wanted) {
    return std::ranges::any_of(all, [&](const Candidate& x) { return x.recipe == wanted; });
}

TEST(JointMoves, ReachFlushesOfOperandsAndResultInOneStep) {
    const Recipe from = recipe("", kPlain, "");
    const Recipe to = recipe(R"(,"flush_b":true,"flush_sign":"keep","flush_products":true)", kPlain,
                             R"(,"flush":true,"flush_when":"unbounded","underflow_sign":"positive")");
    EXPECT_TRUE(contains(joint_recipes({from}), to));
}

/// An inner sum with this floor, in a sum with c.
Recipe with_floor(int floor, int inner, int F, int F_c, const std::string& rule = "") {
    const auto text = [](int number) { return std::to_string(number); };
    return recipe("",
                  R"("sum":[{"F":)" + text(F) + R"(,"of":{"floor":)" + text(floor) +
                      R"(,"sum":[{"of":"product","F":)" + text(inner) + R"(}]}},{"of":"c","F":)" + text(F_c) +
                      rule + "}]",
                  "");
}

/// The exponent of a sum with a floor is at least that floor, so that the sum around it has another grid,
/// too.
TEST(JointMoves, MoveTheFloorOfAnInnerSumWithTheSumAroundIt) {
    const Recipe low = with_floor(3, 20, 12, 9, R"(,"cutoff":5)");
    const Recipe high = with_floor(10, 27, 19, 16, R"(,"cutoff":12)");
    EXPECT_TRUE(contains(joint_recipes({low}), high));
    EXPECT_TRUE(contains(joint_recipes({high}), low));
    EXPECT_TRUE(contains(joint_recipes({with_floor(3, 20, 12, 9)}), with_floor(10, 27, 19, 9)));
}

TEST(JointMoves, TurnAFloorIntoExponentsThatAreAlwaysZero) {
    const auto nested = [](const std::string& floor, const std::string& group) {
        return recipe("",
                      R"("sum":[{"of":{)" + floor + R"("sum":[{)" + group +
                          R"(,"of":{"sum":[{"of":"product"}]}}]}},{"of":"c"}])",
                      "");
    };
    EXPECT_TRUE(contains(joint_recipes({nested(R"("floor":20,)", R"("F":44)")}),
                         nested("", R"("F":24,"compared_by":"scale")")));
}

/// Products have no such exponents, but sums of them do: of each product, or of all.
TEST(JointMoves, TurnAFloorOfProductsIntoExponentsThatAreAlwaysZero) {
    const auto with_late_c = [](const std::string& sum) {
        return recipe("", R"("sum":[{"of":{)" + sum + R"(,"round":{"format":"e5m2"}}},{"of":"c"}])", "");
    };
    const Recipe from = with_late_c(R"("floor":-2,"sum":[{"of":"product","F":26,"zero":"minus126"}])");
    const auto fixed = [&](const std::string& parts) {
        return with_late_c(R"("sum":[{"F":28,"compared_by":"scale",)" + parts +
                           R"("of":{"sum":[{"of":"product","zero":"minus126"}]}}])");
    };
    EXPECT_TRUE(contains(fixed_grids(from), fixed("")));
    EXPECT_TRUE(contains(fixed_grids(from), fixed(R"("parts":4,)")));
    EXPECT_TRUE(contains(joint_recipes({from}), fixed("")));
}

TEST(JointMoves, ReachZerosThatCountWithTinyAddendsDropped) {
    const Recipe from = recipe("", kPlain, "");
    const Recipe to = recipe("",
                             R"("sum":[{"of":"product","F":24,"zero":"minus126","drop_tiny_negative":true},)"
                             R"({"of":"c","F":24,"zero":"format_min"}])",
                             "");
    EXPECT_TRUE(contains(joint_recipes({from}), to));
}

TEST(JointMoves, KeepTheGridBelowAFloor) {
    const Recipe from = recipe("", R"("floor":-44,)" + kPlain, "");
    const Recipe to = recipe("", R"("floor":-29,"sum":[{"of":"product","F":39},{"of":"c","F":39}])", "");
    EXPECT_TRUE(contains(joint_recipes({from}), to));
}

TEST(JointMoves, RoundDownAllButTinyNegatives) {
    const Recipe from = recipe("", kPlain, "");
    const Recipe to = recipe("",
                             R"("sum":[{"of":"product","F":24},{"of":"c","F":24,"rounding":"RD",)"
                             R"("compared_by":"leading","least_exponent":-126,"drop_tiny_negative":true}])",
                             "");
    EXPECT_TRUE(contains(joint_recipes({from}), to));
}

// RDNA3 and RDNA4. The inner sum, its width and the cut-off are gone.
TEST(CommonGrids, AreOneStepFromSumsOfOwnWidths) {
    const Recipe from = recipe("",
                               R"("sum":[{"F":23,"of":{"sum":[{"of":"product","F":24,"rounding":"RD"}]}},)"
                               R"({"of":"c","F":24,"cutoff":24}])",
                               "");
    std::vector<Edit> edits;
    add_common_grids(from, edits);
    const auto reaches = [&](const std::string& sum) {
        const Recipe to = recipe("", R"("grid":"common",)" + sum, "");
        return std::ranges::any_of(edits, [&](const Edit& edit) { return edit.recipe == to; });
    };
    EXPECT_TRUE(reaches(R"("sum":[{"of":"product","F":24,"rounding":"RD"},)"
                        R"({"of":"c","F":26,"rounding":"RD"}])"));
    EXPECT_TRUE(reaches(R"("frame":"c_sign","sum":[{"of":"product","F":24},)"
                        R"({"of":"c","F":26,"compared_by":"leading","least_exponent":-126}])"));
}

TEST(JointMoves, ByKnobsKeepTheGridAndAreValid) {
    Spec from;
    from.k = 4;
    from.F = {24};
    from.exponent_floor = -44;
    Spec to = from;
    to.F = {39};
    to.exponent_floor = -29;
    bool found = false;
    int valid = 0;
    for (const KnobMove& move : joint_knobs(from)) {
        found = found || move.spec == to;
        EXPECT_EQ(move.spec.k, from.k);
        try {
            validate(move.spec);
            ++valid;
        } catch (const SpecError&) {  // a width below 1
        }
    }
    EXPECT_TRUE(found);
    EXPECT_GT(valid, 200);
}

TEST(Complexity, CountsWhatARecipeIsWrittenWith) {
    const Recipe plain = recipe("", kPlain, "");
    const Recipe with_floor = recipe("", R"("floor":-29,)" + kPlain, "");
    const Recipe nested =
        recipe("", R"("sum":[{"of":{"sum":[{"of":"product","F":24}]},"F":24},{"of":"c","F":24}])", "");
    EXPECT_EQ(complexity(plain), 4);  // a sum, its rounding, two addends
    EXPECT_EQ(complexity(with_floor), 5);
    EXPECT_EQ(complexity(nested), 6);
}

TEST(Step, AsksForAClearGainBeforeItAddsAPart) {
    const Recipe plain = recipe("", kPlain, "");
    const Recipe with_floor = recipe("", R"("floor":-29,)" + kPlain, "");
    Record record;
    Budget budget;
    const Step step(plain, record, budget);
    EXPECT_EQ(step.allowed(1.0, plain), 1.0);
    EXPECT_LT(step.allowed(1.0, with_floor), 0.8);
    const Step from_more(with_floor, record, budget);
    EXPECT_EQ(from_more.allowed(1.0, plain), 1.0);
}

}  // namespace
}  // namespace karat::probe
