// SPDX-License-Identifier: Apache-2.0
// Tiles of operands, and the interface of their sources.
#pragma once
#include <optional>

#include "karat/evaluate/tile_elements.hpp"
#include "karat_tb/stimulus/operand_class.hpp"

namespace karat::tb {

/// Operands of one tile, and why they were chosen.
struct Tile : TileElements {
    OperandClass operand_class = OperandClass::uniform_bits;
    std::uint32_t mode = 0;  ///< value of the design's mode input, where tiles of several modes are mixed
};

/// A sequence of tiles. The constructor arguments determine the whole sequence.
class TileSource {
   public:
    virtual ~TileSource() = default;
    /// The next tile, or nothing at the end of the sequence.
    [[nodiscard]] virtual std::optional<Tile> next() = 0;

   protected:
    TileSource() = default;
    TileSource(const TileSource&) = default;
    TileSource& operator=(const TileSource&) = default;
};

}  // namespace karat::tb
