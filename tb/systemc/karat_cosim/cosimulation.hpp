// SPDX-License-Identifier: Apache-2.0
// Sends the same transactions to the golden module and to the design; the scoreboard compares the answers.
#pragma once
#include <tlm_utils/simple_initiator_socket.h>

#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "karat_cosim/transactor.hpp"
#include "karat_systemc/tile_module.hpp"
#include "karat_tb/check/mode_boards.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::cosim {

class Initiator;
using InitiatorSocket = tlm_utils::simple_initiator_socket<Initiator>;

/// The initiator runs several threads to keep a pipelined design full. Each thread takes the next tile, sends
/// it to both targets and passes both answers to the scoreboard, which gets them in the order of the tiles.
/// A tile goes to the golden module of its mode: `golden` has a socket for each entry of the boards.
/// Calls sc_stop when the source ends, the design breaks the protocol, or the limit of mismatches is reached.
class Initiator final : public sc_core::sc_module {
   public:
    std::vector<std::unique_ptr<InitiatorSocket>> golden;
    InitiatorSocket design;

    Initiator(const sc_core::sc_module_name& name, tb::TileSource& source, tb::ModeBoards& boards,
              const tb::CheckSettings& settings, const RtlTransactor& transactor);

    [[nodiscard]] std::uint64_t first_mismatch_cycle() const { return first_mismatch_cycle_; }

   private:
    struct Answered {
        tb::Tile tile;
        std::vector<std::uint64_t> expected;
        std::vector<tb::Answer> answers;
        tb::PortWords flags;
    };
    void work();
    void deliver(std::uint64_t tag, Answered answered);
    [[nodiscard]] bool finished() const;

    tb::TileSource& source_;
    tb::ModeBoards& boards_;
    const tb::CheckSettings& settings_;
    const RtlTransactor& transactor_;
    std::vector<tb::TileShape> shapes_;  // of each mode
    std::uint64_t sent_ = 0;
    bool exhausted_ = false;
    int working_ = 0;
    std::uint64_t first_mismatch_cycle_ = 0;
    std::map<std::uint64_t, Answered> early_;  // answers waiting for that of an earlier tile
};

/// Elaborates the golden module of each mode, the transactor and the initiator around `pins`, whose design is
/// clocked by `clock`, and simulates to the end. SystemC allows only one simulation per process. Throws
/// karat::Error if the ports do not fit, or if SystemC reported a warning or an error.
[[nodiscard]] tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                                       tb::ModeBoards& boards, const tb::CheckSettings& settings);
/// The same for a design without modes.
[[nodiscard]] tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                                       tb::Scoreboard& board, const tb::CheckSettings& settings);

}  // namespace karat::cosim
