// SPDX-License-Identifier: Apache-2.0
// The same transactions to the golden module and to the design; the answers meet in the scoreboard.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <systemc>

#include "karat_cosim/transactor.hpp"
#include "karat_systemc/tile_module.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::cosim {

/// Initiator: several threads, so that a pipelined design is kept full. Each takes the next tile, sends it to
/// both targets and hands both answers to the scoreboard, in the order of the tiles. Calls sc_stop when the
/// source ends, the design breaks the protocol, or enough mismatches were seen.
class Initiator final : public sc_core::sc_module {
   public:
    tlm_utils::simple_initiator_socket<Initiator> golden, design;

    Initiator(const sc_core::sc_module_name& name, tb::TileSource& source, tb::Scoreboard& board,
              const tb::CheckSettings& settings, const RtlTransactor& transactor);

    [[nodiscard]] std::uint64_t first_mismatch_cycle() const { return first_mismatch_cycle_; }

   private:
    struct Answered {
        tb::Tile tile;
        std::vector<std::uint64_t> expected;
        std::vector<tb::Answer> answers;
    };
    void work();
    void deliver(std::uint64_t tag, Answered answered);
    [[nodiscard]] bool finished() const;

    tb::TileSource& source_;
    tb::Scoreboard& board_;
    const tb::CheckSettings& settings_;
    const RtlTransactor& transactor_;
    tb::TileShape shape_;
    std::uint64_t sent_ = 0;
    bool exhausted_ = false;
    int working_ = 0;
    std::uint64_t first_mismatch_cycle_ = 0;
    std::map<std::uint64_t, Answered> early_;  // answered before a tile that was sent before them
};

/// Elaborates golden module, transactor and initiator around `pins` (whose design is clocked by `clock`) and
/// simulates to the end; once per process, as SystemC is. Throws karat::Error for ports that do not fit and
/// for anything SystemC warned of.
[[nodiscard]] tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                                       tb::Scoreboard& board, const tb::CheckSettings& settings);

}  // namespace karat::cosim
