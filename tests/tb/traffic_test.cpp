// SPDX-License-Identifier: Apache-2.0
// The traffic and the protocol coverage of designs that only count tiles.
#include "karat_tb/check/traffic.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "karat/error.hpp"
#include "tb/queue_design.hpp"

namespace karat::test {
namespace {

TEST(Traffic, EveryTileThatCountsIsAnsweredAndOthersAreLostInResets) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Outcome seen = run({}, 1000, "all", seed);
        EXPECT_EQ(seen.tiles, 1000U);
        EXPECT_EQ(seen.answers, 1000U);
        EXPECT_GT(seen.resets, 4U);
        EXPECT_GT(seen.lost, 4U);
    }
}

TEST(Traffic, TheSeedDecidesIt) {
    EXPECT_EQ(run({}, 500, "all", 3).offers, run({}, 500, "all", 3).offers);
    EXPECT_NE(run({}, 500, "all", 3).offers, run({}, 500, "all", 4).offers);
}

TEST(Traffic, ALongRunCostsLittleMoreThanItsTiles) {
    EXPECT_LT(run({.depth = 8}, 100000).cycles, 125000U);
    EXPECT_EQ(run({.depth = 8}, 100000, "full").cycles, 100000U + 3 + 1);
    const std::uint64_t pauses = run({.depth = 8}, 100000, "pauses").cycles;
    EXPECT_GT(pauses, 114000U);  // 8/7
    EXPECT_LT(pauses, 121000U);
}

TEST(Traffic, EveryKindAloneComesToAnEnd) {
    for (const tb::Segment& one : tb::segments())
        for (const std::size_t depth : {0U, 1U, 4U, 100U})
            EXPECT_EQ(run({.depth = depth}, 300, std::string(one.name)).answers, 300U) << one.name;
}

TEST(Traffic, NamesAreReadAndRefused) {
    EXPECT_EQ(tb::read_traffic("all"), tb::all_traffic());
    EXPECT_EQ(tb::read_traffic("full,reset").count(), 2U);
    EXPECT_EQ(tb::read_traffic("no-reset").count(), tb::kTrafficKinds - 1);
    EXPECT_FALSE(tb::read_traffic("all,no-reset").test(static_cast<std::size_t>(tb::TrafficKind::reset)));
    EXPECT_THROW((void)tb::read_traffic("fulll"), Error);
    EXPECT_THROW((void)tb::read_traffic("full,no-full"), Error);
}

const Names kOneAtATime{"accept/back_to_back", "answer/back_to_back"};

TEST(ProtocolCoverage, IsClosedForADesignThatHoldsTiles) {
    for (const std::size_t depth : {1U, 2U, 5U, 16U}) {
        const Outcome seen = run({.depth = depth, .latency = depth}, 20000);
        EXPECT_EQ(seen.coverage.deepest(), depth);
        EXPECT_EQ(holes(seen.coverage), Names{}) << depth;
        EXPECT_EQ(seen.coverage.percentage(), 100) << depth;
        EXPECT_EQ(excluded(seen.coverage), depth == 1 ? kOneAtATime : Names{}) << depth;
    }
}

/// One tile at a time: nothing follows back to back. Nothing in flight: no bins for numbers of tiles.
TEST(ProtocolCoverage, ExcludesWhatADesignCannotReach) {
    const Outcome slow = run({.depth = 1, .latency = 9}, 5000);
    EXPECT_EQ(holes(slow.coverage), Names{});
    EXPECT_EQ(excluded(slow.coverage), kOneAtATime);
    const Outcome combinational = run({.depth = 0}, 5000);
    EXPECT_EQ(holes(combinational.coverage), Names{});
    EXPECT_EQ(combinational.coverage.deepest(), 0U);
    EXPECT_EQ(excluded(combinational.coverage), Names{"drain"});
}

TEST(ProtocolCoverage, ADesignThatMovesOnlyWithReadyIsClosedToo) {
    const Outcome seen = run({.depth = 4, .latency = 3, .frozen_by_ready = true}, 20000);
    EXPECT_EQ(holes(seen.coverage), Names{});
}

TEST(ProtocolCoverage, KindsThatAreLeftOutExcludeTheirBins) {
    const Outcome seen = run({}, 20000, "no-reset");
    EXPECT_EQ(seen.resets, 0U);
    EXPECT_EQ(holes(seen.coverage), Names{});
    for (const std::string& name : excluded(seen.coverage)) EXPECT_TRUE(name.starts_with("reset/")) << name;
    EXPECT_EQ(excluded(seen.coverage).size(), 3U + 4U);
}

/// All kinds, each alone, each left out.
std::vector<std::string> plain_regimes() {
    std::vector<std::string> out{"all"};
    for (const tb::Segment& one : tb::segments()) {
        out.emplace_back(one.name);
        out.push_back("no-" + std::string(one.name));
    }
    return out;
}

std::vector<std::string> random_regimes() {
    std::vector<std::string> out;
    tb::Random random(7);
    for (int i = 0; i < 30; ++i) {
        std::string kinds;
        for (const tb::Segment& one : tb::segments())
            if (random.below(3) == 0) kinds += (kinds.empty() ? "" : ",") + std::string(one.name);
        if (!kinds.empty()) out.push_back(kinds);
    }
    return out;
}

void expect_closed(const std::vector<std::string>& regimes, const std::vector<Queue>& designs) {
    for (const std::string& kinds : regimes) {
        for (const Queue& design : designs) {
            EXPECT_EQ(holes(run(design, 30000, kinds).coverage), Names{})
                << kinds << ", depth " << design.depth << ", latency " << design.latency;
        }
    }
}

TEST(ProtocolCoverage, EveryRegimeIsClosedForEveryDesign) {
    const std::vector<Queue> designs{{.depth = 0},
                                     {.depth = 1, .latency = 9},
                                     {.depth = 2, .latency = 3, .interval = 3},
                                     {.depth = 4},
                                     {.depth = 4, .latency = 3, .interval = 7},
                                     {.depth = 12, .latency = 12}};
    expect_closed(plain_regimes(), designs);
    expect_closed(plain_regimes(), {{.depth = 4, .frozen_by_ready = true}});
    expect_closed(random_regimes(), designs);
}

/// What a kind cannot reach is excluded, and nothing else.
TEST(ProtocolCoverage, AKindAloneExcludesWhatItCannotReach) {
    const auto has = [](const Names& names, const std::string& name) {
        return std::ranges::count(names, name) != 0;
    };
    const Names single = excluded(run({}, 5000, "single").coverage);
    for (const char* name : {"offer/back_to_back", "accept/back_to_back", "answer/back_to_back"})
        EXPECT_TRUE(has(single, name)) << name;
    const Outcome drain = run({}, 5000, "drain");
    EXPECT_EQ(drain.coverage.deepest(), 4U) << "no other kind fills the design";
    EXPECT_FALSE(has(excluded(drain.coverage), "offer/back_to_back"));
    const Names stall = excluded(run({}, 5000, "stall").coverage);
    EXPECT_TRUE(has(stall, "offer/long_pause"));
    EXPECT_FALSE(has(stall, "stall/3"));
}

}  // namespace
}  // namespace karat::test
