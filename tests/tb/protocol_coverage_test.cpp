// SPDX-License-Identifier: Apache-2.0
// The protocol coverage: deep designs, tags, and what it counts in a few cycles by hand.
#include "karat_tb/check/protocol_coverage.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tb/queue_design.hpp"

namespace karat::test {
namespace {

/// A deep queue that answers early is full only after hundreds of tiles without an answer that is taken.
TEST(ProtocolCoverage, IsClosedForADeepDesign) {
    for (const std::uint64_t latency : {4U, 300U}) {
        const Queue deep{.depth = 300, .latency = latency};
        const Outcome early = run(deep, 400000);
        EXPECT_EQ(early.coverage.deepest(), 300U) << latency;
        EXPECT_NE(hits(early.coverage, "stall/full"), 0U) << latency;
        const Outcome seen = run(deep, 400000);
        EXPECT_EQ(holes(seen.coverage), Names{}) << latency;
        EXPECT_EQ(excluded(seen.coverage), Names{}) << latency;
    }
    for (const Queue& deepest : {Queue{.depth = 1024}, Queue{.depth = 1024, .interval = 3}})
        EXPECT_NE(hits(run(deepest, 10000).coverage, "stall/full"), 0U) << deepest.interval;
}

TEST(ProtocolCoverage, ADeepDesignIsFullInEveryShortRun) {
    for (const std::size_t depth : {100U, 256U, 512U}) {
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            const Outcome early = run({.depth = depth, .latency = 4}, 600, "all", seed);
            EXPECT_EQ(std::ranges::count(excluded(early.coverage), "stall/full"), 0) << depth << ", " << seed;
            const Outcome seen = run({.depth = depth, .latency = 4}, 5000, "all", seed);
            EXPECT_EQ(seen.coverage.deepest(), depth) << seed;
            EXPECT_NE(hits(seen.coverage, "stall/full"), 0U) << depth << ", " << seed;
        }
    }
}

/// A design that never refuses a tile ends the attempts to fill it, and then the bin does not count.
TEST(ProtocolCoverage, ADesignThatIsNeverFullExcludesTheStall) {
    const Outcome seen = run({.depth = 1000000}, 200000);
    EXPECT_EQ(hits(seen.coverage, "stall/full"), 0U);
    EXPECT_EQ(std::ranges::count(excluded(seen.coverage), "stall/full"), 1);
    EXPECT_EQ(std::ranges::count(excluded(run({.depth = 1000000}, 3000).coverage), "stall/full"), 0);
}

/// A design that takes a tile every third cycle refuses others meanwhile, answers waiting or not. That is not
/// the stall of a full design.
TEST(ProtocolCoverage, ABusyDesignIsNotFull) {
    for (const std::uint64_t interval : {2U, 3U, 40U}) {
        const Outcome busy = run({.depth = 1000000, .latency = 2, .interval = interval}, 100000);
        EXPECT_EQ(hits(busy.coverage, "stall/full"), 0U) << interval;
        EXPECT_EQ(std::ranges::count(excluded(busy.coverage), "stall/full"), 1) << interval;
        const Outcome full = run({.depth = 8, .latency = 2, .interval = interval}, 20000);
        EXPECT_EQ(full.coverage.deepest(), 8U) << interval;
        EXPECT_NE(hits(full.coverage, "stall/full"), 0U) << interval;
        EXPECT_EQ(holes(full.coverage), Names{}) << interval;
    }
}

/// The same by hand. `cycle` has a tile offered and an answer that waits.
TEST(FullStalls, ARefusalCountsIfItOutlastsTheBusyCycles) {
    tb::FullStalls stalls;
    const auto cycle = [&](bool accepted, std::size_t held, std::size_t most) {
        stalls.cycle(true, accepted, true, false, false, held, most);
        return stalls.hits();
    };
    EXPECT_EQ(cycle(true, 0, 1), 0U);
    EXPECT_EQ(cycle(false, 1, 1), 1U) << "nothing else is known yet";
    EXPECT_EQ(cycle(false, 1, 1), 2U);
    EXPECT_EQ(cycle(true, 1, 2), 0U) << "the design was busy for two cycles";
    for (int i = 0; i < 2; ++i) EXPECT_EQ(cycle(false, 2, 2), 0U);
    EXPECT_EQ(cycle(false, 2, 2), 1U) << "a third one: it is full";
    for (int i = 0; i < 4; ++i) EXPECT_EQ(cycle(false, 1, 2), 1U) << "it has held more";
    stalls.cycle(true, false, false, true, true, 2, 2);  // an answer is taken, and then the tile is accepted
    EXPECT_EQ(cycle(true, 1, 2), 1U) << "it was not busy";
}

TEST(ProtocolCoverage, TagsAreUsedAgain) {
    const Outcome full = run({}, 20000, "all", 1, 0, 4);
    EXPECT_EQ(holes(full.coverage), Names{});
    EXPECT_EQ(excluded(full.coverage), Names{});
    const Outcome spare = run({}, 20000, "no-reset", 1, 4, 5);
    EXPECT_EQ(holes(spare.coverage), Names{});
    EXPECT_NE(spare.coverage.report().find("excluded: tag/reused_at_once: the design never held as many"),
              std::string::npos);
    const Outcome resets = run({}, 5000, "reset", 1, 4, 64);
    EXPECT_EQ(holes(resets.coverage), Names{});
    EXPECT_NE(resets.coverage.report().find("excluded: tag/reused: 64 resets came after fewer tiles"),
              std::string::npos);
    const Outcome few = run({}, 4, "single", 1, 0, 4);
    EXPECT_TRUE(std::ranges::count(holes(few.coverage), "tag/reused") == 1) << "four tiles, four tags";
}

TEST(TagReuse, FollowsTheTags) {
    tb::TagReuse tags(2);
    for (const bool taken : {false, false, true}) tags.cycle(!taken, taken);  // tags 0 and 1; 0 is free
    tags.cycle(true, false);                                                  // 0 again, at once
    EXPECT_EQ(tags.reused, 1U);
    EXPECT_EQ(tags.at_once, 1U);
    tags.cycle(false, true);
    tags.cycle(false, false);
    tags.cycle(true, false);  // 1 again, a cycle later
    EXPECT_EQ(tags.reused, 2U);
    EXPECT_EQ(tags.at_once, 1U);
    tags.reset();  // 0 and 1 are in flight
    EXPECT_EQ(tags.after_reset, 0U);
    for (int i = 0; i < 2; ++i) tags.cycle(true, true);
    EXPECT_EQ(tags.after_reset, 2U);
    tags.reset();  // none is
    tags.cycle(true, false);
    EXPECT_EQ(tags.after_reset, 2U);
    EXPECT_EQ(tags.reused, 2U);
}

TEST(ProtocolCoverage, ADeclaredDepthThatIsNotReachedIsAHole) {
    const Outcome seen = run({.depth = 4}, 20000, "all", 1, 5);
    EXPECT_EQ(holes(seen.coverage), (Names{"in_flight/5", "stall/5", "reset/5"}));
    EXPECT_LT(seen.coverage.percentage(), 100);
    EXPECT_NE(seen.coverage.report().find("hole: reset/5"), std::string::npos);
}

/// What the adapter of a contract sees: by hand, then without its port.
TEST(ProtocolCoverage, CountsWhatTheAdapterSees) {
    tb::ProtocolCoverage coverage(
        tb::all_traffic(), 0,
        {.tags = 2, .tag_bits = 2, .depth = 2, .transfers = true, .loads_in_a_row = true});
    EXPECT_EQ(std::ranges::count(excluded(coverage), "load/again"), 1) << "no port, no bins";
    coverage.connect_adapter();
    const auto hits = [&](const std::string& name) {
        const auto bins = coverage.bins();
        return std::ranges::find(bins, name, &tb::ProtocolCoverage::Bin::name)->hits;
    };
    EXPECT_EQ(coverage.limits(), "");
    const auto tag = [](std::uint32_t of_tile) { return KARAT_EVENT_TAG | (of_tile << KARAT_EVENT_TAG_AT); };
    coverage.sample({.valid_in = true, .ready_out = true, .events = tag(0)}, 0);
    coverage.sample({.valid_in = true, .ready_out = true, .events = tag(2) | KARAT_EVENT_AGAIN}, 1);
    coverage.sample({.valid_in = true, .events = KARAT_EVENT_LIMITED | KARAT_EVENT_BETWEEN}, 2);
    EXPECT_EQ(hits("tag/bit_0/0"), 2U);
    EXPECT_EQ(hits("tag/bit_0/1"), 0U);
    EXPECT_EQ(hits("tag/bit_1/0"), 1U);
    EXPECT_EQ(hits("tag/bit_1/1"), 1U);
    EXPECT_EQ(hits("load/again"), 1U);
    EXPECT_EQ(hits("reset/between_transfers"), 0U) << "no reset yet";
    coverage.sample({.reset = true, .events = KARAT_EVENT_BETWEEN}, 2);
    coverage.sample({.reset = true, .events = KARAT_EVENT_BETWEEN}, 0);
    EXPECT_EQ(hits("reset/between_transfers"), 1U) << "one reset of two cycles";
    EXPECT_NE(coverage.limits().find("the adapter's depth = 2 kept tiles from the unit in 1 of 5 cycles"),
              std::string::npos)
        << coverage.limits();
}

/// A few cycles by hand: accept, wait, answer; then a reset with one tile in flight.
TEST(ProtocolCoverage, CountsWhatHappened) {
    tb::ProtocolCoverage coverage;
    const auto hits = [&](const std::string& name) {
        const auto bins = coverage.bins();
        const auto at = std::ranges::find(bins, name, &tb::ProtocolCoverage::Bin::name);
        return at == bins.end() ? 999U : at->hits;
    };
    coverage.sample({.valid_in = true, .ready_out = true}, 0);
    coverage.sample({.valid_out = true}, 1);
    coverage.sample({.valid_out = true, .ready_in = true}, 1);
    EXPECT_EQ(hits("single"), 1U);
    EXPECT_EQ(hits("drain"), 1U);
    EXPECT_EQ(hits("stall/1"), 1U);
    EXPECT_EQ(hits("stall/one_cycle"), 1U);
    EXPECT_EQ(hits("in_flight/1"), 2U);
    EXPECT_EQ(hits("stall/full"), 0U);
    coverage.sample({.valid_in = true, .ready_out = true}, 0);
    coverage.sample({.valid_in = true, .valid_out = true}, 1);
    coverage.sample({.reset = true}, 1);
    coverage.sample({.valid_in = true, .ready_out = true}, 0);
    EXPECT_EQ(hits("offer/back_to_back"), 1U);
    EXPECT_EQ(hits("accept/back_to_back"), 0U);
    EXPECT_EQ(hits("stall/full"), 1U);
    EXPECT_EQ(hits("reset/1"), 1U);
    EXPECT_EQ(hits("reset/answer_waits"), 1U);
    EXPECT_EQ(hits("reset/offer_at_once"), 1U);
    EXPECT_EQ(hits("reset/quiet"), 0U);
}

}  // namespace
}  // namespace karat::test
