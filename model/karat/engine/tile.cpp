// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/tile.hpp"

#include <string>
#include <vector>

#include "karat/error.hpp"

namespace karat {
namespace {

std::size_t element_index(std::size_t leading, bool column_major, std::size_t row, std::size_t column) {
    return column_major ? column * leading + row : row * leading + column;
}

/// Row `row` (or column, for B) of a matrix, `count` elements.
std::vector<std::uint64_t> load_line(const ConstMatrix& matrix, bool is_row, std::size_t line, std::size_t count, int bits) {
    std::vector<std::uint64_t> out(count);
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t index = is_row ? element_index(matrix.leading, matrix.column_major, line, k)
                                         : element_index(matrix.leading, matrix.column_major, k, line);
        out[k] = load_packed(matrix.data, index, bits);
    }
    return out;
}

}  // namespace

void check_matrix(const char* name, const ConstMatrix& matrix, std::size_t rows, std::size_t columns, int bits) {
    const auto& [data, leading, column_major] = matrix;
    const std::size_t bytes = data.size();
    if (rows == 0 || columns == 0) return;
    const std::size_t line = column_major ? rows : columns;
    const std::size_t lines = column_major ? columns : rows;
    if (leading < line) {
        throw OperandError(std::string(name) + ": leading dimension " + std::to_string(leading) + " is less than " + std::to_string(line));
    }
    // in 128 bits, so that a wild leading dimension does not wrap
    const uint128 needed = ((uint128{lines - 1} * leading + line) * static_cast<unsigned>(bits) + 7) / 8;
    if (needed > bytes) {
        throw OperandError(std::string(name) + ": " + std::to_string(bytes) + " bytes; a " + std::to_string(rows) + " x " +
                           std::to_string(columns) + " matrix with leading dimension " + std::to_string(leading) + " needs " +
                           Wide(needed).str());
    }
}

std::uint64_t load_packed(std::span<const std::byte> data, std::size_t index, int bits) {
    const std::size_t first = index * static_cast<std::size_t>(bits);
    std::uint64_t value = 0;
    for (int done = 0; done < bits;) {
        const std::size_t at = first + static_cast<std::size_t>(done);
        const int offset = static_cast<int>(at % 8);
        const int taken = std::min(8 - offset, bits - done);
        const std::uint64_t part = (static_cast<std::uint64_t>(data[at / 8]) >> offset) & ((1U << taken) - 1);
        value |= part << done;
        done += taken;
    }
    return value;
}

void store_packed(std::span<std::byte> data, std::size_t index, int bits, std::uint64_t value) {
    const std::size_t first = index * static_cast<std::size_t>(bits);
    for (int done = 0; done < bits;) {
        const std::size_t at = first + static_cast<std::size_t>(done);
        const int offset = static_cast<int>(at % 8);
        const int taken = std::min(8 - offset, bits - done);
        const unsigned mask = ((1U << taken) - 1) << offset;
        const auto part = static_cast<unsigned>((value >> done) << offset) & mask;
        data[at / 8] = static_cast<std::byte>((static_cast<unsigned>(data[at / 8]) & ~mask) | part);
        done += taken;
    }
}

namespace {

/// Block `index` of stacked matrices of `lines` rows (columns).
template <class M>
M block_of(const M& all, std::size_t index, std::size_t lines, int bits) {
    const std::size_t bytes = lines * all.leading * static_cast<std::size_t>(bits) / 8;
    M one = all;
    one.data = one.data.subspan(std::min(index * bytes, one.data.size()));
    return one;
}

}  // namespace

void for_each_block(const Spec& spec, const Shape& shape, const TileOperands& in, const Matrix& d,
                    const std::function<void(const TileOperands&, const Matrix&)>& one) {
    if (shape.m < 1 || shape.n < 1 || shape.blocks < 1 || shape.k != spec.k) {
        throw OperandError("shape: " + std::to_string(shape.m) + " x " + std::to_string(shape.n) + " x " + std::to_string(shape.k) + ", " +
                           std::to_string(shape.blocks) + " blocks; it must be positive and its k the specification's, " +
                           std::to_string(spec.k));
    }
    const auto m = static_cast<std::size_t>(shape.m);
    const auto n = static_cast<std::size_t>(shape.n);
    const auto k = static_cast<std::size_t>(shape.k);
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape.blocks); ++i) {
        TileOperands block = in;
        block.a = block_of(in.a, i, in.a.column_major ? k : m, info(spec.a).bits);
        block.b = block_of(in.b, i, in.b.column_major ? n : k, info(spec.b).bits);
        block.c = block_of(in.c, i, in.c.column_major ? n : m, info(spec.c).bits);
        one(block, block_of(d, i, d.column_major ? n : m, info(spec.d).bits));
    }
}

void tile(const DotAdd& dot, const Shape& shape, const TileOperands& in, const Matrix& d) {
    for_each_block(dot.spec(), shape, in, d, [&](const TileOperands& block, const Matrix& out) {
        tile(dot, static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n), block, out);
    });
}

void check_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d) {
    const Spec& spec = dot.spec();
    const auto k = static_cast<std::size_t>(spec.k);
    const std::size_t blocks = dot.scale_count();
    const int scale_bits = spec.scale ? info(*spec.scale).bits : 8;
    check_matrix("A", in.a, m, k, info(spec.a).bits);
    check_matrix("B", in.b, k, n, info(spec.b).bits);
    check_matrix("C", in.c, m, n, info(spec.c).bits);
    check_matrix("D", {d.data, d.leading, d.column_major}, m, n, info(spec.d).bits);
    check_matrix("scales of A", in.scale_a, m, blocks, scale_bits);
    check_matrix("scales of B", in.scale_b, blocks, n, scale_bits);
}

void tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d) {
    check_tile(dot, m, n, in, d);
    const Spec& spec = dot.spec();
    const auto k = static_cast<std::size_t>(spec.k);
    const std::size_t blocks = dot.scale_count();
    const int scale_bits = spec.scale ? info(*spec.scale).bits : 8;
    std::vector<std::vector<std::uint64_t>> columns(n);
    std::vector<std::vector<std::uint64_t>> column_scales(n);
    for (std::size_t j = 0; j < n; ++j) {
        columns[j] = load_line(in.b, false, j, k, info(spec.b).bits);
        column_scales[j] = load_line(in.scale_b, false, j, blocks, scale_bits);
    }
    for (std::size_t i = 0; i < m; ++i) {
        const auto row = load_line(in.a, true, i, k, info(spec.a).bits);
        const auto row_scales = load_line(in.scale_a, true, i, blocks, scale_bits);
        for (std::size_t j = 0; j < n; ++j) {
            const std::uint64_t c = load_packed(in.c.data, element_index(in.c.leading, in.c.column_major, i, j), info(spec.c).bits);
            const std::uint64_t result = dot({row, columns[j], row_scales, column_scales[j], c});
            store_packed(d.data, element_index(d.leading, d.column_major, i, j), info(spec.d).bits, result);
        }
    }
}

}  // namespace karat
