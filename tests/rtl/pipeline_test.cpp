// SPDX-License-Identifier: Apache-2.0
// The elastic pipeline of a whole tile: the documented latency, a throughput of one tile per cycle, and
// ready_o driven by a register.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "karat_tb/check/candidate.hpp"
#include "karat_tb/check/tile_ports.hpp"
#include "karat_tb/rtl/rtl_build.hpp"

namespace karat::tb {
namespace {

/// Tile t has a = b = 0 and c = the fp32 encoding of 1 plus t. All designs in this test output c unchanged,
/// so an output identifies its tile.
class Pipeline {
   public:
    Pipeline(const Spec& spec, int stages)
        : candidate_(load_candidate(
              build_candidate({.m = 1, .n = 1, .stages = stages, .spec = spec}, false, nullptr))),
          shape_(spec, 1, 1),
          ports_(shape_) {
        ports_.connect(io_);
        for (int i = 0; i < 4; ++i) candidate_->cycle(io_);
        io_.rst_n = 1;
    }

    struct Seen {
        bool accepted, answered;
        std::uint64_t d;
    };
    /// Runs one cycle. Offers tile `tile` unless it is 0; `take` is the value of ready_i.
    Seen cycle(std::uint64_t tile, bool take) {
        io_.valid_in = tile != 0 ? 1 : 0;
        io_.ready_in = take ? 1 : 0;
        put_element(ports_.c, 0, 32, kOne + tile);
        candidate_->cycle(io_);
        return {tile != 0 && io_.ready_out != 0, io_.valid_out != 0, get_element(ports_.d, 0, 32) - kOne};
    }

   private:
    static constexpr std::uint64_t kOne = 0x3f800000;
    std::unique_ptr<Candidate> candidate_;
    TileShape shape_;
    TilePorts ports_;
    karat_candidate_cycle io_{};
};

struct Case {
    const char* name;
    int terms;  ///< 2: one operation; 1: a chain of two operations
    bool late;  ///< c is added at the end
    int stages;
    [[nodiscard]] std::uint64_t latency() const { return static_cast<std::uint64_t>(stages); }
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

class PipelineTest : public testing::TestWithParam<Case> {
   protected:
    void SetUp() override {
        if (std::system("verilator --version >/dev/null 2>&1") != 0)
            GTEST_SKIP() << "verilator cannot be started";
        ::setenv("KARAT_CACHE", (std::filesystem::current_path() / "cache").c_str(), 0);
    }
    [[nodiscard]] static Pipeline make() {
        Spec spec;
        spec.k = 2;
        spec.terms = GetParam().terms;
        if (GetParam().late) spec.c_place = CPlace::late;
        return {spec, GetParam().stages};
    }
};

TEST_P(PipelineTest, TakesAndAnswersOneTileACycleAfterItsLatency) {
    Pipeline unit = make();
    for (std::uint64_t t = 1; t <= 100; ++t) {
        const auto seen = unit.cycle(t, true);
        ASSERT_TRUE(seen.accepted) << t;
        ASSERT_EQ(seen.answered, t > GetParam().latency()) << t;
        if (seen.answered) {
            ASSERT_EQ(seen.d, t - GetParam().latency());
        }
    }
    for (std::uint64_t t = 101; t <= 100 + GetParam().latency(); ++t)
        ASSERT_EQ(unit.cycle(0, true).d, t - GetParam().latency());
    ASSERT_FALSE(unit.cycle(0, true).answered);
}

/// A stalled design accepts two tiles for each register. When the receiver becomes ready again, the stages
/// become ready one after the other, because with at least one register there is no combinational path from
/// ready_i to ready_o. The outputs come without gaps.
TEST_P(PipelineTest, IsReadyAsManyCyclesAfterItsReceiverAsItHasRegisters) {
    Pipeline unit = make();
    std::uint64_t accepted = 0;
    for (int i = 0; i < 50; ++i) accepted += unit.cycle(accepted + 1, false).accepted ? 1 : 0;
    ASSERT_EQ(accepted, 2 * GetParam().latency());
    for (std::uint64_t t = 1; t <= 100; ++t) {
        const auto seen = unit.cycle(accepted + 1, true);
        ASSERT_EQ(seen.accepted, t > GetParam().latency()) << t;
        accepted += seen.accepted ? 1 : 0;
        ASSERT_TRUE(seen.answered) << t;
        ASSERT_EQ(seen.d, t);
    }
}

INSTANTIATE_TEST_SUITE_P(Stages, PipelineTest,
                         testing::Values(Case{"combinational", 2, false, 0}, Case{"one", 2, false, 1},
                                         Case{"four", 2, false, 4}, Case{"chain", 1, false, 4},
                                         Case{"chain_and_late_c", 1, true, 7}),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace karat::tb
