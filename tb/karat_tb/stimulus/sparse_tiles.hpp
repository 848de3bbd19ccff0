// SPDX-License-Identifier: Apache-2.0
// Tiles with metadata, made from dense ones: the elements of B move to where the metadata selects them, and
// other values fill the rest.
#pragma once
#include <memory>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The specification of the dense dot-add that is left after the selection.
[[nodiscard]] Spec dense_spec(const Spec& spec);

class SparseTiles {
   public:
    /// Precondition: `rules` have metadata.
    SparseTiles(const OperandRules& rules, std::uint64_t seed);

    /// In half of the tiles all rows have the same metadata, so that every lane computes the dense tile. In
    /// the others each row has its own, and only the lanes of row 0 are sure to.
    [[nodiscard]] Tile expanded(Tile dense);
    /// One element of metadata in all rows is `element`. Precondition: it is allowed.
    [[nodiscard]] Tile expanded(Tile dense, std::size_t group, std::uint64_t element);

   private:
    [[nodiscard]] std::vector<std::uint64_t> row();
    void place(Tile& tile);

    OperandRules rules_;
    std::vector<std::uint64_t> allowed_;
    Random random_;
};

/// The tiles of a dense source, expanded.
class SparseSource final : public TileSource {
   public:
    SparseSource(std::unique_ptr<TileSource> dense, const OperandRules& rules, std::uint64_t seed)
        : dense_(std::move(dense)), tiles_(rules, seed) {}
    [[nodiscard]] std::optional<Tile> next() override {
        auto tile = dense_->next();
        if (tile) tile = tiles_.expanded(std::move(*tile));
        return tile;
    }

   private:
    std::unique_ptr<TileSource> dense_;
    SparseTiles tiles_;
};

}  // namespace karat::tb
