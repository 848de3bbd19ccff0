// SPDX-License-Identifier: Apache-2.0
// When a guess that every answer agrees with is confirmed.
#include "karat_probe/identify/challenge/withstand.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat/recipe/own_recipe.hpp"
#include "karat_probe/identify/challenge/challenge_plan.hpp"
#include "karat_probe/identify/knobs/knob_form.hpp"
#include "karat_probe/identify/trees/bare_tree.hpp"
#include "karat_probe/target/confidence.hpp"
#include "karat_probe/target/model_target.hpp"

namespace karat::probe {
namespace {

using namespace std::chrono_literals;

/// The challenges of the right guess.
class Withstanding : public testing::Test {
   protected:
    /// `before_many` is called before the challenges of many dot-adds.
    Challenged with(std::uint64_t most_asked, const std::function<void(Budget&)>& before_many = {},
                    std::optional<std::size_t> refuted_late = {}, int late_refutations = 1) {
        const Spec spec = spec_of(recipe_);
        ModelTarget target(spec, "the target");
        IdentifySettings settings;
        settings.most_asked = most_asked;
        turns_.clear();
        rivals_ = 0;
        Identification out;
        Inquiry inquiry{target, settings, out, {}, {}, target.asked()};
        inquiry.budget.processor_time = true;
        inquiry.begin = inquiry.budget.now();
        inquiry.budget.end = inquiry.begin + seconds_;
        asked_at_.clear();
        settings.progress = [&](const std::string& line) {
            constexpr std::string_view challenge = "challenge ";
            if (line.starts_with("unaimed")) unaimed_ = inquiry.asked();
            if (!line.starts_with(challenge)) return;
            turns_ += line[challenge.size()];
            asked_at_.push_back(inquiry.asked());
            if (turns_.size() == most_turns_) inquiry.budget.end = inquiry.budget.now() + then_;
        };
        int doubted = 0;  // once at first, once more before many
        const Doubts doubts{[&] {
                                if (++doubted == 2 && before_many) before_many(inquiry.budget);
                                return false;
                            },
                            [&] {
                                ++rivals_;
                                return false;
                            }};
        inquiry.refuted_late = refuted_late;
        inquiry.late_refutations = refuted_late ? late_refutations : 0;
        inquiry.detected = detected_;
        const Challenged result = withstands({recipe_, 0, std::nullopt}, inquiry, 0, doubts);
        asked_ = inquiry.asked();
        tested_ = out.tested;
        return result;
    }
    Recipe recipe_ = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    std::uint64_t asked_ = 0;
    Tested tested_;
    std::uint64_t unaimed_ = 0;                         ///< dot-adds before the first challenge
    std::vector<std::uint64_t> asked_at_;               ///< the ends of the challenges
    std::map<std::size_t, Detected> detected_;          ///< before
    std::string turns_;                                 ///< the challenges in their order
    int rivals_ = 0;                                    ///< how often they were looked for
    std::chrono::seconds seconds_{12};                  ///< little for those that take long
    static constexpr std::chrono::seconds kEnough{60};  ///< for the others on any machine
    std::size_t most_turns_ = 100;
    std::chrono::milliseconds then_{0};  ///< the time that is left after so many
};

TEST_F(Withstanding, AsksAsManyAimedAtNothingAsItMay) {
    EXPECT_EQ(with(4500), Challenged::withstood);
    EXPECT_LE(asked_, 4500U);
    EXPECT_GT(asked_, 2900U);
    EXPECT_EQ(tested_.answers, asked_);
    EXPECT_GE(tested_.drawn, 1000U);
    EXPECT_LT(tested_.drawn, asked_);
}

TEST(Confidence, IsThatOfSoManyAnswersWithoutAFault) {
    EXPECT_EQ(fewer_than_one_in(59), 20U);  // 0.95^59 is the first power below 0.05
    EXPECT_EQ(fewer_than_one_in(58), 19U);
    EXPECT_EQ(fewer_than_one_in(299), 100U);
}

TEST_F(Withstanding, NothingIsConfirmedWithoutThem) {
    const auto takes_all_time = [](Budget& budget) { budget.end = budget.now(); };
    EXPECT_EQ(with(20000, takes_all_time), Challenged::unfinished);
}

/// Enough was asked, but rows that one in 10^5 tells had no chance to refute it.
TEST_F(Withstanding, NothingIsConfirmedWithoutPatience) {
    most_turns_ = 4;
    seconds_ = kEnough;
    then_ = 1s;
    EXPECT_EQ(with(20000), Challenged::unfinished);
    EXPECT_EQ(turns_, "0123");
    then_ = 6s;
    EXPECT_EQ(with(20000), Challenged::withstood);
    EXPECT_TRUE(turns_.starts_with("01234")) << turns_;
}

/// One that knobs describe is confirmed without the last challenge.
TEST_F(Withstanding, AGuessThatNoKnobsDescribeNeedsAll) {
    most_turns_ = 5;
    then_ = 1s;
    recipe_ = recipe_from_json_text(
        R"({"karat_recipe":1,"operands":{"a":"fp16","b":"fp16","c":"fp32","d":"fp32","k":4},"result":{)"
        R"("sum":[{"of":{"sum":[{"of":"product","F":12}],"round":{"format":"bf16"}},"F":20,)"
        R"("rounding":"RU"},{"of":"c","F":24}],"round":{"format":"fp32"}}})");
    ASSERT_FALSE(knob_form(recipe_));
    EXPECT_EQ(with(20000), Challenged::unfinished);
    EXPECT_EQ(turns_, "01234");
}

/// There is time for the least that confirms a guess, but not if one like it was wrong after that.
TEST_F(Withstanding, AfterALateRefutationItTakesMore) {
    const auto takes_most_time = [](Budget& budget) { budget.end = budget.now() + 8s; };
    EXPECT_EQ(with(20000, takes_most_time), Challenged::withstood);
    EXPECT_EQ(with(20000, takes_most_time, 2), Challenged::unfinished);
}

/// After four challenges there is little time for the first with N-detect, but enough for the second.
TEST_F(Withstanding, OneRunInFullMakesUpForOneCutShort) {
    most_turns_ = 4;
    seconds_ = 22s;  // the fourth is no more patient than it must be
    then_ = 8500ms;
    EXPECT_EQ(with(20000, {}, 4), Challenged::withstood);
    EXPECT_EQ(turns_, "201435");
}

/// Three challenges would do without a late refutation.
TEST_F(Withstanding, NothingIsConfirmedIfTheTimeEndsBeforeTheRestOfThem) {
    most_turns_ = 4;
    seconds_ = kEnough;
    EXPECT_EQ(with(9000, {}, 3), Challenged::unfinished);
    EXPECT_EQ(turns_, "3201");
}

/// There is time to begin the fourth, but not to be patient.
TEST_F(Withstanding, NorIfItLeavesLittleForOneOfThem) {
    most_turns_ = 4;
    seconds_ = kEnough;
    then_ = 5200ms;
    EXPECT_EQ(with(20000, {}, 3), Challenged::unfinished);
    EXPECT_TRUE(turns_.starts_with("32014")) << turns_;
    then_ = 14s;
    EXPECT_EQ(with(20000, {}, 3), Challenged::withstood);
    ASSERT_TRUE(turns_.starts_with("32014")) << turns_;
    // patience leaves many dot-adds for the last one, or for the next guess
    EXPECT_LE(asked_at_[4], asked_at_[3] + 600);
    EXPECT_EQ(rivals_, 1);
}

/// What it chose for those guesses is in the record, which the next one agrees with.
TEST_F(Withstanding, WhatWasAskedAboutGuessesOfTheSameTreeIsNotAskedAgain) {
    most_turns_ = 1;
    seconds_ = kEnough;
    std::ignore = with(20000, {}, 3);
    EXPECT_EQ(turns_, "3");
    const std::uint64_t whole = asked_;
    const Recipe recipe = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    detected_[3] = {unfitted_tree(recipe), 5000};  // all
    std::ignore = with(20000, {}, 3);
    EXPECT_LT(asked_ + 3000, whole);
    detected_[3].asked = 2000;
    std::ignore = with(20000, {}, 3);
    EXPECT_LT(asked_ + 1800, whole);
    EXPECT_GT(asked_ + 2200, whole);
    detected_[3].tree = recipe;  // another one
    std::ignore = with(20000, {}, 3);
    EXPECT_GT(asked_ + 500, whole);
}

/// There are too few questions for all challenges, and few were asked about this guess.
TEST_F(Withstanding, AfterManyLateRefutationsNoneIsLeftOut) {
    const Recipe recipe = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    constexpr std::uint64_t few = 4800;
    seconds_ = kEnough;
    most_turns_ = 1;
    then_ = 8s;
    EXPECT_EQ(with(few, {}, 3, 1), Challenged::withstood);
    EXPECT_EQ(with(few, {}, 3, 2), Challenged::unfinished);
    EXPECT_EQ(turns_, "304");
    detected_[3] = {recipe, 1500, 1500};  // about another tree
    EXPECT_EQ(with(few, {}, 3, 2), Challenged::unfinished);
    detected_[3].tree = unfitted_tree(recipe);  // the record has as many as are enough
    EXPECT_EQ(with(few, {}, 3, 2), Challenged::withstood);
}

/// After patience, no time is left for N-detect, or too little. It is not missed if all of its questions were
/// asked about guesses of the same tree.
TEST_F(Withstanding, WhatWasAskedAboutTheSameTreeTakesNoTime) {
    const Recipe recipe = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    seconds_ = kEnough;
    most_turns_ = 3;
    for (const auto& [then, turns] : {std::pair{7000ms, "2014"}, std::pair{9000ms, "20143"}}) {
        then_ = then;
        detected_[3] = {recipe, 5000, 5000};  // about another tree
        EXPECT_EQ(with(20000, {}, 4), Challenged::unfinished);
        EXPECT_EQ(turns_, turns);
        detected_[3].tree = unfitted_tree(recipe);
        EXPECT_EQ(with(20000, {}, 4), Challenged::withstood);
        EXPECT_EQ(turns_, turns);
        ASSERT_GE(asked_at_.size(), 4U);
        EXPECT_GE(asked_ - asked_at_[2], 1000U);  // aimed at nothing
    }
}

/// The quick challenges were in vain for a guess of the same tree.
TEST_F(Withstanding, WhatAGuessOfTheSameTreePassedTakesLess) {
    const Spec spec = find_instruction("Volta", "HMMA.884.F32.F32").spec;
    const Recipe tree = unfitted_tree(expand(spec));
    ModelTarget target(spec, "the target");
    const IdentifySettings settings;
    Identification out;
    Inquiry inquiry{target, settings, out, {}, {}, target.asked()};
    inquiry.begin = inquiry.budget.now();
    inquiry.budget.end = inquiry.begin + kEnough;
    const auto aiming = [&] { return planned_challenge(2, tree, inquiry).effort.aiming; };
    const auto rows = [&] { return planned_challenge(1, tree, inquiry).effort.rows; };
    const auto whole = std::pair(aiming(), rows());
    for (const std::size_t number : {1U, 2U}) inquiry.passed.emplace(number, expand(spec));  // another tree
    EXPECT_EQ(std::pair(aiming(), rows()), whole);
    for (const std::size_t number : {1U, 2U}) inquiry.passed.at(number) = tree;
    EXPECT_LT(2 * aiming(), whole.first);
    EXPECT_LT(2 * rows(), whole.second);
}

TEST_F(Withstanding, WhatRefutedAGuessComesFirst) {
    most_turns_ = 2;
    std::ignore = with(20000);
    EXPECT_EQ(turns_, "01");
    EXPECT_EQ(unaimed_, 300U);
    std::ignore = with(20000, {}, 2);
    EXPECT_EQ(turns_, "20");
    EXPECT_EQ(unaimed_, 100U);  // fewer for a guess like one that was refuted late
    std::ignore = with(20000, {}, 3);
    EXPECT_EQ(turns_, "32");
    std::ignore = with(20000, {}, 5);
    EXPECT_EQ(turns_, "32");
}

/// Neighbours that are excluded easily are not worth patience.
TEST_F(Withstanding, PatienceComesSoonButNotFirst) {
    seconds_ = kEnough;
    most_turns_ = 3;
    then_ = 7s;
    EXPECT_EQ(with(20000, {}, 4), Challenged::unfinished);
    EXPECT_TRUE(turns_.starts_with("2014")) << turns_;
}

TEST_F(Withstanding, UnlessTheyMayNotBeAsked) {
    EXPECT_EQ(with(2500), Challenged::withstood);
    EXPECT_LE(asked_, 2500U);
}

}  // namespace
}  // namespace karat::probe
