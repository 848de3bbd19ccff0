// SPDX-License-Identifier: Apache-2.0
// The traffic and the protocol coverage of designs that only count tiles.
#include "karat_tb/check/traffic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>

#include "karat/error.hpp"

namespace karat::test {
namespace {

/// A queue of `depth` tiles, each answered `latency` cycles after it was accepted. Depth 0: combinational.
struct Queue {
    std::size_t depth = 4;
    std::uint64_t latency = 3;
    std::uint64_t interval = 1;    ///< least cycles from one tile to the next
    bool frozen_by_ready = false;  ///< moves only in cycles in which its answers are taken
    std::deque<std::uint64_t> due = {};
    std::uint64_t now = 0, free_at = 0;

    std::pair<bool, bool> outputs(const tb::Traffic::Drive& drive) const {
        if (depth == 0) return {drive.valid && drive.ready, drive.valid};
        const bool ready = due.size() < depth && now >= free_at && (!frozen_by_ready || drive.ready);
        return {ready, !due.empty() && due.front() <= now};
    }
    void clock(const tb::Traffic::Drive& drive, bool ready_out, bool valid_out) {
        if (drive.reset) due.clear();
        if (!frozen_by_ready || drive.ready) ++now;
        if (drive.reset || depth == 0) return;
        if (valid_out && drive.ready) due.pop_front();
        if (drive.valid && ready_out) {
            due.push_back(now + latency);
            free_at = now + interval - 1;
        }
    }
};

struct Outcome {
    tb::ProtocolCoverage coverage;
    std::uint64_t cycles = 0, tiles = 0, answers = 0, resets = 0, lost = 0;
    std::vector<bool> offers;
};

Outcome run(Queue design, std::uint64_t tiles, const std::string& kinds = "all", std::uint64_t seed = 1,
            std::size_t declared = 0, std::size_t tags = 0) {
    Outcome out;
    out.coverage = tb::ProtocolCoverage(tb::read_traffic(kinds), declared, {.tags = tags});
    tb::Traffic traffic(seed, tb::read_traffic(kinds), &out.coverage);
    bool must_stay = false;
    bool was_reset = false;
    while (out.tiles < tiles || out.answers < tiles) {
        const auto drive = traffic.next(out.tiles < tiles);
        const auto [ready_out, valid_out] = design.outputs(drive);
        EXPECT_TRUE(!must_stay || drive.valid || drive.reset) << "an offer was withdrawn";
        EXPECT_FALSE(drive.reset && drive.valid);
        if (drive.reset && !was_reset) {
            ++out.resets;
            out.lost += design.due.size();
            EXPECT_EQ(out.tiles, out.answers) << "a tile that counts was lost";
        }
        was_reset = drive.reset;
        must_stay = drive.valid && !ready_out;
        const auto seen = traffic.saw(ready_out, valid_out);
        design.clock(drive, ready_out, valid_out);
        out.tiles += seen.accepted ? 1 : 0;
        out.answers += seen.answered ? 1 : 0;
        out.offers.push_back(drive.valid);
        if (++out.cycles > 1000 * tiles + 100000) {
            ADD_FAILURE() << "no end: " << out.tiles << " tiles, " << out.answers << " answers";
            break;
        }
    }
    return out;
}

std::vector<std::string> holes(const tb::ProtocolCoverage& coverage) {
    std::vector<std::string> out;
    for (const auto& bin : coverage.bins())
        if (bin.hits == 0 && bin.excluded.empty()) out.push_back(bin.name);
    return out;
}

std::vector<std::string> excluded(const tb::ProtocolCoverage& coverage) {
    std::vector<std::string> out;
    for (const auto& bin : coverage.bins())
        if (!bin.excluded.empty()) out.push_back(bin.name);
    return out;
}

using Names = std::vector<std::string>;

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

std::uint64_t hits(const tb::ProtocolCoverage& coverage, const std::string& name) {
    const auto bins = coverage.bins();
    const auto at = std::ranges::find(bins, name, &tb::ProtocolCoverage::Bin::name);
    return at == bins.end() ? 999U : at->hits;
}

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
