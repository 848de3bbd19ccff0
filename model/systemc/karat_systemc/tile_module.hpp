// SPDX-License-Identifier: Apache-2.0
// A specification behind a TLM-2.0 socket. docs/reference/systemc.md describes the memory map and every
// response.
#pragma once
#include <tlm_utils/simple_target_socket.h>

#include <string_view>
#include <systemc>
#include <tlm>

#include "karat_systemc/tile_unit.hpp"

namespace karat::systemc {

/// A matrix-multiply unit without clock cycles: a write to its control register computes tiles at once. It
/// never calls wait(). Instead it adds `latency` per dot-add to the delay of the transaction that starts
/// them, so an initiator may run ahead of simulated time. It prints and reports nothing: errors are in the
/// response or in the status register. There is no direct memory interface.
class TileModule : public sc_core::sc_module {
   public:
    tlm_utils::simple_target_socket<TileModule> socket;

    /// The specification as a value or as JSON text. Throws SpecError for an invalid specification or
    /// geometry.
    TileModule(const sc_core::sc_module_name& name, const Spec& spec, const TileGeometry& geometry = {},
               const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME);
    TileModule(const sc_core::sc_module_name& name, std::string_view spec_json,
               const TileGeometry& geometry = {}, const sc_core::sc_time& latency = sc_core::SC_ZERO_TIME);

    [[nodiscard]] const char* kind() const override { return "karat_tile"; }
    [[nodiscard]] const Spec& spec() const { return unit_.dot().spec(); }
    [[nodiscard]] const MemoryMap& map() const { return unit_.map(); }

   private:
    void b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay);
    unsigned int transport_dbg(tlm::tlm_generic_payload& transaction);
    [[nodiscard]] tlm::tlm_response_status respond(tlm::tlm_generic_payload& transaction);

    TileUnit unit_;
    sc_core::sc_time latency_;
};

}  // namespace karat::systemc
