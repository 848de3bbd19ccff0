// SPDX-License-Identifier: Apache-2.0
// Whole tiles in one transaction, for testbenches. Ignorable: with TLM_IGNORE_COMMAND a target that does not
// know it does nothing.
#pragma once
#include <tlm>

#include "karat_systemc/tile_unit.hpp"

namespace karat::systemc {

/// Set it on a payload whose command is TLM_IGNORE_COMMAND, and call b_transport. The target reads the
/// operands and writes `data.d` before it returns; the windows, status and error stay as they were. Address
/// and data of the payload are not looked at. The memory stays the initiator's. Response: ok; or a burst
/// error, and nothing done, unless every matrix has exactly `tiles` tiles.
class TileExtension : public tlm::tlm_extension<TileExtension> {
   public:
    TileData data;
    std::size_t tiles = 1;
    std::uint64_t dot_adds = 0;  ///< result: how many were done; 0 also if the target ignored the extension

    [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new TileExtension(*this); }
    void copy_from(const tlm::tlm_extension_base& other) override {
        *this = static_cast<const TileExtension&>(other);
    }
};

}  // namespace karat::systemc
