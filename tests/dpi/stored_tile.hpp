// SPDX-License-Identifier: Apache-2.0
// Matrices in storage of exactly the bytes they need, and the expected tile, computed with single dot-adds.
#pragma once
#include "../unit/stored_matrix.hpp"
#include "c_abi.hpp"

namespace karat::test {

/// The matrix in the type of the C ABI.
[[nodiscard]] inline karat_matrix matrix_of(const StoredMatrix& from) {
    return {from.data.empty() ? nullptr : from.data.data(), from.data.size(), from.leading,
            from.column_major ? 1 : 0};
}
[[nodiscard]] inline karat_result result_of(StoredMatrix& to) {
    return {to.data.data(), to.data.size(), to.leading, to.column_major ? 1 : 0};
}

/// Elements of padding after each line, and which matrices are column-major.
struct Layout {
    std::size_t extra = 0;
    bool a = false, b = false, c = false, d = false;
};

/// The operands of a batch of tiles, and storage for its results.
struct StoredTiles {
    DotAdd dot;
    std::size_t m, n, tiles;
    StoredMatrix a, b, c, scale_a, scale_b, metadata, d;

    StoredTiles(const DotAdd& of, std::size_t rows, std::size_t columns, std::size_t count,
                const Layout& layout, std::mt19937_64& random)
        : dot(of),
          m(rows),
          n(columns),
          tiles(count),
          a(m, k(), of.spec().a, layout.a, layout.extra, random, count),
          b(k_of_b(), n, of.spec().b, layout.b, layout.extra, random, count),
          c(m, n, of.spec().c, layout.c, layout.extra, random, count),
          scale_a(m, of.scale_count(), of.spec().scale.value_or(Format::ue8m0), layout.b, 0, random, count),
          scale_b(of.scale_count(), n, of.spec().scale.value_or(Format::ue8m0), layout.a, 0, random, count),
          metadata(m, groups(), Format::uint4, layout.c, layout.extra, random, count),
          d(m, n, of.spec().d, layout.d, layout.extra, random, count) {
        soften(a);
        soften(b);
        for (std::size_t at = 0; at < tiles * m * groups(); ++at) {
            metadata.set(at / groups() % m, at % groups(), random_metadata(of.spec().metadata, random),
                         at / groups() / m);
        }
    }
    [[nodiscard]] std::size_t k() const { return static_cast<std::size_t>(dot.spec().k); }
    [[nodiscard]] std::size_t k_of_b() const { return static_cast<std::size_t>(dot.operands().k_of_b()); }
    [[nodiscard]] std::size_t groups() const {
        return static_cast<std::size_t>(dot.operands().metadata_count());
    }
    [[nodiscard]] karat_tile_operands view() const {
        const karat_matrix none{nullptr, 0, 0, 0};
        const bool scaled = dot.scale_count() != 0;
        return {m,
                n,
                matrix_of(a),
                matrix_of(b),
                matrix_of(c),
                scaled ? matrix_of(scale_a) : none,
                scaled ? matrix_of(scale_b) : none,
                groups() != 0 ? matrix_of(metadata) : none};
    }
    [[nodiscard]] std::uint64_t expected(std::size_t tile, std::size_t i, std::size_t j) const {
        const DotRow row(*this, tile, i, j);
        return dot({row.a, row.b, row.scale_a, row.scale_b, c.at(i, j, tile), row.metadata});
    }
    void expect_results(const StoredMatrix& got) const {
        for (std::size_t tile = 0; tile < tiles; ++tile) {
            for (std::size_t lane = 0; lane < m * n; ++lane) {
                EXPECT_EQ(got.at(lane / n, lane % n, tile), expected(tile, lane / n, lane % n))
                    << "tile " << tile << ", lane " << lane;
            }
        }
    }

    /// The operands of one lane, one element per word.
    struct DotRow {
        std::vector<std::uint64_t> a, b, scale_a, scale_b, metadata;
        DotRow(const StoredTiles& from, std::size_t tile, std::size_t i, std::size_t j)
            : a(from.a.row(i, tile)),
              b(from.b.column(j, tile)),
              scale_a(from.scale_a.row(i, tile)),
              scale_b(from.scale_b.column(j, tile)),
              metadata(from.metadata.row(i, tile)) {}
    };

   private:
    /// Clears the top exponent bit of all elements except every 64th, so that most sums stay finite.
    void soften(StoredMatrix& matrix) const {
        for (std::size_t at = 0; at < tiles * matrix.rows * matrix.columns; ++at) {
            if (at % 64 == 63) continue;
            const std::size_t tile = at / (matrix.rows * matrix.columns);
            const std::size_t row = at / matrix.columns % matrix.rows;
            const std::size_t column = at % matrix.columns;
            matrix.set(row, column, matrix.at(row, column, tile) & ~(std::uint64_t{1} << (matrix.bits - 2)),
                       tile);
        }
    }
};

}  // namespace karat::test
