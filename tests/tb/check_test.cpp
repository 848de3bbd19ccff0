// SPDX-License-Identifier: Apache-2.0
// The harness against designs written in C++: a correct one, and one for each fault.
#include "karat_tb/check/check.hpp"

#include <gtest/gtest.h>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/check/report.hpp"
#include "karat_tb/stimulus/stimulus.hpp"
#include "tb/fake_design.hpp"

namespace karat::test {
namespace {

struct Outcome {
    tb::CheckResult result;
    std::uint64_t tiles;
    std::uint64_t mismatches;
    std::string report;
};

Outcome check(Fault fault, std::uint32_t latency = 3, const char* instruction = "HMMA.1688.F32") {
    const DotAdd dot(find_instruction("Ampere", instruction).spec);
    FakeDesign design(dot, fault, latency);
    tb::CheckSettings settings;
    settings.count = 500;
    settings.patience = 200;
    // the fault at the last tile counts the tiles, so none may be lost in a reset
    if (fault == Fault::extra_at_end) settings.traffic = tb::read_traffic("no-reset");
    tb::Scoreboard board(dot, 2, 3, {.mismatches = 10});
    tb::Stimulus stimulus(dot.spec(), 2, 3, settings.seed);
    const auto result = tb::run_check(design, stimulus, board, settings);
    return {result, board.tiles(), board.mismatches(),
            tb::report({.result = result, .board = board, .vector_path = "out.vec", .seed = 1})};
}

TEST(Check, AGoodDesignPassesWhateverItsLatency) {
    for (const std::uint32_t latency : {0U, 1U, 7U, 100U}) {
        const Outcome out = check(Fault::none, latency);
        EXPECT_EQ(out.result.verdict, tb::Verdict::passed) << out.result.reason;
        EXPECT_EQ(out.tiles, 500U);
        EXPECT_EQ(out.mismatches, 0U);
        EXPECT_TRUE(out.report.starts_with("PASS"));
    }
}

TEST(Check, OneWrongBitInOneLaneIsCaughtAndNamed) {
    const Outcome out = check(Fault::one_bit);
    EXPECT_EQ(out.result.verdict, tb::Verdict::mismatched);
    EXPECT_NE(out.report.find("lane (1,1)"), std::string::npos) << out.report;
    EXPECT_NE(out.report.find("by lane  (1,1): 100\n"), std::string::npos) << out.report;
    EXPECT_NE(out.report.find("karat replay out.vec"), std::string::npos);
}

TEST(Check, SwappedLanesAreCaught) {
    EXPECT_EQ(check(Fault::swaps_lanes).result.verdict, tb::Verdict::mismatched);
}
TEST(Check, ReorderedTilesAreCaught) {
    EXPECT_EQ(check(Fault::reorders).result.verdict, tb::Verdict::mismatched);
}
TEST(Check, ADroppedTileIsCaught) {
    // the next answers are wrong, or the design is waited for until it is empty
    EXPECT_NE(check(Fault::drops_one).result.verdict, tb::Verdict::passed);
}
TEST(Check, ADoubledAnswerIsCaught) {
    EXPECT_NE(check(Fault::answers_twice).result.verdict, tb::Verdict::passed);
}

TEST(Check, ADesignThatStopsAnsweringIsGivenUp) {
    const Outcome out = check(Fault::never_answers);
    EXPECT_EQ(out.result.verdict, tb::Verdict::no_answer);
    EXPECT_LT(out.tiles, 20U);
    EXPECT_LT(out.result.cycles, 300U) << "tiles that are still accepted do not prolong the wait";
    EXPECT_NE(out.result.reason.find("not answered"), std::string::npos) << out.result.reason;
}
TEST(Check, ADesignThatIsNeverReadyIsGivenUp) {
    const Outcome out = check(Fault::never_ready);
    EXPECT_EQ(out.result.verdict, tb::Verdict::never_ready);
    EXPECT_EQ(out.tiles, 11U);
}
TEST(Check, AnAnswerNobodyAskedForIsCaught) {
    EXPECT_EQ(check(Fault::extra_at_end).result.verdict, tb::Verdict::too_many_answers);
}
TEST(Check, AResetThatLeavesTilesInTheUnitIsCaught) {
    EXPECT_NE(check(Fault::forgets_no_tile).result.verdict, tb::Verdict::passed);
}
TEST(Check, FinishIsAVerdict) { EXPECT_EQ(check(Fault::finishes).result.verdict, tb::Verdict::finished); }

TEST(Check, PortsThatDoNotFitAreRefused) {
    const DotAdd right(find_instruction("Ampere", "HMMA.1688.F32").spec);
    const DotAdd wrong_k(find_instruction("Hopper", "HMMA.16816.F32").spec);
    const DotAdd wrong_d(find_instruction("Ampere", "HMMA.1688.F16").spec);
    FakeDesign design(right, Fault::none, 1);
    for (const DotAdd* dot : {&wrong_k, &wrong_d}) {
        tb::Scoreboard board(*dot, 2, 3);
        tb::Stimulus stimulus(dot->spec(), 2, 3, 1);
        EXPECT_THROW((void)tb::run_check(design, stimulus, board, {}), Error);
    }
    EXPECT_THROW((void)tb::load_candidate("/does/not/exist.so"), Error);
}

TEST(Stimulus, TheSeedDecidesEverything) {
    const Spec spec = find_instruction("Hopper", "HMMA.16816.F32").spec;
    tb::Stimulus first(spec, 2, 2, 9);
    tb::Stimulus second(spec, 2, 2, 9);
    tb::Stimulus other(spec, 2, 2, 10);
    int differ = 0;
    for (int i = 0; i < 200; ++i) {
        const tb::Tile x = *first.next();
        const tb::Tile y = *second.next();
        ASSERT_EQ(x.a, y.a);
        ASSERT_EQ(x.b, y.b);
        ASSERT_EQ(x.c, y.c);
        differ += other.next()->a != x.a ? 1 : 0;
    }
    EXPECT_GT(differ, 150);
}

/// Each operand class produces what its name says. Tests the classes whose effect is easy to see in a trace.
TEST(Stimulus, ClassesDoWhatTheyAreNamedAfter) {
    const DotAdd dot(find_instruction("Hopper", "HMMA.16816.F32").spec);
    tb::Stimulus stimulus(dot.spec(), 1, 1, 3);
    std::vector<int> dropped(tb::kOperandClasses);
    std::vector<int> special(tb::kOperandClasses);
    std::vector<int> infinite(tb::kOperandClasses);
    std::vector<int> zero(tb::kOperandClasses);
    for (int i = 0; i < 3200; ++i) {
        const tb::Tile tile = *stimulus.next();
        Trace trace;
        const std::uint64_t d = dot.traced({tile.a, tile.b, {}, {}, tile.c[0]}, trace);
        const auto at = static_cast<std::size_t>(tile.operand_class);
        special[at] += trace.steps[0].is_special ? 1 : 0;
        infinite[at] += (d & 0x7fffffffU) == 0x7f800000U ? 1 : 0;
        zero[at] += (d & 0x7fffffffU) == 0 ? 1 : 0;
        for (const TraceAddend& addend : trace.steps[0].addends) {
            const int drop = addend.lsb - (addend.exponent - addend.fraction);
            if (addend.significand != 0 && drop > 0 &&
                (addend.significand & ((BigInt(1) << drop) - 1)) != 0) {
                ++dropped[at];
                break;
            }
        }
    }
    const auto of = [](const std::vector<int>& counts, tb::OperandClass c) {
        return counts[static_cast<std::size_t>(c)];
    };
    EXPECT_GT(of(dropped, tb::OperandClass::shift_around_f), 100);
    EXPECT_GT(of(dropped, tb::OperandClass::dropped_bits), 60);
    EXPECT_GT(of(special, tb::OperandClass::one_special), 150);
    EXPECT_GT(of(special, tb::OperandClass::special_pair), 180);
    EXPECT_EQ(of(special, tb::OperandClass::near_one), 0);
    EXPECT_GT(of(zero, tb::OperandClass::cancel_many) + of(zero, tb::OperandClass::zeros), 5);
}

}  // namespace
}  // namespace karat::test
