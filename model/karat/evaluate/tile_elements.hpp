// SPDX-License-Identifier: Apache-2.0
// A tile as encodings, one per word. Stimulus makes it, coverage samples it, and its outputs are compared.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "karat/evaluate/products.hpp"

namespace karat {

/// Encodings of one tile of m x n lanes: a[i*k + j], b[i*k + j] (row of A, column of B), c[i*n + j]. With S =
/// k / block scale factors per row or column: scale_a[i*S + s], scale_b[j*S + s]; otherwise these are empty.
struct TileElements {
    std::vector<std::uint64_t> a, b, c;
    std::vector<std::uint64_t> scale_a, scale_b;
    std::vector<std::uint64_t> metadata;  ///< of the rows of A; empty without metadata

    /// The operands of lane (i, j). The spans are valid as long as the tile exists.
    [[nodiscard]] Operands operands(std::size_t i, std::size_t j, std::size_t n) const {
        const std::size_t m = c.size() / n;
        const auto row = [](const std::vector<std::uint64_t>& all, std::size_t index, std::size_t rows) {
            const std::size_t length = all.size() / rows;
            return std::span(all).subspan(index * length, length);
        };
        return {row(a, i, m),       row(b, j, n), row(scale_a, i, m),
                row(scale_b, j, n), c[i * n + j], row(metadata, i, m)};
    }
};

}  // namespace karat
