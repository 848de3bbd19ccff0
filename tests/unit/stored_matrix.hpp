// SPDX-License-Identifier: Apache-2.0
// Matrices in packed storage, in any layout.
#pragma once
#include <random>
#include <vector>

#include "karat/evaluate/tile.hpp"
#include "karat/format/format.hpp"

namespace karat::test {

/// Element `index` of packed storage, read bit by bit as packed.hpp defines it.
[[nodiscard]] inline std::uint64_t packed_bit_by_bit(std::span<const std::byte> data, std::size_t index,
                                                     int bits) {
    std::uint64_t value = 0;
    for (int i = 0; i < bits; ++i) {
        const std::size_t at = index * static_cast<std::size_t>(bits) + static_cast<std::size_t>(i);
        const auto bit = (std::to_integer<std::uint64_t>(data[at / 8]) >> (at % 8)) & 1U;
        value |= bit << i;
    }
    return value;
}

/// `tiles` consecutive matrices. Each begins on a byte boundary. The storage has exactly the bytes required.
struct StoredMatrix {
    std::size_t rows, columns, leading;
    bool column_major;
    int bits;
    std::size_t stride;  ///< bytes from one matrix to the next
    std::vector<std::byte> data;

    /// Filled with zeros. `gap`: number of elements between the end of a line and the next line.
    StoredMatrix(std::size_t r, std::size_t c, Format format, bool by_columns, std::size_t gap,
                 std::size_t tiles = 1)
        : rows(r),
          columns(c),
          leading((by_columns ? r : c) + gap),
          column_major(by_columns),
          bits(info(format).bits) {
        const std::size_t lines = column_major ? columns : rows;
        const auto bytes = [&](std::size_t elements) {
            return (elements * static_cast<std::size_t>(bits) + 7) / 8;
        };
        stride = bytes(lines * leading);
        data.resize((tiles - 1) * stride + bytes(lines == 0 ? 0 : lines * leading - gap));
    }
    /// Filled with random bits, including the gaps and the padding to a whole byte.
    StoredMatrix(std::size_t r, std::size_t c, Format format, bool by_columns, std::size_t gap,
                 std::mt19937_64& random, std::size_t tiles = 1)
        : StoredMatrix(r, c, format, by_columns, gap, tiles) {
        for (std::byte& byte : data) byte = static_cast<std::byte>(random() & 0xFF);
    }
    /// Reads bit by bit, because load_packed is under test.
    [[nodiscard]] std::uint64_t at(std::size_t row, std::size_t column, std::size_t tile = 0) const {
        return packed_bit_by_bit(std::span(data).subspan(tile * stride), index(row, column), bits);
    }
    void set(std::size_t row, std::size_t column, std::uint64_t value, std::size_t tile = 0) {
        store_packed(std::span(data).subspan(tile * stride), index(row, column), bits, value);
    }
    [[nodiscard]] std::vector<std::uint64_t> row(std::size_t i, std::size_t tile = 0) const {
        std::vector<std::uint64_t> out;
        for (std::size_t j = 0; j < columns; ++j) out.push_back(at(i, j, tile));
        return out;
    }
    [[nodiscard]] std::vector<std::uint64_t> column(std::size_t j, std::size_t tile = 0) const {
        std::vector<std::uint64_t> out;
        for (std::size_t i = 0; i < rows; ++i) out.push_back(at(i, j, tile));
        return out;
    }
    [[nodiscard]] ConstMatrix view() const { return {data, leading, column_major}; }
    [[nodiscard]] Matrix mutable_view() { return {data, leading, column_major}; }

   private:
    [[nodiscard]] std::size_t index(std::size_t row, std::size_t column) const {
        return column_major ? column * leading + row : row * leading + column;
    }
};

}  // namespace karat::test
