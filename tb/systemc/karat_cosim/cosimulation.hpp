// SPDX-License-Identifier: Apache-2.0
// Sends the same transactions to the golden module and to the design; the scoreboard compares the answers.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <systemc>

#include "karat_cosim/transactor.hpp"
#include "karat_systemc/tile_module.hpp"
#include "karat_tb/check/scoreboard.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::cosim {

/// The initiator runs several threads to keep a pipelined design full. Each thread takes the next tile, sends
/// it to both targets and passes both answers to the scoreboard, which gets them in the order of the tiles.
/// Calls sc_stop when the source ends, the design breaks the protocol, or the limit of mismatches is reached.
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
    std::map<std::uint64_t, Answered> early_;  // answers waiting for that of an earlier tile
};

/// Elaborates the golden module, the transactor and the initiator around `pins`, whose design is clocked by
/// `clock`, and simulates to the end. SystemC allows only one simulation per process. Throws karat::Error if
/// the ports do not fit, or if SystemC reported a warning or an error.
[[nodiscard]] tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                                       tb::Scoreboard& board, const tb::CheckSettings& settings);

}  // namespace karat::cosim
