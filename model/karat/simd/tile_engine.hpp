// SPDX-License-Identifier: Apache-2.0
// The fast engine for whole tiles: the bits of DotAdd, lane by lane, by vector kernels where there is one for
// the recipe.
#pragma once
#include <memory>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/tile.hpp"
#include "karat/simd/simd.hpp"

namespace karat {

namespace simd {
class KernelDriver;
}

/// Working storage of TileEngine::run. It grows to what the largest tile needs and is reused, so that a run
/// allocates nothing. One run at a time may use it; keep one per thread.
class TileWorkspace {
   public:
    TileWorkspace();
    ~TileWorkspace();
    TileWorkspace(TileWorkspace&&) noexcept;
    TileWorkspace& operator=(TileWorkspace&&) noexcept;
    TileWorkspace(const TileWorkspace&) = delete;
    TileWorkspace& operator=(const TileWorkspace&) = delete;

    /// Lanes that a vector kernel has left to the readable model since construction: infinities, NaNs,
    /// exponents near fp32's limits.
    [[nodiscard]] std::size_t repaired() const;

    struct Buffers;
    [[nodiscard]] Buffers& buffers() { return *buffers_; }

   private:
    std::unique_ptr<Buffers> buffers_;
};

/// Part of D: rows [row, row + rows), columns [column, column + columns). `local`: the matrices C and D hold
/// that part alone.
struct Region {
    std::size_t row = 0, rows = 0, column = 0, columns = 0;
    bool local = false;
};

/// Dot-adds [first, first + count) of a longer k, in steps of the specification's k. `k_order`: which k
/// stands at each place of the longer one; null: the place itself.
struct DotAddRange {
    std::size_t first = 0;
    std::size_t count = 1;
    const std::uint32_t* k_order = nullptr;
};

/// Immutable after construction, so one engine may serve many threads.
class TileEngine {
   public:
    /// `simd`: one of usable_simd(); all give the same bits. Throws SpecError for an impossible
    /// specification.
    explicit TileEngine(const DotAdd& dot, Simd simd = best_simd());
    ~TileEngine();
    TileEngine(TileEngine&&) noexcept;
    TileEngine& operator=(TileEngine&&) noexcept;
    TileEngine(const TileEngine&) = delete;
    TileEngine& operator=(const TileEngine&) = delete;

    /// The contract, the errors and the bits of tile() (tile.hpp), in either form.
    void run(std::size_t m, std::size_t n, const TileOperands& in, const Matrix& d,
             TileWorkspace& workspace) const;
    void run(const Shape& shape, const TileOperands& in, const Matrix& d, TileWorkspace& workspace) const;

    /// D's `region` of a chain of dot-adds, each one's d the next one's c. A has as many columns, B as many
    /// rows as the chain reaches to. D may be C. Preconditions: matrices with the shapes that check_tile asks
    /// for (there with the longer k); c and d in one format if the chain has more than one dot-add.
    void run_chain(const Region& region, const DotAddRange& chain, const TileOperands& in, const Matrix& d,
                   TileWorkspace& workspace) const;

    /// Whether a vector kernel does the recipe; otherwise run() is tile().
    [[nodiscard]] bool is_fast() const { return path_ != nullptr; }
    [[nodiscard]] const DotAdd& dot() const { return dot_; }

   private:
    void run_fast(const Region& region, const DotAddRange& chain, const TileOperands& in, const Matrix& d,
                  TileWorkspace& workspace) const;
    DotAdd dot_;
    std::unique_ptr<const simd::KernelDriver> path_;
};

}  // namespace karat
