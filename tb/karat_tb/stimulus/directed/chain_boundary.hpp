// SPDX-License-Identifier: Apache-2.0
// Tiles aimed at what lies between two operations of a chain.
#pragma once
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/directed/stimulus_facts.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/scales.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// In each tile the first operation's sum cancels to its last bits, overflows, is tiny, or is one bit. The
/// other operations' products lie about F bits around it; beside one bit they are zeros. Without a chain "the
/// first operation" is the first half of the products. Never ends.
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
