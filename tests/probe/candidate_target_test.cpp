// SPDX-License-Identifier: Apache-2.0
// Designs as targets: which lane answers what, and designs that break the protocol.
#include "karat_probe/target/candidate_target.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "../tb/fake_design.hpp"
#include "karat_probe/target/model_target.hpp"
#include "karat_probe/target/steadiness.hpp"
#include "scripts.hpp"

namespace karat::probe {
namespace {

using test::Fault;

Spec small_spec() {
    Spec spec;
    spec.k = 4;
    spec.F = {23};
    return spec;
}

/// A 2 x 3 design whose answers are changed on their way out.
class Changed final : public tb::Candidate {
   public:
    using Change = std::function<void(karat_candidate_cycle&)>;
    Changed(std::unique_ptr<tb::Candidate> inner, Change change)
        : inner_(std::move(inner)), change_(std::move(change)) {}
    [[nodiscard]] const karat_candidate_ports& ports() const override { return inner_->ports(); }
    void cycle(karat_candidate_cycle& io) override {
        inner_->cycle(io);
        ++cycles_;
        if (io.valid_out != 0) change_(io);
    }

    [[nodiscard]] std::uint64_t cycles() const { return cycles_; }

   private:
    std::uint64_t cycles_ = 0;
    std::unique_ptr<tb::Candidate> inner_;
    Change change_;
};

class CandidateTarget : public ::testing::Test {
   protected:
    std::unique_ptr<Target> design(Fault fault = Fault::none, std::uint32_t latency = 3) {
        return drive(std::make_unique<test::FakeDesign>(dot_, fault, latency));
    }
    std::unique_ptr<Target> changed(Changed::Change change) {
        return drive(std::make_unique<Changed>(std::make_unique<test::FakeDesign>(dot_, Fault::none, 3U),
                                               std::move(change)));
    }
    std::unique_ptr<Target> drive(std::unique_ptr<tb::Candidate> candidate) {
        return drive_candidate(std::move(candidate), "design", dot_.operands(), {.patience = 100});
    }
    std::vector<VectorRow> questions(std::size_t count) { return test::questions_of(dot_.operands(), count); }
    std::string failure(Target& target) {
        const std::string sentence = test::target_error([&] { (void)target(questions(200)); });
        EXPECT_EQ(test::target_error([&] { (void)target(questions(1)[0]); }), sentence);
        return sentence;
    }

