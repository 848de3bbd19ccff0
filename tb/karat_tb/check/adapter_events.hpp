// SPDX-License-Identifier: Apache-2.0
// What only the adapter of a contract sees (KARAT_EVENT_... of candidate/karat_candidate.h), counted.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "candidate/karat_candidate.h"

namespace karat::tb {

/// What a contract adds to the bins of the protocol.
struct UnitBins {
    std::size_t tags = 0;         ///< that the adapter gives to tiles in turn; 0: none
    std::size_t tag_bits = 0;     ///< of each of them
    std::size_t depth = 0;        ///< the most tiles in flight that the adapter allows; 0: it does not count
    bool transfers = false;       ///< K comes in several transfers
    bool loads_in_a_row = false;  ///< a stationary operand may be loaded twice before a tile
};

class AdapterEvents {
   public:
    explicit AdapterEvents(const UnitBins& bins) : bins_(bins), tag_bits_(bins.tag_bits) {}
    /// The adapter has the port events_o.
    void connect() { connected_ = true; }
    /// A cycle. `resets`: the first one of a reset.
    void cycle(std::uint32_t events, bool resets) {
        if (resets && (events & KARAT_EVENT_BETWEEN) != 0) ++between_transfers_;
        if ((events & KARAT_EVENT_AGAIN) != 0) ++loads_again_;
        if ((events & KARAT_EVENT_LIMITED) != 0) ++limited_;
        if ((events & KARAT_EVENT_TAG) == 0) return;
        for (std::size_t bit = 0; bit < tag_bits_.size(); ++bit)
            ++tag_bits_[bit][(events >> (KARAT_EVENT_TAG_AT + bit)) & 1U];
    }
    /// Cycles in which the unit could have taken a tile, but held as many as the adapter allows.
    [[nodiscard]] std::uint64_t limited() const { return limited_; }
    [[nodiscard]] std::size_t depth() const { return bins_.depth; }

    /// Tiles after a reset until bit `bit` of a tag may be 1: its low bits are a place among `tags`, and the
    /// others change after sixteen rounds (karat_reorder.sv).
    [[nodiscard]] std::uint64_t tiles_until(std::size_t bit) const {
        const bool in_place = (std::uint64_t{1} << bit) < bins_.tags;
        return in_place ? (std::uint64_t{1} << bit) + 1 : 16 * bins_.tags + 1;
    }

    /// Calls visit(name, hits, why_excluded) for each bin. `why_no_reset`: empty if the traffic resets the
    /// design. `why_fewer(n)`: empty if the traffic may send n tiles without a reset.
    template <class WhyFewer, class Visit>
    void each_bin(std::string_view why_no_reset, const WhyFewer& why_fewer, const Visit& visit) const {
        const auto why = [&](std::uint64_t hits, std::string_view unreachable) -> std::string_view {
            if (hits != 0) return {};
            return connected_ ? unreachable : "the adapter was built without the port that shows it";
        };
        if (bins_.transfers)
            visit("reset/between_transfers", between_transfers_, why(between_transfers_, why_no_reset));
        if (bins_.loads_in_a_row) visit("load/again", loads_again_, why(loads_again_, {}));
        for (std::size_t bit = 0; bit < tag_bits_.size(); ++bit) {
            for (const std::size_t value : {0U, 1U}) {
                const std::string name = "tag/bit_" + std::to_string(bit) + "/" + std::to_string(value);
                const std::string_view unreachable =
                    value == 0 ? std::string_view() : why_fewer(tiles_until(bit));
                visit(name, tag_bits_[bit][value], why(tag_bits_[bit][value], unreachable));
            }
        }
    }

   private:
    UnitBins bins_;
    bool connected_ = false;
    std::uint64_t between_transfers_ = 0, loads_again_ = 0, limited_ = 0;
    std::vector<std::array<std::uint64_t, 2>> tag_bits_;
};

}  // namespace karat::tb
