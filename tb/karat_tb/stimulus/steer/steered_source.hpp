// SPDX-License-Identifier: Apache-2.0
// Tiles that close the holes of a coverage.
#pragma once
#include <cstdint>

#include "karat_coverage/coverage.hpp"
#include "karat_tb/stimulus/sparse_tiles.hpp"
#include "karat_tb/stimulus/steer/dot_draft.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Draws dot-adds of the shape that a bin needs: which addend has the largest exponent, how far below it
/// another one lies, what cancels.
class HoleAim {
   public:
    HoleAim(const CoverageModel& model, std::uint64_t seed) : draft_(model, seed) {}
    /// One try, valid until the next. The coverage model decides whether it hits the bin.
    [[nodiscard]] const DotOperands& attempt(const Bin& bin);

   private:
    void aim(const Bin& bin);

    DotDraft draft_;
};

/// Tiles aimed at the holes of `coverage`. The caller samples each tile into that coverage, possibly some
/// tiles later, as a pipelined design does. All lanes of a tile get the same dot-add, so that one tile closes
/// a hole in every lane. Ends when there is no hole left, or after `patience` tries in a row that hit none;
/// the coverage then lists the remaining holes. The coverage must outlive the source. Throws Error if the
/// coverage belongs to a different specification or shape.
class SteeredSource final : public TileSource {
   public:
    SteeredSource(const Coverage& coverage, const Spec& spec, std::size_t m, std::size_t n,
                  std::uint64_t seed, std::uint64_t patience = 200000);
    [[nodiscard]] std::optional<Tile> next() override;

   private:
    /// A tile with the draft in every lane, for a bin; with metadata, it is placed where some metadata
    /// selects it.
    [[nodiscard]] Tile spread(const DotOperands& x, const Bin& bin);

    const Coverage& coverage_;
    std::size_t m_, n_;
    HoleAim aim_;
    std::optional<SparseTiles> sparse_;
    std::uint64_t patience_;
    std::uint64_t idle_ = 0;  ///< tries since the coverage last grew
    std::size_t last_holes_;
    std::size_t cursor_ = 0;
};

}  // namespace karat::tb
