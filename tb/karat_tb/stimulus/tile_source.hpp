// SPDX-License-Identifier: Apache-2.0
// Tiles of operands, and where they come from.
#pragma once
#include <optional>

#include "karat/evaluate/tile_elements.hpp"
#include "karat_tb/stimulus/operand_class.hpp"

namespace karat::tb {

/// Operands of one tile, and why they were chosen.
struct Tile : TileElements {
    OperandClass operand_class = OperandClass::uniform_bits;
};

/// A sequence of tiles, reproducible from what the source was made of.
class TileSource {
   public:
    virtual ~TileSource() = default;
    /// Nothing: there are no more.
    [[nodiscard]] virtual std::optional<Tile> next() = 0;

   protected:
    TileSource() = default;
    TileSource(const TileSource&) = default;
    TileSource& operator=(const TileSource&) = default;
};

}  // namespace karat::tb
