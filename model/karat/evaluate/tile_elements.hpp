// SPDX-License-Identifier: Apache-2.0
// A tile as encodings, one a word: what stimulus makes, coverage samples and an answer is compared for.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "karat/evaluate/products.hpp"

namespace karat {

/// Encodings of one tile of m x n lanes: a[i*k + j], b[i*k + j] (row of A, column of B), c[i*n + j]; with S =
/// k / block scale factors of a row or column, scale_a[i*S + s], scale_b[j*S + s], else empty.
struct TileElements {
    std::vector<std::uint64_t> a, b, c;
    std::vector<std::uint64_t> scale_a, scale_b;

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

}  // namespace karat
