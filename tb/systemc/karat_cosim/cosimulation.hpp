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
/// A tile goes to the golden module of its mode: `golden` has a socket for each mode. Calls sc_pause when the
/// source ends, the design breaks the protocol, or the limit of mismatches is reached.
class Initiator final : public sc_core::sc_module {
   public:
    std::vector<std::unique_ptr<InitiatorSocket>> golden;
    InitiatorSocket design;

    /// `modes`: the values of the mode input; one, of no meaning, for a design without modes.
    Initiator(const sc_core::sc_module_name& name, std::vector<std::uint32_t> modes,
              const RtlTransactor& transactor);
    /// Begins a run. The arguments must live until it ends. Precondition: the boards have no other modes.
    void begin(tb::TileSource& source, tb::ModeBoards& boards, const tb::CheckSettings& settings);

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

    const RtlTransactor& transactor_;
    std::vector<std::uint32_t> modes_;
    // of this run
    tb::TileSource* source_ = nullptr;
    tb::ModeBoards* boards_ = nullptr;
    const tb::CheckSettings* settings_ = nullptr;
    std::vector<tb::TileShape> shapes_;   // of each entry of the boards
    std::vector<std::size_t> golden_of_;  // and its socket
    std::uint64_t sent_ = 0;
    bool exhausted_ = false;
    int working_ = 0;
    std::uint64_t first_mismatch_cycle_ = 0;
    std::map<std::uint64_t, Answered> early_;  // answers waiting for that of an earlier tile
};

/// A design with the golden module of each of its modes, the transactor and the initiator. SystemC allows one
/// per process, and it can run several times.
class Cosimulation {
   public:
    struct Mode {
        std::uint32_t value = 0;
        Spec spec;
    };
    /// Elaborates all of them around `pins`, whose design is clocked by `clock`. `modes`: one, whose value
    /// has no meaning, for a design without modes. Throws karat::Error if the ports do not fit.
    Cosimulation(Pins& pins, sc_core::sc_signal<bool>& clock, const std::vector<Mode>& modes,
                 std::size_t rows, std::size_t columns);
    Cosimulation(const Cosimulation&) = delete;
    Cosimulation& operator=(const Cosimulation&) = delete;
    /// Ends the simulation.
    ~Cosimulation();
    /// Resets the design and simulates until the run is over. `boards`: of one, several or all modes. Throws
    /// karat::Error if the flags do not fit, or if SystemC reported a warning or an error.
    [[nodiscard]] tb::CheckResult run(tb::TileSource& source, tb::ModeBoards& boards,
                                      const tb::CheckSettings& settings);

   private:
    Pins& pins_;
    RtlTransactor transactor_;
    Initiator initiator_;
    std::vector<std::unique_ptr<systemc::TileModule>> golden_;
};

/// One run with all modes of the boards, in a simulation of its own.
[[nodiscard]] tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                                       tb::ModeBoards& boards, const tb::CheckSettings& settings);
/// The same for a design without modes.
[[nodiscard]] tb::CheckResult simulate(Pins& pins, sc_core::sc_signal<bool>& clock, tb::TileSource& source,
                                       tb::Scoreboard& board, const tb::CheckSettings& settings);

}  // namespace karat::cosim
