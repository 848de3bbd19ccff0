// SPDX-License-Identifier: Apache-2.0
// The C ABI's matrices as the model's.
#pragma once
#include "karat.h"
#include "karat/evaluate/tile.hpp"
#include "karat/evaluate/tile_elements.hpp"
#include "karat_dpi/model.hpp"

namespace karat::dpi {

/// Operands of `count` tiles, checked for NULLs and ranges; `tile` checks the rest. Valid as long as the
/// caller's data is.
struct TileCall {
    Shape shape;  ///< m, n and k of a tile, blocks: their number
    TileOperands in;
};

/// Throws Refusal for a NULL or a size out of range.
[[nodiscard]] TileCall tile_call(const Model& model, const karat_tile_operands& in, std::size_t count);
/// m x n elements; leading dimension 0 becomes that of a matrix without gaps.
[[nodiscard]] ConstMatrix result_matrix(const TileCall& call, const karat_matrix& matrix, const char* name);
[[nodiscard]] Matrix result_matrix(const TileCall& call, const karat_result& matrix, const char* name);

/// Room for rows x columns elements of `bits`. Throws Refusal for a NULL, OperandError if it is too short.
[[nodiscard]] Matrix room(const karat_result& matrix, std::size_t rows, std::size_t columns, int bits,
                          const char* name);

/// m and n of a tile of which a word or more is kept for each lane; 0 and 0 become the model's. Throws
/// Refusal naming `what` for more than 65536 lanes.
struct Lanes {
    std::size_t m, n;
};
[[nodiscard]] Lanes kept_lanes(const Model& model, std::size_t m, std::size_t n, const char* what);

/// One tile's operands, one a word. Throws OperandError for a matrix that is too short.
[[nodiscard]] TileElements tile_elements(const Model& model, const TileCall& call);

/// Elements of an m x n matrix, one a word, row by row. Throws OperandError if it is too short.
[[nodiscard]] std::vector<std::uint64_t> result_elements(const Model& model, const TileCall& call,
                                                         const ConstMatrix& matrix, const char* name);

}  // namespace karat::dpi
