// SPDX-License-Identifier: Apache-2.0
// The kinds of traffic on the handshakes of a design under check, as one table.
#pragma once
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace karat::tb {

enum class TrafficKind : std::uint8_t {
    full,
    pauses,
    starved,
    bursty,
    quiet,
    stall,
    long_stall,
    single,
    full_stall,
    drain,
    reset
};
inline constexpr std::size_t kTrafficKinds = 11;

/// A set of kinds, indexed by TrafficKind.
using TrafficKinds = std::bitset<kTrafficKinds>;
[[nodiscard]] inline TrafficKinds all_traffic() { return TrafficKinds{}.set(); }
[[nodiscard]] inline TrafficKinds traffic_of(TrafficKind kind) {
    return TrafficKinds{}.set(static_cast<std::size_t>(kind));
}

/// Probabilities are given in sixteenths.
inline constexpr int kAlways = 16;
inline constexpr int kNever = 0;
/// Never or always, in turn from one repetition to the next.
inline constexpr int kInTurn = -1;

/// When a phase ends.
enum class Until : std::uint8_t {
    cycles,    ///< after a number of cycles
    accepted,  ///< when that many tiles were accepted
    held,      ///< when the design holds the number of tiles whose turn it is, from 1 to the most ever
    full,      ///< when it holds the most tiles ever
    refused,   ///< when it refuses a tile while an answer waits, for longer than it is ever busy
    waiting,   ///< when an answer waits
    empty      ///< when every tile is answered
};

/// What the harness does for a number of cycles. `offer`, `take`: the probability that it offers a tile, or
/// takes an answer, in each cycle. A tile that is offered stays until it is accepted.
struct Phase {
    enum class Does : std::uint8_t {
        tiles,    ///< offers the tiles of the stimulus
        fillers,  ///< offers copies of the last tile, to be lost in a reset
        reset     ///< holds the design in reset
    };
    int offer = kNever, take = kAlways;
    Until until = Until::cycles;
    int low = 1, high = 1;  ///< of the cycles or accepted tiles; drawn for each repetition
    Does does = Does::tiles;
    int odds = kAlways;  ///< the probability that a repetition has this phase
};

struct Segment {
    TrafficKind kind;
    std::string_view name;
    std::string_view meaning;
    int repeats;  ///< of the phases; more for a deep design, if they count the tiles that it holds
    std::span<const Phase> phases;
};

/// All kinds, in the order of TrafficKind.
[[nodiscard]] std::span<const Segment> segments();
[[nodiscard]] const Segment& segment(TrafficKind kind);

/// Cycles of a reset in flight.
inline constexpr int kResetInFlightCycles = 4;

/// Reads "full,pauses" (these kinds) or "no-reset" (all kinds but this one). "all" stands for all. Throws
/// karat::Error with the allowed names.
[[nodiscard]] TrafficKinds read_traffic(const std::string& text);

}  // namespace karat::tb
