// SPDX-License-Identifier: Apache-2.0
// The harness against designs made of C++: a good one, and one for each way to be bad.
#include "karat_tb/check.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "karat/error.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/report.hpp"
#include "karat_tb/stimulus.hpp"
#include "karat_tb/tile_ports.hpp"

namespace karat::test {
namespace {

enum class Fault { none, never_ready, never_answers, answers_twice, drops_one, swaps_lanes, reorders, finishes, one_bit, extra_at_end };

/// Answers with the model, `latency` cycles later, one fault from tile 10 on.
class FakeDesign final : public tb::Candidate {
   public:
    FakeDesign(const DotAdd& dot, Fault fault, std::uint32_t latency)
        : dot_(dot), shape_(dot.spec(), 2, 3), fault_(fault), latency_(latency) {
        const auto bytes = [](std::size_t elements, std::uint32_t width) {
            return static_cast<std::uint32_t>((elements * width + 31) / 32 * 4);
        };
        ports_ = {KARAT_CANDIDATE_ABI,
                  2,
                  3,
                  bytes(2 * shape_.k, shape_.aw),
                  bytes(3 * shape_.k, shape_.bw),
                  bytes(6, shape_.cw),
                  bytes(6, shape_.dw),
                  0,
                  0,
                  0};
    }
    [[nodiscard]] const karat_candidate_ports& ports() const override { return ports_; }

    void cycle(karat_candidate_cycle& io) override {
        if (io.rst_n == 0) return;
        ++now_;
        io.finished = fault_ == Fault::finishes && accepted_ > 10 ? 1 : 0;
        io.valid_out = !answers_.empty() && answers_.front().first <= now_ ? 1 : 0;
        if (fault_ == Fault::never_answers && accepted_ > 10) io.valid_out = 0;
        if (io.valid_out != 0) {
            tb::PortWords port = tb::make_port(6, shape_.dw);
            for (std::size_t j = 0; j < 6; ++j) tb::put_element(port, j, shape_.dw, answers_.front().second[j]);
            std::copy(port.begin(), port.end(), io.d);
            if (io.ready_in != 0) answers_.pop_front();
        }
        io.ready_out = answers_.size() < 4 && !(fault_ == Fault::never_ready && accepted_ > 10) ? 1 : 0;
        if (io.valid_in != 0 && io.ready_out != 0) accept(io);
    }

   private:
    void accept(const karat_candidate_cycle& io) {
        ++accepted_;
        const std::size_t k = shape_.k;
        const auto read = [](const std::uint32_t* words, std::size_t count, std::uint32_t width) {
            const tb::PortWords port(words, words + count * width / 32 + 1);
            std::vector<std::uint64_t> out(count);
            for (std::size_t i = 0; i < count; ++i) out[i] = tb::get_element(port, i, width);
            return out;
        };
        const auto a = read(io.a, 2 * k, shape_.aw);
        const auto b = read(io.b, 3 * k, shape_.bw);
        const auto c = read(io.c, 6, shape_.cw);
        std::vector<std::uint64_t> d;
        for (std::size_t m = 0; m < 2; ++m) {
            for (std::size_t n = 0; n < 3; ++n) {
                d.push_back(dot_({std::span(a).subspan(m * k, k), std::span(b).subspan(n * k, k), {}, {}, c[m * 3 + n]}));
            }
        }
        const bool now = accepted_ >= 10;
        if (fault_ == Fault::one_bit && now) d[4] ^= 1;
        if (fault_ == Fault::swaps_lanes && now) std::swap(d[1], d[2]);
        if (fault_ == Fault::drops_one && accepted_ == 10) return;
        answers_.emplace_back(now_ + latency_, d);
        if (fault_ == Fault::answers_twice && accepted_ == 10) answers_.emplace_back(now_ + latency_, d);
        if (fault_ == Fault::extra_at_end && accepted_ == 500) answers_.emplace_back(now_ + latency_ + 20, d);
        if (fault_ == Fault::reorders && now && answers_.size() > 1)
            std::swap(answers_[answers_.size() - 1].second, answers_[answers_.size() - 2].second);
    }

    const DotAdd& dot_;
    tb::TileShape shape_;
    Fault fault_;
    std::uint64_t latency_;
    karat_candidate_ports ports_{};
    std::deque<std::pair<std::uint64_t, std::vector<std::uint64_t>>> answers_;
    std::uint64_t now_ = 0;
    std::uint64_t accepted_ = 0;
};

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
    tb::Scoreboard board(dot, 2, 3, {.mismatches = 10});
    tb::Stimulus stimulus(dot.spec(), 2, 3, settings.seed);
    const auto result = tb::run_check(design, stimulus, board, settings);
    return {result, board.tiles(), board.mismatches(), tb::report({.result = result, .board = board, .vector_path = "out.vec", .seed = 1})};
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

TEST(Check, SwappedLanesAreCaught) { EXPECT_EQ(check(Fault::swaps_lanes).result.verdict, tb::Verdict::mismatched); }
TEST(Check, ReorderedTilesAreCaught) { EXPECT_EQ(check(Fault::reorders).result.verdict, tb::Verdict::mismatched); }
TEST(Check, ADroppedTileIsCaught) { EXPECT_EQ(check(Fault::drops_one).result.verdict, tb::Verdict::mismatched); }
TEST(Check, ADoubledAnswerIsCaught) { EXPECT_NE(check(Fault::answers_twice).result.verdict, tb::Verdict::passed); }

TEST(Check, ADesignThatStopsAnsweringIsGivenUp) {
    const Outcome out = check(Fault::never_answers);
    EXPECT_EQ(out.result.verdict, tb::Verdict::no_answer);
    EXPECT_LT(out.tiles, 20U);
    EXPECT_NE(out.result.reason.find("not answered"), std::string::npos) << out.result.reason;
}
TEST(Check, ADesignThatIsNeverReadyIsGivenUp) {
    const Outcome out = check(Fault::never_ready);
    EXPECT_EQ(out.result.verdict, tb::Verdict::never_ready);
    EXPECT_EQ(out.tiles, 11U);
}
TEST(Check, AnAnswerNobodyAskedForIsCaught) { EXPECT_EQ(check(Fault::extra_at_end).result.verdict, tb::Verdict::too_many_answers); }
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

/// Each class provokes what it is named after (a few that are easy to see in a trace).
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
            if (addend.significand != 0 && drop > 0 && (addend.significand & ((BigInt(1) << drop) - 1)) != 0) {
                ++dropped[at];
                break;
            }
        }
    }
    const auto of = [](const std::vector<int>& counts, tb::OperandClass c) { return counts[static_cast<std::size_t>(c)]; };
    EXPECT_GT(of(dropped, tb::OperandClass::shift_around_f), 100);
    EXPECT_GT(of(dropped, tb::OperandClass::dropped_bits), 60);
    EXPECT_GT(of(special, tb::OperandClass::one_special), 150);
    EXPECT_GT(of(special, tb::OperandClass::special_pair), 180);
    EXPECT_EQ(of(special, tb::OperandClass::near_one), 0);
    EXPECT_GT(of(zero, tb::OperandClass::cancel_many) + of(zero, tb::OperandClass::zeros), 5);
}

}  // namespace
}  // namespace karat::test
