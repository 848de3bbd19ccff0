// SPDX-License-Identifier: Apache-2.0
// Tiles aimed at the boundary between two operations of a chain.
#pragma once
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/scales.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// In each tile the sum of the first operation cancels to its last bits, overflows, is tiny, or is a single
/// bit. The products of the other operations lie within about F bits of it; they are zeros if it is a single
/// bit. Without a chain, the first half of the products takes the place of the first operation. Never ends.
class ChainBoundarySource final : public TileSource {
   public:
    ChainBoundarySource(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    const Spec spec_;
    StimulusFacts facts_;
    std::size_t m_, n_;
    ScaleFactors scales_;
    Random random_;
    std::uint64_t index_ = 0;
};

}  // namespace karat::tb
