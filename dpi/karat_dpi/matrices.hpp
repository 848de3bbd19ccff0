// SPDX-License-Identifier: Apache-2.0
// Converts the matrices of the C ABI to those of the model.
#pragma once
#include "karat.h"
#include "karat/evaluate/tile.hpp"
#include "karat/evaluate/tile_elements.hpp"
#include "karat_dpi/model.hpp"

namespace karat::dpi {

/// Operands of `count` tiles, checked for NULLs and ranges; karat::tile() checks the rest. Valid as long as
/// the caller's data.
struct TileCall {
    Shape shape;  ///< m, n and k of one tile; `blocks` is the number of tiles
    TileOperands in;
};

/// Throws Refusal (KARAT_BAD_OPERAND) if `data` is NULL and a row of A has elements of metadata.
void require_metadata(const void* data, std::size_t elements);

/// Throws Refusal for a NULL pointer or a size out of range.
[[nodiscard]] TileCall tile_call(const Model& model, const karat_tile_operands& in, std::size_t count);
/// An m x n matrix. A leading dimension of 0 becomes that of a matrix without gaps.
[[nodiscard]] ConstMatrix result_matrix(const TileCall& call, const karat_matrix& matrix, const char* name);
[[nodiscard]] Matrix result_matrix(const TileCall& call, const karat_result& matrix, const char* name);

/// A buffer for rows x columns elements of `bits` bits. Throws Refusal for a NULL pointer, OperandError if
/// the buffer is too short.
[[nodiscard]] Matrix room(const karat_result& matrix, std::size_t rows, std::size_t columns, int bits,
                          const char* name);

/// m and n of a tile for which at least one word per lane is stored. 0 and 0 become those of the model.
/// Throws Refusal naming `what` for more than 65536 lanes.
struct Lanes {
    std::size_t m, n;
};
[[nodiscard]] Lanes kept_lanes(const Model& model, std::size_t m, std::size_t n, const char* what);

/// The operands of one tile, one element per word. Throws OperandError if a matrix is too short.
[[nodiscard]] TileElements tile_elements(const Model& model, const TileCall& call);

/// The elements of an m x n matrix, one per word, row by row. Throws OperandError if the matrix is too short.
[[nodiscard]] std::vector<std::uint64_t> result_elements(const Model& model, const TileCall& call,
                                                         const ConstMatrix& matrix, const char* name);

}  // namespace karat::dpi
