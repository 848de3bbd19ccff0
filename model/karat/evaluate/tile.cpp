// SPDX-License-Identifier: Apache-2.0
#include "karat/evaluate/tile.hpp"

#include <string>
#include <vector>

#include "karat/error.hpp"
#include "karat/evaluate/sparse.hpp"

namespace karat {
namespace {

std::size_t element_index(std::size_t leading, bool column_major, std::size_t row, std::size_t column) {
    return column_major ? column * leading + row : row * leading + column;
}

/// The distance from the start of one block to that of the next. Computed in 128 bits, so that a huge leading
/// dimension does not overflow.
uint128 block_bytes(std::size_t lines, std::size_t leading, int bits) {
    return (uint128{lines} * leading * static_cast<unsigned>(bits) + 7) / 8;
}

/// Loads `lines` rows (columns if `by_column`) of `length` elements, one after the other.
std::vector<std::uint64_t> load_lines(const ConstMatrix& matrix, bool by_column, std::size_t lines,
                                      std::size_t length, int bits) {
    std::vector<std::uint64_t> out(lines * length);
    for (std::size_t line = 0; line < lines; ++line) {
        for (std::size_t at = 0; at < length; ++at) {
            const std::size_t index = by_column
                                          ? element_index(matrix.leading, matrix.column_major, at, line)
                                          : element_index(matrix.leading, matrix.column_major, line, at);
            out[line * length + at] = load_element(matrix.data, index, bits);
        }
    }
    return out;
}

ConstMatrix read_only(const Matrix& matrix) { return {matrix.data, matrix.leading, matrix.column_major}; }

/// Throws OperandError if an element of metadata is not allowed. Precondition: check_matrix has passed.
void check_allowed(const OperandRules& rules, const ConstMatrix& metadata, std::size_t rows,
                   const std::string& where = {}) {
    const auto columns = static_cast<std::size_t>(rules.metadata_count());
    check_selection(rules, load_lines(metadata, false, rows, columns, info(kMetadataFormat).bits), columns,
                    where);
}

}  // namespace

void check_matrix(const char* name, const ConstMatrix& matrix, std::size_t rows, std::size_t columns,
                  int bits, std::size_t blocks) {
    const auto& [data, leading, column_major] = matrix;
    if (rows == 0 || columns == 0) return;
    const std::size_t line = column_major ? rows : columns;
    const std::size_t lines = column_major ? columns : rows;
    if (leading < line) {
        throw OperandError(std::string(name) + ": leading dimension " + std::to_string(leading) +
                           " is less than " + std::to_string(line));
    }
    const uint128 last = ((uint128{lines - 1} * leading + line) * static_cast<unsigned>(bits) + 7) / 8;
    const uint128 needed = block_bytes(lines, leading, bits) * (blocks - 1) + last;
    if (needed > data.size()) {
        const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
        const std::string what =
            blocks == 1 ? "a " + shape + " matrix" : std::to_string(blocks) + " matrices of " + shape;
        throw OperandError(std::string(name) + ": " + std::to_string(data.size()) + " bytes; " + what +
                           " with leading dimension " + std::to_string(leading) +
                           (blocks == 1 ? " needs " : " need ") + BigInt(needed).str());
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

/// Block `index` of consecutive rows x columns matrices, each of which starts at a byte boundary.
/// Precondition: check_matrix has passed.
template <class M>
M block_of(const M& all, std::size_t index, std::size_t rows, std::size_t columns, int bits) {
    if (rows == 0 || columns == 0) return all;  // no scale factors
    M one = all;
    one.data = one.data.subspan(
        index * static_cast<std::size_t>(block_bytes(all.column_major ? columns : rows, all.leading, bits)));
    return one;
}

}  // namespace

void for_each_block(const OperandRules& rules, const Shape& shape, const TileOperands& in, const Matrix& d,
                    const std::function<void(const TileOperands&, const Matrix&)>& one) {
    if (shape.m < 1 || shape.n < 1 || shape.blocks < 1 || shape.k != rules.k) {
        throw OperandError("shape: " + std::to_string(shape.m) + " x " + std::to_string(shape.n) + " x " +
                           std::to_string(shape.k) + ", " + std::to_string(shape.blocks) +
                           " blocks; all must be positive, and k must be the specification's " +
                           std::to_string(rules.k));
    }
    const auto m = static_cast<std::size_t>(shape.m);
    const auto n = static_cast<std::size_t>(shape.n);
    const auto k = static_cast<std::size_t>(shape.k);
    const auto k_of_b = static_cast<std::size_t>(rules.k_of_b());
    const auto groups = static_cast<std::size_t>(rules.metadata_count());
    const std::size_t scales = static_cast<std::size_t>(rules.scale_count());
    const auto blocks = static_cast<std::size_t>(shape.blocks);
    const auto check = [&](const char* name, const ConstMatrix& matrix, std::size_t rows, std::size_t columns,
                           Format format) {
        check_matrix(name, matrix, rows, columns, info(format).bits, blocks);
    };
    const Format scale = rules.scale.value_or(Format::ue8m0);
    // Check every block before the first one is computed, so that nothing is written if an operand is
    // rejected.
    check("D", read_only(d), m, n, rules.d);
    check("A", in.a, m, k, rules.a);
    check("B", in.b, k_of_b, n, rules.b);
    check("C", in.c, m, n, rules.c);
    check("scales of A", in.scale_a, m, scales, scale);
    check("scales of B", in.scale_b, scales, n, scale);
    check("metadata", in.metadata, m, groups, kMetadataFormat);
    for (std::size_t i = 0; groups != 0 && i < blocks; ++i) {
        const std::string where = blocks == 1 ? "" : "matrix " + std::to_string(i) + ", ";
        check_allowed(rules, block_of(in.metadata, i, m, groups, info(kMetadataFormat).bits), m, where);
    }
    for (std::size_t i = 0; i < blocks; ++i) {
        const TileOperands block{block_of(in.a, i, m, k, info(rules.a).bits),
                                 block_of(in.b, i, k_of_b, n, info(rules.b).bits),
                                 block_of(in.c, i, m, n, info(rules.c).bits),
                                 block_of(in.scale_a, i, m, scales, info(scale).bits),
                                 block_of(in.scale_b, i, scales, n, info(scale).bits),
                                 block_of(in.metadata, i, m, groups, info(kMetadataFormat).bits)};
        one(block, block_of(d, i, m, n, info(rules.d).bits));
    }
}

void tile(const DotAdd& dot, const Shape& shape, const TileOperands& in, const Matrix& d) {
    for_each_block(dot.operands(), shape, in, d, [&](const TileOperands& block, const Matrix& out) {
        tile(dot, static_cast<std::size_t>(shape.m), static_cast<std::size_t>(shape.n), block, out);
    });
}

namespace {

int scale_bits(const OperandRules& rules) { return rules.scale ? info(*rules.scale).bits : 8; }

void check_operands(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in) {
    const OperandRules& rules = dot.operands();
    const auto k = static_cast<std::size_t>(rules.k);
    check_matrix("A", in.a, m, k, info(rules.a).bits);
    check_matrix("B", in.b, static_cast<std::size_t>(rules.k_of_b()), n, info(rules.b).bits);
    check_matrix("C", in.c, m, n, info(rules.c).bits);
    check_matrix("scales of A", in.scale_a, m, dot.scale_count(), scale_bits(rules));
    check_matrix("scales of B", in.scale_b, dot.scale_count(), n, scale_bits(rules));
    const auto groups = static_cast<std::size_t>(rules.metadata_count());
    check_matrix("metadata", in.metadata, m, groups, info(kMetadataFormat).bits);
    check_allowed(rules, in.metadata, m);
}

}  // namespace

void check_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d) {
    check_operands(dot, m, n, in);
    check_matrix("D", read_only(d), m, n, info(dot.operands().d).bits);
}

std::vector<std::uint64_t> load_matrix(const char* name, const ConstMatrix& matrix, std::size_t rows,
                                       std::size_t columns, int bits) {
    check_matrix(name, matrix, rows, columns, bits);
    return load_lines(matrix, false, rows, columns, bits);
}

TileElements load_tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in) {
    check_operands(dot, m, n, in);
    const OperandRules& rules = dot.operands();
    const auto k = static_cast<std::size_t>(rules.k);
    TileElements out;
    out.a = load_lines(in.a, false, m, k, info(rules.a).bits);
    out.b = load_lines(in.b, true, n, static_cast<std::size_t>(rules.k_of_b()), info(rules.b).bits);
    out.c = load_lines(in.c, false, m, n, info(rules.c).bits);
    out.scale_a = load_lines(in.scale_a, false, m, dot.scale_count(), scale_bits(rules));
    out.scale_b = load_lines(in.scale_b, true, n, dot.scale_count(), scale_bits(rules));
    out.metadata = load_lines(in.metadata, false, m, static_cast<std::size_t>(rules.metadata_count()),
                              info(kMetadataFormat).bits);
    return out;
}

void tile(const DotAdd& dot, std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d) {
    check_tile(dot, m, n, in, d);
    const int d_bits = info(dot.operands().d).bits;
    const TileElements elements = load_tile(dot, m, n, in);
    for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            store_packed(d.data, element_index(d.leading, d.column_major, i, j), d_bits,
                         dot(elements.operands(i, j, n)));
        }
    }
}

}  // namespace karat
