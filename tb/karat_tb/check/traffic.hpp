// SPDX-License-Identifier: Apache-2.0
// Decides, cycle by cycle, what a harness does at the handshakes of a design under check. It knows neither
// tiles nor simulators, so every harness uses it.
#pragma once
#include <cstdint>
#include <vector>

#include "karat_tb/check/full_stalls.hpp"
#include "karat_tb/check/protocol_coverage.hpp"
#include "karat_tb/check/traffic_segments.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::tb {

/// The traffic of one run: segments of all kinds in random order, in rounds. The rounds have more and more
/// tiles in the segments `full` and `pauses`, so that a short run sees every kind and a long one costs little
/// more than its tiles. Everything depends on the seed and on the design's answers alone.
class Traffic {
   public:
    /// `coverage` may be null. It must outlive the traffic.
    Traffic(std::uint64_t seed, TrafficKinds kinds, ProtocolCoverage* coverage);

    /// The inputs of one cycle.
    struct Drive {
        bool reset = false;
        bool valid = false;   ///< a tile is offered
        bool filler = false;  ///< it is a copy of the last one that was accepted, and will be lost
        bool ready = false;
    };
    /// What to drive in the next cycle. `has_tile`: there is a tile to offer.
    [[nodiscard]] Drive next(bool has_tile);

    /// What happened in that cycle to tiles that count.
    struct Events {
        bool accepted = false;  ///< the tile that was offered
        bool answered = false;  ///< an answer was taken: of a tile that counts, or of none
    };
    /// Call it after each cycle with what the design drove in it. `events`: of the adapter.
    [[nodiscard]] Events saw(bool ready_out, bool valid_out, std::uint32_t events = 0);

    /// Whether the last cycle was part of a reset, or fillers are in the design.
    [[nodiscard]] bool in_reset_or_filled() const { return drive_.reset || fillers_ != 0; }

   private:
    enum class Offering : std::uint8_t { nothing, tile, filler };

    [[nodiscard]] bool chance(int sixteenths);
    void plan_round();
    void next_segment();
    void next_phase();
    void begin_phase();
    [[nodiscard]] bool phase_is_over() const;
    [[nodiscard]] bool is_full() const { return refused_ > refusals_.busy(); }
    [[nodiscard]] bool gives_up() const;
    [[nodiscard]] std::size_t depth() const;
    [[nodiscard]] Drive wind_down();

    Random random_;
    TrafficKinds kinds_;
    ProtocolCoverage* coverage_;

    std::vector<TrafficKind> plan_;  // segments of this round that are still to come, the next one last
    std::uint64_t round_ = 0;
    const Segment* segment_ = nullptr;
    std::size_t phase_ = 0;
    int repeats_ = 0;
    std::array<std::uint64_t, kTrafficKinds> turns_{};
    std::size_t held_target_ = 1;
    int tries_to_exceed_ = 0;    // phases that aimed above the most tiles ever held, since that was reached
    bool always_takes_ = false;  // what kInTurn means in this repetition
    std::uint64_t length_ = 0, cycles_ = 0, accepted_ = 0;  // of the phase
    Refusals refusals_;
    std::uint64_t refused_ = 0;          // cycles in a row in which a tile was, while an answer waited
    std::uint64_t offered_in_vain_ = 0;  // cycles in a row
    bool waiting_ = false;

    Offering offering_ = Offering::nothing;
    Drive drive_;
    bool any_accepted_ = false;
    std::size_t in_flight_ = 0, fillers_ = 0, deepest_ = 0;
};

}  // namespace karat::tb
