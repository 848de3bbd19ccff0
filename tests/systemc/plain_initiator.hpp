// SPDX-License-Identifier: Apache-2.0
// An initiator written only from TLM and docs/reference/systemc.md, without karat's code. All numbers are
// from that document.
#pragma once
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <systemc>
#include <tlm>
#include <vector>

namespace plain {

using Bytes = std::vector<unsigned char>;

/// The eight words that describe a window.
struct Window {
    std::uint32_t offset, size, tile_bytes, format, element_bits, lines, line_elements, column_major;
};
enum WindowIndex { kA, kB, kC, kScaleA, kScaleB, kD, kSpec, kMetadata };
constexpr int kWindowCount = 8;

class Initiator {
   public:
    sc_core::sc_time delay;  ///< total of all calls

    explicit Initiator(tlm::tlm_fw_transport_if<>& target) : target_(target) {}

    /// Sends one transaction with the usual attributes.
    tlm::tlm_response_status access(tlm::tlm_command command, std::uint64_t address, void* data,
                                    std::size_t length) {
        tlm::tlm_generic_payload payload;
        fill(payload, command, address, data, length);
        return send(payload);
    }
    static void fill(tlm::tlm_generic_payload& payload, tlm::tlm_command command, std::uint64_t address,
                     void* data, std::size_t length) {
        payload.set_command(command);
        payload.set_address(address);
        payload.set_data_ptr(static_cast<unsigned char*>(data));
        payload.set_data_length(static_cast<unsigned int>(length));
        payload.set_streaming_width(static_cast<unsigned int>(length));
        payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    }
    tlm::tlm_response_status send(tlm::tlm_generic_payload& payload) {
        target_.b_transport(payload, delay);
        return payload.get_response_status();
    }
    unsigned int debug(tlm::tlm_command command, std::uint64_t address, void* data, std::size_t length) {
        tlm::tlm_generic_payload payload;
        fill(payload, command, address, data, length);
        return target_.transport_dbg(payload);
    }
    tlm::tlm_fw_transport_if<>& target() { return target_; }

    std::uint32_t read32(std::uint64_t address) {
        std::uint32_t value = 0;
        must(access(tlm::TLM_READ_COMMAND, address, &value, 4));
        return value;
    }
    void write32(std::uint64_t address, std::uint32_t value) {
        must(access(tlm::TLM_WRITE_COMMAND, address, &value, 4));
    }
    Bytes read(std::uint64_t address, std::size_t length) {
        Bytes data(length);
        must(access(tlm::TLM_READ_COMMAND, address, data.data(), length));
        return data;
    }
    void write(std::uint64_t address, Bytes data) {
        must(access(tlm::TLM_WRITE_COMMAND, address, data.data(), data.size()));
    }

    Window window(int index) {
        Window out{};
        must(access(tlm::TLM_READ_COMMAND, 0x100 + 0x20 * static_cast<std::uint64_t>(index), &out,
                    sizeof out));
        return out;
    }
    /// Starts `tiles` tiles and returns the status register.
    std::uint32_t start(std::uint32_t tiles) {
        write32(0x80, tiles);
        write32(0x84, 1);
        return read32(0x88);
    }

   private:
    static void must(tlm::tlm_response_status status) {
        if (status != tlm::TLM_OK_RESPONSE) throw std::runtime_error("response " + std::to_string(status));
    }

    tlm::tlm_fw_transport_if<>& target_;
};

/// Reads `bits` bits of `data` from bit `at` on, least significant bit first, bit by bit as the document
/// defines.
inline std::uint64_t load_bits(const Bytes& data, std::size_t at, std::size_t bits) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bits; ++i)
        value |= std::uint64_t{(data.at((at + i) / 8) >> ((at + i) % 8)) & 1U} << i;
    return value;
}
inline void store_bits(Bytes& data, std::size_t at, std::size_t bits, std::uint64_t value) {
    for (std::size_t i = 0; i < bits; ++i) {
        unsigned char& byte = data.at((at + i) / 8);
        const unsigned mask = 1U << ((at + i) % 8);
        byte = static_cast<unsigned char>(((value >> i) & 1U) != 0 ? byte | mask : byte & ~mask);
    }
}
/// The first bit of element `position` of line `line` of tile `tile` in a window.
inline std::size_t bit_of(const Window& window, std::size_t tile, std::size_t line, std::size_t position) {
    return 8 * tile * window.tile_bytes + (line * window.line_elements + position) * window.element_bits;
}

}  // namespace plain
