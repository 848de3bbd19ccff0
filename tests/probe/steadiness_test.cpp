// SPDX-License-Identifier: Apache-2.0
// Noisy and stateful black boxes, and how sure one can be to notice them.
#include "karat_probe/target/steadiness.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "karat_probe/target/model_target.hpp"
#include "scripts.hpp"

namespace karat::probe {
namespace {

/// Answers with c, changed by a function of the number of answers so far and of the question's call.
class Odd final : public Target {
   public:
    struct Place {
        std::uint64_t count;        ///< answers before
        std::size_t at, size;       ///< in the call
        const VectorRow* previous;  ///< question; null for the first of all
        std::optional<std::size_t> lane;
    };
    using Fault = std::function<std::uint64_t(std::uint64_t, const Place&)>;
    explicit Odd(Fault fault, std::size_t lanes = 1) : fault_(std::move(fault)), lanes_(lanes) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] const OperandRules& formats() const override { return formats_; }
    [[nodiscard]] std::size_t lanes() const override { return lanes_; }
    void use_lane(std::optional<std::size_t> lane) override { lane_ = lane; }

   private:
    [[nodiscard]] std::vector<std::uint64_t> answers(std::span<const VectorRow> questions) override {
        std::vector<std::uint64_t> out;
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const VectorRow* const previous = count_ == 0 ? nullptr : &last_;
            out.push_back(fault_(questions[i].c, {count_++, i, questions.size(), previous, lane_}));
            last_ = questions[i];
        }
        return out;
    }

    Fault fault_;
    std::size_t lanes_;
    std::string name_ = "odd";
    OperandRules formats_ = test::small_formats();
    std::optional<std::size_t> lane_;
    std::uint64_t count_ = 0;
    VectorRow last_;
};

Steadiness check(const Odd::Fault& fault, const SteadinessEffort& effort = {.answers = 5000},
                 std::size_t lanes = 1) {
    Odd target(fault, lanes);
    const Steadiness out = check_steadiness(target, effort);
    EXPECT_EQ(out.answers, target.asked());
    EXPECT_GE(out.answers, effort.answers);
    return out;
}

/// Only `influences` were seen to change answers.
void expect_changes(const Steadiness& seen, const std::vector<Influence>& influences) {
    for (std::size_t i = 0; i < kInfluences; ++i) {
        const auto influence = static_cast<Influence>(i);
        EXPECT_EQ(seen.of(influence).changed != 0, std::ranges::count(influences, influence) != 0)
            << name_of(influence) << ": " << seen.text();
        EXPECT_EQ(seen.of(influence).changed != 0, seen.of(influence).first.has_value());
    }
}

TEST(Steadiness, AFunctionIsSteady) {
    ModelTarget target(exact_spec(test::small_formats()), "exact");
    const Steadiness seen = check_steadiness(target, {.answers = 5000});
    expect_changes(seen, {});
    for (const Influence influence :
         {Influence::repetition, Influence::batch, Influence::order, Influence::neighbours})
        EXPECT_GT(seen.of(influence).compared, 200U) << name_of(influence);
    EXPECT_EQ(seen.of(Influence::lane).compared, 0U);
    EXPECT_TRUE(seen.text().starts_with("steady: ")) << seen.text();
}

TEST(Steadiness, WhatEachInfluenceIs) {
    // the last question of a call, unless the call has all of them
    expect_changes(check([](std::uint64_t d, const Odd::Place& at) {
                       return d ^ (at.at + 1 == at.size && at.size < 256 ? 1U : 0U);
                   }),
                   {Influence::batch});
    // the parity of the previous c
    expect_changes(check([](std::uint64_t d, const Odd::Place& at) {
                       return d ^ (at.at != 0 && at.previous->c % 2 == 1 ? 1U : 0U);
                   }),
                   {Influence::batch, Influence::order, Influence::neighbours});
    // a NaN before it
    expect_changes(
        check([](std::uint64_t d, const Odd::Place& at) {
            return d ^ (at.at != 0 && at.previous->a == std::vector<std::uint64_t>(2, 0x7e00) ? 1U : 0U);
        }),
        {Influence::neighbours});
    expect_changes(check([](std::uint64_t d, const Odd::Place& at) { return d ^ (at.lane == 2 ? 1U : 0U); },
                         {.answers = 5000}, 4),
                   {Influence::lane});
}

