// SPDX-License-Identifier: Apache-2.0
// Accumulates one region of D in any of the orders.
#pragma once
#include <optional>

#include "karat_gemm/gemm.hpp"

namespace karat {

/// One product, ready to run: every matrix is present and checked.
struct GemmJob {
    const TileEngine& engine;
    const GemmOptions& options;
    TileOperands in;  ///< C is the start of the chain
    Matrix d;
    std::size_t dot_adds;
    std::vector<std::uint32_t> k_order;  ///< Order::random
    std::optional<TileOperands> tail;    ///< A, B and scale factors of the last dot-add if `in` has too few
};

/// Computes the chain's results, before alpha and beta are applied.
void accumulate(const GemmJob& job, const Region& region, TileWorkspace& workspace);

/// A permutation of 0..count-1 from a seed, the same on every machine.
[[nodiscard]] std::vector<std::uint32_t> permutation(std::size_t count, std::uint64_t seed);

}  // namespace karat