    DotAdd dot_{small_spec()};
    ModelTarget model_{small_spec(), "model"};
};

TEST_F(CandidateTarget, AnswersLikeTheModel) {
    for (const std::uint32_t latency : {0U, 1U, 7U}) {
        const auto target = design(Fault::none, latency);
        EXPECT_EQ(target->lanes(), 6U);
        for (const std::size_t count : {1U, 2U, 3U, 101U})
            EXPECT_EQ((*target)(questions(count)), model_(questions(count))) << count;
    }
}

TEST_F(CandidateTarget, EveryLaneCanBeAsked) {
    const auto target = design();
    for (std::size_t lane = 0; lane < 6; ++lane) {
        target->use_lane(lane);
        EXPECT_EQ((*target)(questions(9)), model_(questions(9))) << lane;
    }
    target->use_lane({});
    EXPECT_EQ((*target)(questions(9)), model_(questions(9)));
    // one lane is wrong: exactly the answers of that lane are
    const auto wrong = changed([](karat_candidate_cycle& io) { io.d[5] ^= 1; });
    for (std::size_t lane = 0; lane < 6; ++lane) {
        wrong->use_lane(lane);
        EXPECT_EQ((*wrong)(questions(9)) == model_(questions(9)), lane != 5) << lane;
    }
}

TEST_F(CandidateTarget, ThatBreaksTheProtocol) {
    EXPECT_SAYS(failure(*design(Fault::never_ready)),
                "design: a question was offered, but ready_o stayed low for 100 cycles");
    EXPECT_SAYS(failure(*design(Fault::never_answers)), "accepted but not answered for 100 cycles");
    EXPECT_SAYS(failure(*design(Fault::drops_one)), "accepted but not answered for 100 cycles");
    EXPECT_SAYS(failure(*design(Fault::answers_twice)), "another answer after all questions were answered");
    EXPECT_SAYS(failure(*design(Fault::finishes)), "the design executed $finish");
}

TEST_F(CandidateTarget, PatienceIsInCycles) {
    auto watched = std::make_unique<Changed>(std::make_unique<test::FakeDesign>(dot_, Fault::never_ready, 3U),
                                             [](karat_candidate_cycle&) {});
    const Changed& design = *watched;
    const auto target = drive(std::move(watched));
    (void)(*target)(questions(20));  // ten tiles
    const std::uint64_t before = design.cycles();
    EXPECT_SAYS(failure(*target), "ready_o stayed low");
    EXPECT_GE(design.cycles() - before, 100U);
    EXPECT_LE(design.cycles() - before, 150U);
}

TEST_F(CandidateTarget, ThatAnswersUnknownBits) {
    bool unknown = true;
    const auto target = changed([&](karat_candidate_cycle& io) { io.d_unknown[4] = unknown ? 0x80 : 0; });
    EXPECT_SAYS(test::target_error([&] { (void)(*target)(questions(4)); }),
                "design: lane (1, 1) of d_o has unknown (X or Z) bits");
    // it goes on answering, and only the answers of this lane are not known
    const auto answers = target->known(questions(4));
    EXPECT_EQ(target->unknown(), 0U);
    const std::vector<std::uint64_t> right = model_(questions(4));
    EXPECT_EQ(answers, std::vector<std::optional<std::uint64_t>>(right.begin(), right.end()));
    target->use_lane(4);
    EXPECT_EQ(target->known(questions(1)[0]), std::nullopt);
    EXPECT_EQ(target->unknown(), 1U);
    unknown = false;
    EXPECT_EQ((*target)(questions(1)), model_(questions(1)));
}

TEST_F(CandidateTarget, WhosePortsDoNotFit) {
    OperandRules formats = dot_.operands();
    formats.k = 8;
    const auto open = [&](const CandidateSettings& settings) {
        return test::target_error([&] {
            (void)drive_candidate(std::make_unique<test::FakeDesign>(dot_, Fault::none, 3U), "design",
                                  formats, settings);
        });
    };
    EXPECT_SAYS(open({}), "design: the candidate's port a_i has up to 128 bits");
    EXPECT_SAYS(open({.rows = 2, .columns = 2}), "the candidate has 2x3 lanes, not 2x2");
}

TEST_F(CandidateTarget, LanesAndNeighboursAreFoundOut) {
    const auto seen = [&](const std::unique_ptr<Target>& target) {
        return check_steadiness(*target, {.answers = 500, .questions = 60});
    };
    EXPECT_TRUE(seen(design()).steady()) << seen(design()).text();

    const Steadiness lane = seen(changed([](karat_candidate_cycle& io) { io.d[5] ^= 1; }));
    EXPECT_EQ(lane.of(Influence::repetition).changed, 0U);
    EXPECT_EQ(lane.of(Influence::order).changed, 0U) << "lane 5 is not on the diagonal";
    ASSERT_GT(lane.of(Influence::lane).changed, 0U);
    EXPECT_EQ(lane.of(Influence::lane).first->lane, 5U);
    EXPECT_EQ(lane.of(Influence::lane).first->usual ^ lane.of(Influence::lane).first->other, 1U);
    EXPECT_SAYS(lane.text(), "answers changed in other lanes");

    // lane 0 takes a bit of lane 4
    const Steadiness neighbours =
        seen(changed([](karat_candidate_cycle& io) { io.d[0] ^= io.d[4] >> 30 & 1; }));
    EXPECT_EQ(neighbours.of(Influence::repetition).changed, 0U);
    EXPECT_GT(neighbours.of(Influence::order).changed, 0U);
    EXPECT_GT(neighbours.of(Influence::neighbours).changed, 0U);
}

}  // namespace
}  // namespace karat::probe
