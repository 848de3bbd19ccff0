// SPDX-License-Identifier: Apache-2.0
// Tiles of another source, changed to what a unit can be given.
#pragma once
#include <memory>
#include <vector>

#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Keeps one operand over a random number of tiles, 1 to 16, for a unit that loads it separately. A steered
/// tile, which needs all of its operands, always brings its own.
class KeptOperand final : public TileSource {
   public:
    using Operand = std::vector<std::uint64_t> TileElements::*;
    KeptOperand(std::unique_ptr<TileSource> from, Operand operand, std::uint64_t seed)
        : from_(std::move(from)), operand_(operand), random_(seed ^ 0x6b656570ULL) {}
    [[nodiscard]] std::optional<Tile> next() override {
        constexpr std::uint64_t most = 16;
        std::optional<Tile> tile = from_->next();
        if (!tile) return tile;
        if (left_ == 0 || tile->operand_class == OperandClass::steered) {
            kept_ = (*tile).*operand_;
            left_ = 1 + random_.below(most);
        }
        --left_;
        (*tile).*operand_ = kept_;
        return tile;
    }

   private:
    std::unique_ptr<TileSource> from_;
    Operand operand_;
    Random random_;
    std::vector<std::uint64_t> kept_;
    std::uint64_t left_ = 0;
};

/// Tiles with c = +0, for a unit that has no c.
class WithoutC final : public TileSource {
   public:
    explicit WithoutC(std::unique_ptr<TileSource> from) : from_(std::move(from)) {}
    [[nodiscard]] std::optional<Tile> next() override {
        std::optional<Tile> tile = from_->next();
        if (tile) tile->c.assign(tile->c.size(), 0);  // +0 is the encoding 0 in every format
        return tile;
    }

   private:
    std::unique_ptr<TileSource> from_;
};

}  // namespace karat::tb
