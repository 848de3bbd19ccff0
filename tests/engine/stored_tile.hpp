// SPDX-License-Identifier: Apache-2.0
// Converts the encodings of a tile to packed matrices in any layout.
#pragma once
#include <gtest/gtest.h>

#include "../unit/difference.hpp"
#include "../unit/stored_matrix.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::test {

/// The matrices of a tb::Tile. Bit i of `layout`: matrix i (A, B, C, D) is column-major. The bits above these
/// four are the gap between lines, in elements.
struct StoredTile {
    StoredMatrix a, b, c, d, scale_a, scale_b, metadata;

    StoredTile(const DotAdd& dot, const tb::Tile& tile, std::size_t m, std::size_t n, unsigned layout)
        : a(m, k_of(dot), dot.operands().a, (layout & 1U) != 0, layout >> 4U),
          b(static_cast<std::size_t>(dot.operands().k_of_b()), n, dot.operands().b, (layout & 2U) != 0,
            layout >> 4U),
          c(m, n, dot.operands().c, (layout & 4U) != 0, layout >> 4U),
          d(m, n, dot.operands().d, (layout & 8U) != 0, layout >> 4U),
          scale_a(m, dot.scale_count(), dot.operands().scale.value_or(Format::ue8m0), (layout & 1U) != 0,
                  layout >> 4U),
          scale_b(dot.scale_count(), n, dot.operands().scale.value_or(Format::ue8m0), (layout & 2U) != 0,
                  layout >> 4U),
          metadata(m, static_cast<std::size_t>(dot.operands().metadata_count()), kMetadataFormat,
                   (layout & 1U) != 0, layout >> 4U) {
        for (std::size_t i = 0; i < m; ++i) {
            for (std::size_t k = 0; k < a.columns; ++k) a.set(i, k, tile.a[i * a.columns + k]);
            for (std::size_t s = 0; s < scale_a.columns; ++s)
                scale_a.set(i, s, tile.scale_a[i * scale_a.columns + s]);
            for (std::size_t g = 0; g < metadata.columns; ++g)
                metadata.set(i, g, tile.metadata[i * metadata.columns + g]);
            for (std::size_t j = 0; j < n; ++j) c.set(i, j, tile.c[i * n + j]);
        }
        for (std::size_t j = 0; j < n; ++j) {
            for (std::size_t k = 0; k < b.rows; ++k) b.set(k, j, tile.b[j * b.rows + k]);
            for (std::size_t s = 0; s < scale_b.rows; ++s)
                scale_b.set(s, j, tile.scale_b[j * scale_b.rows + s]);
        }
    }
    [[nodiscard]] TileOperands operands() const {
        return {a.view(), b.view(), c.view(), scale_a.view(), scale_b.view(), metadata.view()};
    }

   private:
    static std::size_t k_of(const DotAdd& dot) { return static_cast<std::size_t>(dot.operands().k); }
};

}  // namespace karat::test
