// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/protocol_coverage.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace karat::tb {
namespace {

constexpr std::uint64_t kLong = 64;            // cycles of a long pause or stall
constexpr std::uint64_t kQuietCycles = 16;     // cycles without an offer after a reset
constexpr std::uint64_t kEnoughChances = 256;  // after which a design that never took one cannot
constexpr std::uint64_t kEnoughResets = 64;    // after which longer runs of tiles between them do not come
constexpr std::uint64_t kEnoughTries = 8;      // the same, of segments that aim at a number of tiles

TrafficKinds any_of(std::initializer_list<TrafficKind> kinds) {
    TrafficKinds out;
    for (const TrafficKind kind : kinds) out |= traffic_of(kind);
    return out;
}

struct SituationRow {
    Situation situation;
    std::string_view name;
    TrafficKinds aims;       ///< the kinds of traffic that reach it
    TrafficKinds further{};  ///< and those that do if the design holds `held` tiles
    std::size_t held = 2;
};

using enum TrafficKind;

const std::array<SituationRow, kSituations>& situation_rows() {
    static const TrafficKinds one_by_one =
        any_of({full, pauses, starved, bursty, quiet, full_stall, TrafficKind::reset});
    static const TrafficKinds many_at_once = any_of({stall, long_stall, drain});
    static const std::array<SituationRow, kSituations> rows{{
        {Situation::offers_back_to_back, "offer/back_to_back", one_by_one, many_at_once},
        {Situation::accepts_back_to_back, "accept/back_to_back", one_by_one, many_at_once},
        {Situation::answers_back_to_back, "answer/back_to_back", one_by_one, many_at_once},
        {Situation::one_idle_cycle, "offer/one_idle_cycle", any_of({pauses, starved, bursty})},
        {Situation::long_pause, "offer/long_pause", any_of({quiet})},
        {Situation::one_cycle_stall, "stall/one_cycle", any_of({pauses}), any_of({bursty}), 1},
        {Situation::long_stall, "stall/long", any_of({long_stall})},
        {Situation::full_stall, "stall/full", any_of({full_stall})},
        {Situation::single, "single", any_of({single, starved})},
        {Situation::drain, "drain", any_of({drain, stall, long_stall})},
        {Situation::reset_while_waiting, "reset/answer_waits", any_of({reset})},
        {Situation::offer_after_reset, "reset/offer_at_once", any_of({reset})},
        {Situation::quiet_after_reset, "reset/quiet", any_of({reset})},
    }};
    return rows;
}

constexpr std::string_view kNotAimedAt = "--traffic leaves out the segments that reach it";
constexpr std::string_view kNotReached = "8 segments aimed at it and did not reach it";

}  // namespace

ProtocolCoverage::Depth& ProtocolCoverage::at(std::size_t in_flight) {
    if (depths_.size() < in_flight) depths_.resize(in_flight);
    return depths_[in_flight - 1];
}

void ProtocolCoverage::tried(TrafficKind kind, std::size_t held) {
    if (kind == TrafficKind::reset) ++at(held).reset.chances;
    if (kind == stall || kind == long_stall) ++at(held).stall.chances;
    if (kind == drain || kind == full_stall) chance(Situation::drain);
    if (kind == full_stall) full_stalls_.tried();
}

void ProtocolCoverage::sample(const HandshakeCycle& cycle, std::size_t in_flight) {
    adapter_.cycle(cycle.events, cycle.reset && !last_.reset);
    ++cycles_;
    if (cycle.reset) {
        sample_reset(in_flight);
        last_ = cycle;
        return;
    }
    const bool accepted = cycle.valid_in && cycle.ready_out;
    const bool taken = cycle.valid_out && cycle.ready_in;
    sample_offer(cycle, accepted);
    sample_answer(cycle, in_flight, taken);
    const std::size_t holds = in_flight + (accepted ? 1 : 0);
    sample_occupancy(in_flight, holds - (taken && holds != 0 ? 1 : 0), accepted, taken);
    const bool waits = cycle.valid_out && !cycle.ready_in;
    full_stalls_.cycle(cycle.valid_in, accepted, waits, taken, cycle.ready_in, in_flight, deepest_);
    situations_[static_cast<std::size_t>(Situation::full_stall)] = {full_stalls_.hits(),
                                                                    full_stalls_.tries()};
    tags_.cycle(accepted, taken);
    run_ += accepted ? 1 : 0;
    longest_run_ = std::max(longest_run_, run_);
    last_ = cycle;
    last_accepted_ = accepted;
    last_taken_ = taken;
}

