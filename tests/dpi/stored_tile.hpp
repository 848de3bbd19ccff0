// SPDX-License-Identifier: Apache-2.0
// Matrices in storage of exactly the bytes they need, and what a tile of them must give, computed from single
// dot-adds.
#pragma once
#include "c_abi.hpp"

namespace karat::test {

/// `tiles` matrices one after the other, each from a whole byte on; the gaps between lines and the bits up to
/// the byte are random too.
struct StoredMatrix {
    std::size_t rows, columns, leading;
    bool column_major;
    int bits;
    std::size_t stride;  ///< bytes from one tile to the next
    std::vector<std::byte> data;

    StoredMatrix(std::size_t r, std::size_t c, Format format, std::size_t extra, bool by_columns,
                 std::size_t tiles, std::mt19937_64& random)
        : rows(r),
          columns(c),
          leading((by_columns ? r : c) + extra),
          column_major(by_columns),
          bits(info(format).bits) {
        const std::size_t lines = column_major ? columns : rows;
        const auto bytes = [&](std::size_t elements) {
            return (elements * static_cast<std::size_t>(bits) + 7) / 8;
        };
        stride = bytes(lines * leading);
        data.resize((tiles - 1) * stride + bytes(lines == 0 ? 0 : (lines - 1) * leading + leading - extra));
        for (std::byte& byte : data) byte = static_cast<std::byte>(random() & 0xFF);
    }
    [[nodiscard]] std::size_t index(std::size_t row, std::size_t column) const {
        return column_major ? column * leading + row : row * leading + column;
    }
    [[nodiscard]] std::uint64_t at(std::size_t tile, std::size_t row, std::size_t column) const {
        return load_packed(std::span(data).subspan(tile * stride), index(row, column), bits);
    }
    void put(std::size_t tile, std::size_t row, std::size_t column, std::uint64_t value) {
        store_packed(std::span(data).subspan(tile * stride), index(row, column), bits, value);
    }
    [[nodiscard]] karat_matrix view() const {
        return {data.empty() ? nullptr : data.data(), data.size(), leading, column_major ? 1 : 0};
    }
    [[nodiscard]] karat_result result() { return {data.data(), data.size(), leading, column_major ? 1 : 0}; }
};

/// Distance between lines beyond a line, and which matrices stand column by column.
struct Layout {
    std::size_t extra = 0;
    bool a = false, b = false, c = false, d = false;
};

/// Operands and room for the results of a batch.
struct StoredTiles {
    const DotAdd& dot;
    std::size_t m, n, tiles;
    StoredMatrix a, b, c, scale_a, scale_b, d;

    StoredTiles(const DotAdd& of, std::size_t rows, std::size_t columns, std::size_t count,
                const Layout& layout, std::mt19937_64& random)
        : dot(of),
          m(rows),
          n(columns),
          tiles(count),
          a(m, k(), of.spec().a, layout.extra, layout.a, count, random),
          b(k(), n, of.spec().b, layout.extra, layout.b, count, random),
          c(m, n, of.spec().c, layout.extra, layout.c, count, random),
          scale_a(m, of.scale_count(), of.spec().scale.value_or(Format::ue8m0), 0, layout.b, count, random),
          scale_b(of.scale_count(), n, of.spec().scale.value_or(Format::ue8m0), 0, layout.a, count, random),
          d(m, n, of.spec().d, layout.extra, layout.d, count, random) {
        soften(a);
        soften(b);
    }
    [[nodiscard]] std::size_t k() const { return static_cast<std::size_t>(dot.spec().k); }
    [[nodiscard]] karat_tile_operands view() const {
        const karat_matrix none{nullptr, 0, 0, 0};
        const bool scaled = dot.scale_count() != 0;
        return {m,
                n,
                a.view(),
                b.view(),
                c.view(),
                scaled ? scale_a.view() : none,
                scaled ? scale_b.view() : none};
    }
    [[nodiscard]] std::uint64_t expected(std::size_t tile, std::size_t i, std::size_t j) const {
        const DotRow row(*this, tile, i, j);
        return dot({row.a, row.b, row.scale_a, row.scale_b, c.at(tile, i, j)});
    }
    void expect_results(const StoredMatrix& got) const {
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            for (std::size_t lane = 0; lane < m * n; ++lane) {
                EXPECT_EQ(got.at(tile, lane / n, lane % n), expected(tile, lane / n, lane % n))
                    << "tile " << tile << ", lane " << lane;
            }
        }
    }

    /// Operands of one lane, one a word.
    struct DotRow {
        std::vector<std::uint64_t> a, b, scale_a, scale_b;
        DotRow(const StoredTiles& from, std::size_t tile, std::size_t i, std::size_t j) {
            for (std::size_t x = 0; x < from.k(); ++x) {
                a.push_back(from.a.at(tile, i, x));
                b.push_back(from.b.at(tile, x, j));
            }
            for (std::size_t x = 0; x < from.dot.scale_count(); ++x) {
                scale_a.push_back(from.scale_a.at(tile, i, x));
                scale_b.push_back(from.scale_b.at(tile, x, j));
            }
        }
    };

   private:
    /// Clears the exponent's upper bit of all but every 64th element, so that most sums stay finite.
    void soften(StoredMatrix& matrix) const {
        for (std::size_t at = 0; at < tiles * matrix.rows * matrix.columns; ++at) {
            if (at % 64 == 63) continue;
            const std::size_t tile = at / (matrix.rows * matrix.columns);
            const std::size_t row = at / matrix.columns % matrix.rows;
            const std::size_t column = at % matrix.columns;
            matrix.put(tile, row, column,
                       matrix.at(tile, row, column) & ~(std::uint64_t{1} << (matrix.bits - 2)));
        }
    }
};

}  // namespace karat::test
