// SPDX-License-Identifier: Apache-2.0
// A part of the answers tells which changes of a guess are worth taking.
#include "karat_probe/identify/search/sample.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "karat_probe/identify/attributes/attributes.hpp"
#include "probe/answers.hpp"
#include "recipe/recipe_maker.hpp"

namespace karat::probe {
namespace {

constexpr double kNoLimit = 1e9;

/// How the changes of random recipes were judged.
struct Judged {
    int better = 0, rejected = 0, worse = 0;
    std::uint64_t evaluations = 0, whole = 0;
};

/// A few attributes of each recipe have a wrong value. Judges every other value of every attribute.
class Judging : public testing::Test {
   protected:
    void SetUp() override {
        constexpr int recipes = 12;
        test::RecipeMaker maker(3);
        for (int i = 0; i < recipes; ++i) {
            const Recipe right = maker.make();
            const Recipe wrong = changed(changed(changed(right)));
            if (evaluator_of(wrong)) judge(wrong, answers_of(right));
        }
    }
    Judged judged_;

   private:
    /// With another value of one attribute.
    Recipe changed(const Recipe& recipe) {
        const std::vector<Attribute> all = attributes_of(recipe);
        std::vector<Recipe> values;
        while (values.empty())
            all[random_.below(all.size())].each_value(
                recipe, [&](Recipe value) { values.push_back(std::move(value)); });
        return values[random_.below(values.size())];
    }
    void judge(const Recipe& wrong, const Record& record) {
        const Evaluator state = Evaluator::without_bounds(wrong);
        Sample sample({wrong}, record, {});
        const double loss = sample.sort_by(state, nullptr);
        for (const Attribute& each : attributes_of(wrong)) {
            each.each_value(wrong, [&](const Recipe& value) {
                const auto other = evaluator_of(value);
                if (other) compare(sample, loss, {state, *other});
            });
        }
    }
    void compare(Sample& sample, double limit, const Continued& recipe) {
        Budget whole = seconds(60);
        Budget limited = seconds(60);
        const double exact = sample.loss_up_to(kNoLimit, recipe, whole);
        const double judged = sample.loss_up_to(limit, recipe, limited);
        judged_.whole += whole.evaluations;
        judged_.evaluations += limited.evaluations;
        if (judged < limit - kSlack) {
            EXPECT_NEAR(judged, exact, kSlack);
        }
        if (exact >= limit - kSlack) return static_cast<void>(++judged_.worse);
        ++judged_.better;
        judged_.rejected += judged >= limit ? 1 : 0;
    }

    tb::Random random_{1};
};

TEST_F(Judging, RejectsFewOfTheChangesThatMendByFewAnswers) {
    EXPECT_GT(judged_.better, 500);
    EXPECT_GT(judged_.worse, 500);
    EXPECT_LE(50 * judged_.rejected, judged_.better) << judged_.rejected << " of " << judged_.better;
    const auto [evaluations, whole] = std::pair{judged_.evaluations, judged_.whole};
    EXPECT_LT(100 * evaluations, 27 * whole) << evaluations << " of " << whole;
}

}  // namespace
}  // namespace karat::probe
