// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/packed.hpp"
#include "karat/evaluate/shape.hpp"
#include "karat/evaluate/tile_elements.hpp"

namespace karat {

/// A matrix in natural packed storage: element i stands at bit `i * bits` (little-endian), so fp4 has two
/// elements a byte and fp6 four in three bytes; tf32 has 32 bits. `leading` is the distance, in elements,
/// between successive rows (row-major) or columns (column-major).
struct ConstMatrix {
    std::span<const std::byte> data;
    std::size_t leading = 0;
    bool column_major = false;
};
struct Matrix {
    std::span<std::byte> data;
    std::size_t leading = 0;
    bool column_major = false;
};

/// Operands of `D = A * B + C`: A is m x k, B is k x n, C and D are m x n. Scales: A's are m x (k / block),
/// B's (k / block) x n; empty without scales.
struct TileOperands {
    ConstMatrix a, b, c;
    ConstMatrix scale_a, scale_b;
};

/// The encodings of a packed rows x columns matrix, row by row. Throws OperandError, naming it, if its data
/// is too short for its shape or its leading dimension is less than a row (column).
[[nodiscard]] std::vector<std::uint64_t> load_matrix(const char* name, const ConstMatrix& matrix,
                                                     std::size_t rows, std::size_t columns, int bits);
/// The encodings of one tile's operands. Throws as above.
[[nodiscard]] TileElements load_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in);

/// One m x n tile; element (i, j) is the dot-add of row i and column j. D may be C. An instruction with
/// several blocks is one call per block. Throws as above.
void tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d);

/// The whole of an instruction: `shape.blocks` tiles of shape.m x shape.n (shape as find_instruction returns
/// it). The blocks of every matrix (scales too) follow each other in its storage, each of as many whole rows
/// (columns) of the leading dimension as the matrix has and from a whole byte on. Throws as above, and if the
/// shape is not fully chosen; then nothing has been written.
void tile(const DotAdd& dot, const Shape& shape, const TileOperands& in, const Matrix& d);

/// Throws OperandError, beginning with `name`, unless the matrix has storage for `blocks` stacked ones of
/// rows x columns elements of `bits`.
void check_matrix(const char* name, const ConstMatrix& matrix, std::size_t rows, std::size_t columns,
                  int bits, std::size_t blocks = 1);

/// What both throw for, nothing else.
void check_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d);

/// Calls `one(block's operands, block's D)` for every block of an instruction, as tile() above lays them out.
/// Throws before the first one, for the shape and for any block's matrices.
void for_each_block(const OperandRules& rules, const Shape& shape, const TileOperands& in, const Matrix& d,
                    const std::function<void(const TileOperands&, const Matrix&)>& one);

}  // namespace karat
