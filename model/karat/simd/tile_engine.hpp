// SPDX-License-Identifier: Apache-2.0
// The fast engine for whole tiles. Every lane is bit-identical to DotAdd. It uses a vector kernel if there is
// one for the recipe.
#pragma once
#include <memory>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/tile.hpp"
#include "karat/simd/simd.hpp"

namespace karat {

namespace simd {
class KernelDriver;
}

/// Working storage of TileEngine::run. It grows to the size that the largest tile needs and is reused, so
/// that later runs allocate nothing. Not thread-safe: keep one per thread.
class TileWorkspace {
   public:
    TileWorkspace();
    ~TileWorkspace();
    TileWorkspace(TileWorkspace&& other) noexcept;
    TileWorkspace& operator=(TileWorkspace&& other) noexcept;
    TileWorkspace(const TileWorkspace&) = delete;
    TileWorkspace& operator=(const TileWorkspace&) = delete;

    /// The number of results that a vector kernel has left to the readable model since construction, because
    /// of infinities, NaNs or exponents near the limits of fp32.
    [[nodiscard]] std::size_t repaired() const;

    struct Buffers;
    [[nodiscard]] Buffers& buffers() { return *buffers_; }

   private:
    std::unique_ptr<Buffers> buffers_;
};

/// Part of D: rows [row, row + rows), columns [column, column + columns). `local`: the matrices C and D hold
/// only that part.
struct Region {
    std::size_t row = 0, rows = 0, column = 0, columns = 0;
    bool local = false;
};

/// Dot-adds [first, first + count) over a longer k, in steps of the specification's k. `k_order[p]`: the k at
/// position p of the longer one. Null: k = p.
struct DotAddRange {
    std::size_t first = 0;
    std::size_t count = 1;
    const std::uint32_t* k_order = nullptr;
};

/// Immutable after construction, and therefore thread-safe.
class TileEngine {
   public:
    /// `simd`: one of usable_simd(); all give the same bits. Throws SpecError for an invalid specification.
    explicit TileEngine(DotAdd dot, Simd simd = best_simd());
    ~TileEngine();
    TileEngine(TileEngine&& other) noexcept;
    TileEngine& operator=(TileEngine&& other) noexcept;
    TileEngine(const TileEngine&) = delete;
    TileEngine& operator=(const TileEngine&) = delete;

    /// Same contract, errors and results as both forms of tile() (tile.hpp).
    void run(std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d,
             TileWorkspace& workspace) const;
    void run(const Shape& shape, const TileOperands& in, const Matrix& d, TileWorkspace& workspace) const;

    /// Computes the part `region` of D with a chain of dot-adds, in which each d is the c of the next
    /// dot-add. A has as many columns and B as many rows as the chain covers. D may be the same storage as C.
    /// Preconditions: the matrices have the shapes that check_tile requires, with the longer k; c and d have
    /// the same format if the chain has more than one dot-add.
    void run_chain(const Region& region, const DotAddRange& chain, const TileOperands& in, const Matrix& d,
                   TileWorkspace& workspace) const;

    /// Whether a vector kernel supports the recipe. Otherwise run() calls tile().
    [[nodiscard]] bool is_fast() const { return path_ != nullptr; }
    [[nodiscard]] const DotAdd& dot() const { return dot_; }

   private:
    void run_fast(const Region& region, const DotAddRange& chain, const TileOperands& in, const Matrix& d,
                  TileWorkspace& workspace) const;
    DotAdd dot_;
    std::unique_ptr<const simd::KernelDriver> path_;
};

}  // namespace karat
