// SPDX-License-Identifier: Apache-2.0
// A design that only counts tiles, and a run of traffic on it.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "karat_tb/check/traffic.hpp"

namespace karat::test {

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

inline Outcome run(Queue design, std::uint64_t tiles, const std::string& kinds = "all",
                   std::uint64_t seed = 1, std::size_t declared = 0, std::size_t tags = 0) {
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

inline std::vector<std::string> holes(const tb::ProtocolCoverage& coverage) {
    std::vector<std::string> out;
    for (const auto& bin : coverage.bins())
        if (bin.hits == 0 && bin.excluded.empty()) out.push_back(bin.name);
    return out;
}

inline std::vector<std::string> excluded(const tb::ProtocolCoverage& coverage) {
    std::vector<std::string> out;
    for (const auto& bin : coverage.bins())
        if (!bin.excluded.empty()) out.push_back(bin.name);
    return out;
}

using Names = std::vector<std::string>;

inline std::uint64_t hits(const tb::ProtocolCoverage& coverage, const std::string& name) {
    const auto bins = coverage.bins();
    const auto at = std::ranges::find(bins, name, &tb::ProtocolCoverage::Bin::name);
    return at == bins.end() ? 999U : at->hits;
}

}  // namespace karat::test