TEST(Steadiness, StateThatNothingResets) {
    // a counter of the answers is seen whatever is asked; what else changes with it is up to chance
    const Steadiness seen =
        check([](std::uint64_t d, const Odd::Place& at) { return d ^ (at.count % 1000 == 999 ? 4U : 0U); });
    ASSERT_GT(seen.of(Influence::repetition).changed, 0U);
    const ChangedAnswer& first = *seen.of(Influence::repetition).first;
    EXPECT_EQ(first.usual ^ first.other, 4U);
    EXPECT_TRUE(first.usual == first.question.c || first.other == first.question.c);
    EXPECT_SAYS(seen.text(), "answers changed when questions are repeated; for example a ");
}

TEST(Steadiness, OneLieDoesNotBecomeTheUsualAnswer) {
    for (const std::uint64_t lie : {0U, 256U, 512U}) {  // of the same question, in the first three passes
        const Steadiness seen =
            check([&](std::uint64_t d, const Odd::Place& at) { return d ^ (at.count == lie ? 1U : 0U); });
        expect_changes(seen, {Influence::repetition});
        EXPECT_EQ(seen.of(Influence::repetition).changed, lie == 256 ? 2U : 1U);
        EXPECT_EQ(seen.of(Influence::order).compared % 256, 0U) << "the question has a usual answer";
    }
}

/// Lies once in 10^5 answers, at random, in a bit that looks like a rounding.
Odd::Fault liar(std::uint64_t seed) {
    return [random = tb::Random(seed)](std::uint64_t d, const Odd::Place& /*at*/) mutable {
        return d ^ (random.one_in(100000) ? 1U : 0U);
    };
}

TEST(Steadiness, OneLieInHundredThousandIsFoundWithEnoughRepetitions) {
    const std::uint64_t enough = answers_needed(1e-5, 0.9999);
    EXPECT_EQ(enough, 921030U);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Steadiness seen = check(liar(seed), {.answers = enough, .seed = seed});
        EXPECT_GT(seen.of(Influence::repetition).changed, 0U);
        for (const Influence influence : {Influence::batch, Influence::order, Influence::neighbours})
            EXPECT_EQ(seen.of(influence).changed, 0U) << "noise is not mistaken for an influence";
    }
}

TEST(Steadiness, TheBoundIsTheRateOfMisses) {
    // with 20,000 answers such a liar stays unnoticed in 82 of 100 trials; four standard deviations are 6
    std::uint64_t missed = 0;
    double expected = 0;
    constexpr std::uint64_t trials = 600;
    for (std::uint64_t seed = 0; seed < trials; ++seed) {
        const Steadiness seen = check(liar(seed + 100), {.answers = 20000, .questions = 64, .seed = 1});
        missed += seen.steady() ? 1 : 0;
        expected += seen.unnoticed(1e-5);
    }
    EXPECT_NEAR(expected / trials, 0.82, 0.01);
    EXPECT_NEAR(static_cast<double>(missed) / trials, expected / trials, 0.063);
}

TEST(Steadiness, ALieThatIsAFunctionCannotBeSeen) {
    // the same wrong answer whenever the operands are the same: comparing with a model finds it, this cannot
    EXPECT_TRUE(
        check([](std::uint64_t d, const Odd::Place& /*at*/) { return d % 7 == 0 ? d ^ 1U : d; }).steady());
}

}  // namespace
}  // namespace karat::probe
