// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/check/traffic_segments.hpp"

#include <algorithm>
#include <sstream>

#include "karat/error.hpp"

namespace karat::tb {
namespace {

using Does = Phase::Does;

// The lengths of `full` and `pauses` are those of a short run; Traffic makes them longer as a run goes on.
constexpr std::array kFull{Phase{kAlways, kAlways, Until::accepted, 8, 8}};
constexpr std::array kPauses{Phase{15, 14, Until::accepted, 8, 8}};
constexpr std::array kStarved{Phase{2, kAlways, Until::accepted, 4, 8}};
constexpr std::array kBursty{Phase{kAlways, kAlways, Until::accepted, 1, 8},
                             Phase{kNever, 8, Until::cycles, 1, 12}};
constexpr std::array kQuiet{Phase{kNever, kAlways, Until::cycles, 64, 128},
                            Phase{kAlways, kAlways, Until::accepted, 1, 4}};
// Half of the stalls begin with an empty design, so that every number of tiles is reached.
constexpr Phase kPerhapsEmpty{kNever, kAlways, Until::empty, 1, 1, Does::tiles, 8};
constexpr std::array kStall{kPerhapsEmpty,
                            Phase{kAlways, kInTurn, Until::held},
                            Phase{kNever, kNever, Until::waiting},
                            Phase{kNever, kNever, Until::cycles, 1, 8},
                            Phase{kAlways, kNever, Until::cycles, 1, 4, Does::tiles, 8},
                            Phase{kNever, kNever, Until::cycles, 1, 8},
                            Phase{kNever, kAlways, Until::empty}};
constexpr std::array kLongStall{kPerhapsEmpty,
                                Phase{kAlways, kInTurn, Until::held},
                                Phase{kNever, kNever, Until::waiting},
                                Phase{kAlways, kNever, Until::cycles, 8, 16, Does::tiles, 8},
                                Phase{kNever, kNever, Until::cycles, 64, 128},
                                Phase{kNever, kAlways, Until::empty}};
constexpr std::array kSingle{Phase{kAlways, kAlways, Until::accepted, 1, 1},
                             Phase{kNever, kAlways, Until::empty}};
constexpr std::array kFullStall{Phase{kAlways, kNever, Until::refused},
                                Phase{kAlways, kNever, Until::cycles, 1, 32},
                                Phase{kAlways, kAlways, Until::accepted, 1, 8}};
constexpr std::array kDrain{Phase{kAlways, kInTurn, Until::full}, Phase{kNever, kAlways, Until::empty}};
constexpr Phase kResets{kNever,     kAlways, Until::cycles, kResetInFlightCycles, kResetInFlightCycles,
                        Does::reset};
// The first reset comes while tiles are offered, so perhaps between the transfers of one; the second one with
// a number of tiles in the design.
constexpr std::array kReset{Phase{kNever, kAlways, Until::empty},
                            Phase{kAlways, kInTurn, Until::cycles, 1, 16, Does::fillers},
                            kResets,
                            Phase{kAlways, kInTurn, Until::held, 1, 1, Does::fillers},
                            Phase{kNever, kNever, Until::waiting, 1, 1, Does::fillers, 8},
                            kResets,
                            Phase{kNever, kAlways, Until::cycles, 16, 16, Does::tiles, 8},
                            Phase{kAlways, kAlways, Until::accepted, 1, 4}};

constexpr std::array<Segment, kTrafficKinds> kSegments{{
    {TrafficKind::full, "full", "a tile in every cycle, every answer taken at once", 1, kFull},
    {TrafficKind::pauses, "pauses", "short pauses on both sides", 1, kPauses},
    {TrafficKind::starved, "starved", "tiles with long gaps", 1, kStarved},
    {TrafficKind::bursty, "bursty", "bursts of tiles, with gaps in which answers are taken at random", 4,
     kBursty},
    {TrafficKind::quiet, "quiet", "no tile for 64 cycles or more", 1, kQuiet},
    {TrafficKind::stall, "stall",
     "a number of tiles whose answers wait for a few cycles, sometimes behind them a few more", 4, kStall},
    {TrafficKind::long_stall, "long_stall", "the same for 64 cycles or more", 1, kLongStall},
    {TrafficKind::single, "single", "one tile, and the next when it is answered", 4, kSingle},
    {TrafficKind::full_stall, "full_stall", "tiles until the design is full, and then still offered", 2,
     kFullStall},
    {TrafficKind::drain, "drain", "as many tiles as the design ever held, then none until it is empty", 2,
     kDrain},
    {TrafficKind::reset, "reset", "a reset with a number of tiles in the design, which are lost", 4, kReset},
}};

std::string names() {
    std::string out;
    for (const Segment& one : kSegments) out += (out.empty() ? "" : ", ") + std::string(one.name);
    return out;
}

}  // namespace

std::span<const Segment> segments() { return kSegments; }

const Segment& segment(TrafficKind kind) { return kSegments[static_cast<std::size_t>(kind)]; }

TrafficKinds read_traffic(const std::string& text) {
    TrafficKinds wanted;
    TrafficKinds left_out;
    std::istringstream words(text);
    for (std::string word; std::getline(words, word, ',');) {
        const bool leaves_out = word.starts_with("no-");
        const std::string name = leaves_out ? word.substr(3) : word;
        const auto at = std::ranges::find(kSegments, std::string_view(name), &Segment::name);
        if (at != kSegments.end()) {
            (leaves_out ? left_out : wanted) |= traffic_of(at->kind);
        } else if (word == "all") {
            wanted = all_traffic();
        } else {
            throw Error("\"" + word + "\" is no kind of traffic; the kinds are " + names() +
                        ", or all; no-NAME leaves one out");
        }
    }
    if (wanted.none()) wanted = all_traffic();
    wanted &= ~left_out;
    if (wanted.none()) throw Error("no kind of traffic is left; the kinds are " + names());
    return wanted;
}

}  // namespace karat::tb
