// SPDX-License-Identifier: Apache-2.0
// Tiles of a run, put together again from the rows that a vector file holds of them.
#pragma once
#include <vector>

#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Removes from `rows` the tiles of m x n lanes that are there with every lane, and returns them in the order
/// of their numbers. The notes of the rows say the tile, the lane and the class (row_note.hpp). A tile stays
/// in `rows` if a lane is missing or there twice, or if lanes of a row of A or of a column of B contradict
/// each other.
[[nodiscard]] std::vector<Tile> take_whole_tiles(std::vector<VectorRow>& rows, std::size_t m, std::size_t n);

}  // namespace karat::tb
