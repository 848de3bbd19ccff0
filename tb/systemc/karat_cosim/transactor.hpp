// SPDX-License-Identifier: Apache-2.0
// Converts TLM transactions to pin activity of an RTL design and back.
#pragma once
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <systemc>
#include <tlm>

#include "karat_cosim/pins.hpp"
#include "karat_systemc/tile_extension.hpp"
#include "karat_tb/check/check.hpp"
#include "karat_tb/check/traffic.hpp"

namespace karat::cosim {

/// Optional extension next to a TileExtension, for what a tile has only at pins.
class PinExtension : public tlm::tlm_extension<PinExtension> {
   public:
    std::uint32_t mode = 0;  ///< for the mode input, if the design has one
    tb::PortWords unknown;   ///< the bits of the answer that are X or Z, packed like d
    tb::PortWords flags;     ///< the status flags of the answer, packed like flags_o; empty without them
    [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new PinExtension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const PinExtension&>(other);
    }
};

/// Accepts transactions with a TileExtension of one tile and offers them at the pins in order, with a
/// valid/ready handshake, any latency, and the traffic of tb::Traffic. b_transport blocks until the design
/// has answered, so there are as many transactions in flight as initiator threads. After a fault every
/// transaction gets a generic error response.
class RtlTransactor final : public sc_core::sc_module {
   public:
    tlm_utils::simple_target_socket<RtlTransactor> socket;
    sc_core::sc_in<bool> clock;

    /// Throws karat::Error if the design's ports do not fit the shape.
    RtlTransactor(const sc_core::sc_module_name& name, Pins& pins, const tb::TileShape& shape);
    /// Begins a run with a reset of the design; counters and fault are those of this run. Call it before the
    /// first transaction, and when no transaction is in flight. Throws karat::Error if the design's ports do
    /// not fit the flags of the settings.
    void begin(const tb::CheckSettings& settings);

    [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
    /// The fault of the design; `passed` as long as it keeps the protocol.
    [[nodiscard]] tb::Verdict fault() const { return fault_; }
    [[nodiscard]] const std::string& reason() const { return reason_; }

   private:
    /// One transaction in flight. It lives on the stack of the thread that called b_transport.
    struct Job {
        systemc::TileExtension* tile = nullptr;
        PinExtension* pins = nullptr;  ///< may be null
        sc_core::sc_event done;
        bool answered = false;
    };
    void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
    [[nodiscard]] bool fits(const systemc::TileExtension& tile) const;
    void cycle();
    void take_answer();
    void watch();
    void drive();
    void load();
    void fail(tb::Verdict verdict, const std::string& reason);

    Pins& pins_;
    tb::TileShape shape_;
    tb::TilePorts operands_;
    tb::PortWords d_, unknown_, flags_;
    tb::FlagBoard* flag_board_ = nullptr;  // null: the design has no flags
    tb::Traffic traffic_;
    tb::Traffic::Drive driven_;
    std::uint64_t patience_ = 0;
    std::deque<Job*> waiting_, pending_;
    bool on_pins_ = false;  // the first of waiting_ is
    std::uint64_t cycles_ = 0, reset_cycles_ = 0, answered_ = 0;
    std::uint64_t idle_ = 0;  // cycles in which the design did not do what was asked of it
    tb::Verdict fault_ = tb::Verdict::passed;
    std::string reason_;
};

}  // namespace karat::cosim
