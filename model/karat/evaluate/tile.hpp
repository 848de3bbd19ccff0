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

/// A matrix in packed storage. Element i starts at bit `i * bits` (little-endian), so fp4 has two elements
/// per byte and fp6 has four elements in three bytes; tf32 has 32 bits. `leading` is the distance, in
/// elements, between successive rows (row-major) or columns (column-major).
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

/// Operands of `D = A * B + C`: A is m x k, B is k x n, C and D are m x n. With metadata (sparse.hpp), which
/// is m x metadata_count() elements of uint4, B is 2k x n. The scale factors of A are m x (k / block), those
/// of B are (k / block) x n; both are empty without scale factors.
struct TileOperands {
    ConstMatrix a, b, c;
    ConstMatrix scale_a, scale_b;
    ConstMatrix metadata = {};
};

/// The encodings of a packed rows x columns matrix, row by row. Throws OperandError, naming the matrix, if
/// its data is too short for its shape or its leading dimension is less than a row (column).
[[nodiscard]] std::vector<std::uint64_t> load_matrix(const char* name, const ConstMatrix& matrix,
                                                     std::size_t rows, std::size_t columns, int bits);
/// The encodings of one tile's operands. Throws as above.
[[nodiscard]] TileElements load_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in);

/// Computes one m x n tile. Element (i, j) is the dot-add of row i of A and column j of B. D may be the same
/// storage as C. An instruction with several blocks needs one call per block. Throws as above.
void tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d);

/// Computes a whole instruction: `shape.blocks` tiles of shape.m x shape.n (shape as find_instruction returns
/// it). The blocks of every matrix, scale factors included, follow each other in its storage. Each block has
/// as many whole rows (columns) of the leading dimension as the matrix, and starts at a byte boundary. Throws
/// as above, and also if the shape is not fully specified. If it throws, nothing has been written.
void tile(const DotAdd& dot, const Shape& shape, const TileOperands& in, const Matrix& d);

/// Throws OperandError, whose message begins with `name`, unless the matrix has storage for `blocks`
/// consecutive matrices of rows x columns elements of `bits` bits.
void check_matrix(const char* name, const ConstMatrix& matrix, std::size_t rows, std::size_t columns,
                  int bits, std::size_t blocks = 1);

/// Makes the checks of tile() and nothing else.
void check_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d);

/// Calls `one(block's operands, block's D)` for every block of an instruction, laid out as for tile() above.
/// Errors in the shape or in the matrices of any block are thrown before the first call.
void for_each_block(const OperandRules& rules, const Shape& shape, const TileOperands& in, const Matrix& d,
                    const std::function<void(const TileOperands&, const Matrix&)>& one);

}  // namespace karat
