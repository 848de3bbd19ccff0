// SPDX-License-Identifier: Apache-2.0
#include "karat_systemc/tile_module.hpp"

#include "karat/recipe/json/spec_json.hpp"
#include "karat_systemc/tile_extension.hpp"

namespace karat::systemc {
namespace {

tlm::tlm_response_status response(Access access) {
    switch (access) {
        case Access::ok:
            return tlm::TLM_OK_RESPONSE;
        case Access::bad_address:
            return tlm::TLM_ADDRESS_ERROR_RESPONSE;
        case Access::bad_length:
            return tlm::TLM_BURST_ERROR_RESPONSE;
        case Access::read_only:
            return tlm::TLM_COMMAND_ERROR_RESPONSE;
    }
    return tlm::TLM_GENERIC_ERROR_RESPONSE;
}

tlm::tlm_response_status compute(TileUnit& unit, TileExtension& extension) {
    const std::uint64_t before = unit.total_dot_adds();
    const bool done = unit.compute(extension.data, extension.tiles);
    extension.dot_adds = unit.total_dot_adds() - before;
    return done ? tlm::TLM_OK_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE;
}

std::span<std::byte> data_of(const tlm::tlm_generic_payload& transaction) {
    return std::as_writable_bytes(std::span(transaction.get_data_ptr(), transaction.get_data_length()));
}

}  // namespace

TileModule::TileModule(const sc_core::sc_module_name& name, const Spec& spec, const TileGeometry& geometry,
                       const sc_core::sc_time& latency)
    : sc_core::sc_module(name), socket("socket"), unit_(spec, geometry), latency_(latency) {
    socket.register_b_transport(this, &TileModule::b_transport);
    socket.register_transport_dbg(this, &TileModule::transport_dbg);
}

TileModule::TileModule(const sc_core::sc_module_name& name, std::string_view spec_json,
                       const TileGeometry& geometry, const sc_core::sc_time& latency)
    : TileModule(name, spec_from_json_text(spec_json), geometry, latency) {}

void TileModule::b_transport(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    const std::uint64_t before = unit_.total_dot_adds();
    transaction.set_response_status(respond(transaction));
    transaction.set_dmi_allowed(false);
    delay += latency_ * static_cast<double>(unit_.total_dot_adds() - before);
}

tlm::tlm_response_status TileModule::respond(tlm::tlm_generic_payload& transaction) {
    if (transaction.get_command() == tlm::TLM_IGNORE_COMMAND) {
        auto* extension = transaction.get_extension<TileExtension>();
        return extension != nullptr ? compute(unit_, *extension) : tlm::TLM_OK_RESPONSE;
    }
    if (!transaction.is_read() && !transaction.is_write()) return tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (transaction.get_byte_enable_ptr() != nullptr) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    if (transaction.get_streaming_width() < transaction.get_data_length())
        return tlm::TLM_BURST_ERROR_RESPONSE;
    if (transaction.get_data_ptr() == nullptr && transaction.get_data_length() != 0)
        return tlm::TLM_GENERIC_ERROR_RESPONSE;
    const std::span<std::byte> data = data_of(transaction);
    return response(transaction.is_read() ? unit_.read(transaction.get_address(), data)
                                          : unit_.write(transaction.get_address(), data));
}

unsigned int TileModule::transport_dbg(tlm::tlm_generic_payload& transaction) {
    if (transaction.get_data_ptr() == nullptr) return 0;
    const std::span<std::byte> data = data_of(transaction);
    if (transaction.is_read()) return static_cast<unsigned int>(unit_.peek(transaction.get_address(), data));
    if (transaction.is_write()) return static_cast<unsigned int>(unit_.poke(transaction.get_address(), data));
    return 0;
}

}  // namespace karat::systemc