void ProtocolCoverage::sample_reset(std::size_t in_flight) {
    if (!last_.reset) {
        tags_.reset();
        full_stalls_.reset();
        ++resets_;
        run_ = 0;
        if (in_flight != 0) ++at(in_flight).reset.hits;
        if (last_.valid_out && !last_.ready_in) hit(Situation::reset_while_waiting);
    }
    was_reset_ = true;
    last_accepted_ = last_taken_ = alone_ = false;
    since_reset_ = idle_ = waited_ = after_last_accept_ = 0;
}

void ProtocolCoverage::sample_offer(const HandshakeCycle& cycle, bool accepted) {
    ++since_reset_;
    if (cycle.valid_in) {
        if (last_accepted_) {
            hit(Situation::offers_back_to_back);
            chance(Situation::accepts_back_to_back);
            if (accepted) hit(Situation::accepts_back_to_back);
        }
        if (idle_ == 1 && any_accepted_) hit(Situation::one_idle_cycle);
        if (idle_ >= kLong && accepted) hit(Situation::long_pause);
        if (was_reset_ && since_reset_ == 1) hit(Situation::offer_after_reset);
        was_reset_ = false;
        if (accepted || idle_ < kLong) idle_ = 0;
    } else {
        ++idle_;
        if (was_reset_ && since_reset_ == kQuietCycles) hit(Situation::quiet_after_reset);
    }
    any_accepted_ |= accepted;
}

void ProtocolCoverage::sample_answer(const HandshakeCycle& cycle, std::size_t in_flight, bool taken) {
    if (last_taken_ && cycle.ready_in && (in_flight != 0 || last_.valid_in)) {
        chance(Situation::answers_back_to_back);
        if (taken) hit(Situation::answers_back_to_back);
    }
    if (cycle.valid_out && !cycle.ready_in) {
        ++waited_;
        if (in_flight != 0) ++at(in_flight).stall.hits;
    }
    if (taken) {
        if (waited_ == 1) hit(Situation::one_cycle_stall);
        if (waited_ >= kLong) hit(Situation::long_stall);
        waited_ = 0;
    }
}

void ProtocolCoverage::sample_occupancy(std::size_t before, std::size_t after, bool accepted, bool taken) {
    if (after > deepest_) deepest_ = after;
    if (after != 0) ++at(after).seen;
    if (accepted) {
        alone_ = before == 0;
        after_last_accept_ = after;
    }
    if (!taken || after != 0) return;
    if (alone_) hit(Situation::single);
    alone_ = false;
    if (deepest_ != 0 && after_last_accept_ == deepest_) hit(Situation::drain);
    after_last_accept_ = 0;
}

std::string_view ProtocolCoverage::why_excluded(Situation situation) const {
    const auto at = static_cast<std::size_t>(situation);
    const SituationRow& row = situation_rows()[at];
    if (situations_[at].hits != 0) return {};
    const TrafficKinds aims = deepest_ >= row.held ? row.aims | row.further : row.aims;
    if ((aims & kinds_).none()) return kNotAimedAt;
    if (situation == Situation::drain && deepest_ == 0) return "the design never holds a tile";
    if (situation == Situation::full_stall)
        return situations_[at].chances >= kEnoughTries ? kNotReached : std::string_view();
    if (situations_[at].chances >= kEnoughChances) return "the design let 256 opportunities pass";
    return {};
}

std::string_view ProtocolCoverage::why_excluded(const Count& count, std::size_t held,
                                                const TrafficKinds& aims) const {
    if (count.hits != 0) return {};
    if ((aims & kinds_).none()) return kNotAimedAt;
    if (held <= deepest_ && count.chances >= kEnoughTries) return kNotReached;
    return {};
}

std::string_view ProtocolCoverage::why_at_once_is_excluded() const {
    static const TrafficKinds aims = any_of({full, pauses, bursty, full_stall});
    if (tags_.at_once != 0) return {};
    if ((aims & kinds_).none()) return kNotAimedAt;
    if (deepest_ < tags_.tags()) return "the design never held as many tiles as there are tags";
    return why_fewer(tags_.tags() + 1);
}

