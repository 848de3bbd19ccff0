// SPDX-License-Identifier: Apache-2.0
// Tiles of operands, and where they come from.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/algorithm/terms.hpp"
#include "karat_tb/operand_class.hpp"

namespace karat::tb {

/// Encodings of one tile of m x n lanes: a[i*k + j], b[i*k + j] (row of A, column of B), c[i*n + j]; with S = k / block scale factors of a
/// row or column, scale_a[i*S + s], scale_b[j*S + s], else empty.
struct Tile {
    std::vector<std::uint64_t> a, b, c;
    std::vector<std::uint64_t> scale_a, scale_b;
    OperandClass operand_class = OperandClass::uniform_bits;

    /// The dot-add of lane (i, j). The spans stay valid as long as the tile does.
    [[nodiscard]] Operands operands(std::size_t i, std::size_t j, std::size_t n) const {
        const std::size_t m = c.size() / n;
        const auto row = [](const std::vector<std::uint64_t>& all, std::size_t index, std::size_t rows) {
            const std::size_t length = all.size() / rows;
            return std::span(all).subspan(index * length, length);
        };
        return {row(a, i, m), row(b, j, n), row(scale_a, i, m), row(scale_b, j, n), c[i * n + j]};
    }
};

/// A sequence of tiles, reproducible from what the source was made of.
class TileSource {
   public:
    virtual ~TileSource() = default;
    /// Nothing: there are no more.
    [[nodiscard]] virtual std::optional<Tile> next() = 0;

   protected:
    TileSource() = default;
    TileSource(const TileSource&) = default;
    TileSource& operator=(const TileSource&) = default;
};

}  // namespace karat::tb
