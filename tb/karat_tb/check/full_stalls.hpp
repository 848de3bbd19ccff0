// SPDX-License-Identifier: Apache-2.0
// Tells a design that refuses a tile because it is full from one that is only busy with the tile before: a
// busy design takes the tile a few cycles later, a full one not before an answer is taken.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace karat::tb {

/// How long a design is busy.
class Refusals {
   public:
    void reset() { run_ = 0; }
    /// A cycle that is not in reset. A tile is offered, and accepted; an answer is wanted, and taken.
    void cycle(bool offered, bool accepted, bool wanted, bool taken) {
        if (taken || wanted != wanted_) run_ = 0;
        if (offered && accepted && !taken) busy_ = std::max(busy_, run_);
        run_ = offered && !accepted && !taken ? run_ + 1 : 0;
        wanted_ = wanted;
    }
    /// The most cycles for which a tile was refused and then accepted, although nothing changed at the
    /// outputs: no answer was taken, nor did the harness begin or cease to want one.
    [[nodiscard]] std::uint64_t busy() const { return busy_; }

   private:
    std::uint64_t run_ = 0, busy_ = 0;
    bool wanted_ = false;
};

/// Counts the cycles in which a full design refuses a tile while an answer waits. It is full if it holds the
/// most tiles ever, and refuses for longer than it was ever busy.
class FullStalls {
   public:
    void reset() {
        refusals_.reset();
        run_ = 0;
    }
    /// A cycle as above. `waits`: an answer is there and is not taken. `held`, `most`: tiles in the design,
    /// and the most ever.
    void cycle(bool offered, bool accepted, bool waits, bool taken, bool wanted, std::size_t held,
               std::size_t most) {
        refusals_.cycle(offered, accepted, wanted, taken);
        const bool held_more = most != most_;
        most_ = most;
        if (held_more) tries_ = 0;
        if (held_more || longest_ <= refusals_.busy()) hits_ = longest_ = 0;  // it was not full then
        run_ = offered && !accepted && waits ? run_ + 1 : 0;
        if (held != most || run_ <= refusals_.busy()) return;
        ++hits_;
        longest_ = std::max(longest_, run_);
    }
    /// A segment that offers tiles until the design is full has ended.
    void tried() { ++tries_; }
    /// It gave up before the design refused a tile for long.
    void never_refused() { ++given_up_; }

    [[nodiscard]] std::uint64_t hits() const { return hits_; }
    /// Segments that aimed at it, with the present number of tiles or without a refusal.
    [[nodiscard]] std::uint64_t tries() const { return std::max(tries_, given_up_); }

   private:
    Refusals refusals_;
    std::uint64_t hits_ = 0, run_ = 0, longest_ = 0, tries_ = 0, given_up_ = 0;
    std::size_t most_ = 0;
};

}  // namespace karat::tb
