// SPDX-License-Identifier: Apache-2.0
// Which situations at the handshakes of a design a run went through.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "karat_tb/check/adapter_events.hpp"
#include "karat_tb/check/full_stalls.hpp"
#include "karat_tb/check/tag_reuse.hpp"
#include "karat_tb/check/traffic_segments.hpp"

namespace karat::tb {

/// The handshakes of one cycle.
struct HandshakeCycle {
    bool reset = false, valid_in = false, ready_out = false, valid_out = false, ready_in = false;
    std::uint32_t events = 0;  ///< of the adapter
};

/// Situations that do not depend on the number of tiles in the design.
enum class Situation : std::uint8_t {
    offers_back_to_back,
    accepts_back_to_back,
    answers_back_to_back,
    one_idle_cycle,
    long_pause,
    one_cycle_stall,
    long_stall,
    full_stall,
    single,
    drain,
    reset_while_waiting,
    offer_after_reset,
    quiet_after_reset
};
inline constexpr std::size_t kSituations = 13;

/// The protocol coverage of one run. Its bins are the situations and, for each number n of tiles that the
/// design can hold: n tiles in flight, a stall with n in flight, a reset with n in flight. docs/reference/
/// coverage.md lists them with the rules that exclude them. A unit with a contract has more (UnitBins).
class ProtocolCoverage {
   public:
    /// `declared`: the number of tiles that the design should be able to hold; 0: as many as it ever does.
    explicit ProtocolCoverage(TrafficKinds kinds = all_traffic(), std::size_t declared = 0,
                              const UnitBins& unit = {})
        : kinds_(kinds), declared_(declared), tags_(unit.tags), adapter_(unit) {}

    /// One cycle that ended. `in_flight`: the tiles in the design before it.
    void sample(const HandshakeCycle& cycle, std::size_t in_flight);
    /// What the adapter of a contract sees is in HandshakeCycle::events.
    void connect_adapter() { adapter_.connect(); }
    /// A repetition of a segment that aimed at `held` tiles in the design has ended.
    void tried(TrafficKind kind, std::size_t held);
    /// Tiles were offered and no answer taken until the harness gave up, and the design was never full.
    void never_refused() { full_stalls_.never_refused(); }

    struct Bin {
        std::string name;
        std::uint64_t hits = 0;
        std::string excluded;  ///< why the bin does not count; empty: it counts
    };
    [[nodiscard]] std::vector<Bin> bins() const;
    /// The share of the bins that count and were hit; 100 if there are none.
    [[nodiscard]] double percentage() const;
    [[nodiscard]] std::size_t declared() const { return declared_; }
    /// The most tiles in flight at once.
    [[nodiscard]] std::size_t deepest() const { return deepest_; }
    /// A line, if the depth of the adapter kept tiles from the unit; otherwise empty.
    [[nodiscard]] std::string limits() const;
    [[nodiscard]] const AdapterEvents& adapter() const { return adapter_; }
    /// A line with the percentage, then the excluded bins and those that were not hit.
    [[nodiscard]] std::string report() const;

   private:
    struct Count {
        std::uint64_t hits = 0;
        std::uint64_t chances = 0;  ///< cycles or segments in which the harness did its part
    };
    /// The bins for n tiles in flight are at [n - 1].
    struct Depth {
        std::uint64_t seen = 0;
        Count stall, reset;
    };
    template <class Visit>
    void each_bin(const Visit& visit) const;
    [[nodiscard]] std::string_view why_excluded(Situation situation) const;
    [[nodiscard]] std::string_view why_excluded(const Count& count, std::size_t held,
                                                const TrafficKinds& aims) const;
    void hit(Situation situation) { ++situations_[static_cast<std::size_t>(situation)].hits; }
    void chance(Situation situation) { ++situations_[static_cast<std::size_t>(situation)].chances; }
    [[nodiscard]] std::string_view why_fewer(std::uint64_t tiles) const;
    [[nodiscard]] std::string_view why_at_once_is_excluded() const;
    Depth& at(std::size_t in_flight);
    void sample_reset(std::size_t in_flight);
    void sample_offer(const HandshakeCycle& cycle, bool accepted);
    void sample_answer(const HandshakeCycle& cycle, std::size_t in_flight, bool taken);
    void sample_occupancy(std::size_t before, std::size_t after, bool accepted, bool taken);

    TrafficKinds kinds_;
    std::size_t declared_;
    TagReuse tags_;
    FullStalls full_stalls_;
    AdapterEvents adapter_;
    std::array<Count, kSituations> situations_{};
    std::vector<Depth> depths_;
    std::size_t deepest_ = 0;
    std::uint64_t cycles_ = 0;
    std::uint64_t resets_ = 0, run_ = 0, longest_run_ = 0;  // a run: the tiles from one reset to the next

    HandshakeCycle last_;
    bool last_accepted_ = false, last_taken_ = false;
    bool any_accepted_ = false;
    bool alone_ = false;                 // the only tile in flight was accepted by an empty design
    std::size_t after_last_accept_ = 0;  // tiles in flight then
    std::uint64_t idle_ = 0;             // cycles without an offer
    std::uint64_t waited_ = 0;           // cycles that the present answer has waited
    std::uint64_t since_reset_ = 0;      // cycles; 0: in reset, or never reset in flight
    bool was_reset_ = false;
};

}  // namespace karat::tb
