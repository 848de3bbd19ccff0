// SPDX-License-Identifier: Apache-2.0
// The accumulation orders, each for one region of D.
#pragma once
#include <optional>

#include "karat_gemm/gemm.hpp"

namespace karat {

/// One product, ready to run: every matrix there and checked.
struct GemmJob {
    const TileEngine& engine;
    const GemmOptions& options;
    TileOperands in;  ///< C: what the chain starts from
    Matrix d;
    std::size_t dot_adds;
    std::vector<std::uint32_t> k_order;  ///< random
    std::optional<TileOperands>
        tail;  ///< A, B and scale factors of the last dot-add where `in` has too few of them
};

/// The chain's results, before alpha and beta.
void accumulate(const GemmJob& job, const Region& region, TileWorkspace& workspace);

/// Permutation of 0..count-1 from a seed, the same on every machine.
[[nodiscard]] std::vector<std::uint32_t> permutation(std::size_t count, std::uint64_t seed);

}  // namespace karat
