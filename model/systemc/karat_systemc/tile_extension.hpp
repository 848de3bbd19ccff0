// SPDX-License-Identifier: Apache-2.0
// Whole tiles in one transaction, for testbenches. The extension is ignorable: with TLM_IGNORE_COMMAND, a
// target that does not support it does nothing.
#pragma once
#include <tlm>

#include "karat_systemc/tile_unit.hpp"

namespace karat::systemc {

/// Set it on a payload whose command is TLM_IGNORE_COMMAND, and call b_transport. The target reads the
/// operands and writes `data.d` before it returns; the windows, status and error do not change. Address and
/// data of the payload are ignored. The initiator remains the owner of the memory. The response is
/// TLM_OK_RESPONSE. If `tiles` is 0, a matrix does not have exactly `tiles` tiles or an element of metadata
/// is not allowed, it is TLM_BURST_ERROR_RESPONSE and nothing is computed.
class TileExtension : public tlm::tlm_extension<TileExtension> {
   public:
    TileData data;
    std::size_t tiles = 1;
    std::uint64_t dot_adds = 0;  ///< result: dot-adds computed; 0 if the target ignored the extension

    [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new TileExtension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const TileExtension&>(other);
    }
};

}  // namespace karat::systemc