std::string_view ProtocolCoverage::why_fewer(std::uint64_t tiles) const {
    const bool never = resets_ >= kEnoughResets && longest_run_ < tiles;
    return never ? "64 resets came after fewer tiles" : std::string_view();
}

template <class Visit>
void ProtocolCoverage::each_bin(const Visit& visit) const {
    for (const SituationRow& row : situation_rows())
        visit(row.name, 0, situations_[static_cast<std::size_t>(row.situation)].hits,
              why_excluded(row.situation));
    static const TrafficKinds stalls = any_of({stall, long_stall});
    static const TrafficKinds resets = any_of({reset});
    static const TrafficKinds fills = any_of({stall, long_stall, full_stall, drain, reset});
    if (tags_.tags() != 0) {
        const bool no_reset = tags_.after_reset == 0 && (resets & kinds_).none();
        visit("tag/reused", 0, tags_.reused, tags_.reused == 0 ? why_fewer(tags_.tags() + 1) : "");
        visit("tag/reused_at_once", 0, tags_.at_once, why_at_once_is_excluded());
        visit("tag/reused_after_reset", 0, tags_.after_reset, no_reset ? kNotAimedAt : std::string_view());
    }
    adapter_.each_bin((resets & kinds_).any() ? std::string_view() : kNotAimedAt,
                      [&](std::uint64_t tiles) { return why_fewer(tiles); },
                      [&](const std::string& name, std::uint64_t hits, std::string_view excluded) {
                          visit(name, 0, hits, excluded);
                      });
    for (std::size_t n = 1; n <= std::max(deepest_, declared_); ++n) {
        const Depth depth = n <= depths_.size() ? depths_[n - 1] : Depth{};
        const bool not_filled = depth.seen == 0 && (fills & kinds_).none();
        visit("in_flight", n, depth.seen, not_filled ? kNotAimedAt : std::string_view());
        visit("stall", n, depth.stall.hits, why_excluded(depth.stall, n, stalls));
        visit("reset", n, depth.reset.hits, why_excluded(depth.reset, n, resets));
    }
}

std::vector<ProtocolCoverage::Bin> ProtocolCoverage::bins() const {
    std::vector<Bin> out;
    each_bin([&](std::string_view name, std::size_t held, std::uint64_t hits, std::string_view excluded) {
        const std::string number = held == 0 ? std::string() : "/" + std::to_string(held);
        out.push_back({std::string(name) + number, hits, std::string(excluded)});
    });
    return out;
}

double ProtocolCoverage::percentage() const {
    std::uint64_t counted = 0;
    std::uint64_t reached = 0;
    each_bin([&](std::string_view, std::size_t, std::uint64_t hits, std::string_view excluded) {
        if (!excluded.empty()) return;
        ++counted;
        reached += hits != 0 ? 1 : 0;
    });
    return counted == 0 ? 100 : 100.0 * static_cast<double>(reached) / static_cast<double>(counted);
}

std::string ProtocolCoverage::limits() const {
    if (adapter_.limited() == 0) return {};
    return "  the adapter's depth = " + std::to_string(adapter_.depth()) + " kept tiles from the unit in " +
           std::to_string(adapter_.limited()) + " of " + std::to_string(cycles_) +
           " cycles; a unit that holds more needs a larger one\n";
}

std::string ProtocolCoverage::report() const {
    std::size_t counted = 0;
    std::size_t reached = 0;
    std::string notes;
    const std::vector<Bin> all = bins();
    for (const Bin& bin : all) {
        if (!bin.excluded.empty()) {
            notes += "excluded: " + bin.name + ": " + bin.excluded + '\n';
            continue;
        }
        ++counted;
        if (bin.hits != 0)
            ++reached;
        else
            notes += "hole: " + bin.name + '\n';
    }
    std::ostringstream out;
    out.precision(1);
    // rounded down, so that 99.99 is not shown as 100
    out << "protocol coverage " << std::fixed << std::floor(percentage() * 10) / 10 << " %: " << reached
        << " of " << counted << " bins, " << all.size() - counted << " excluded, at most " << deepest_
        << (deepest_ == 1 ? " tile" : " tiles") << " in flight\n"
        << notes;
    return out.str();
}

}  // namespace karat::tb
