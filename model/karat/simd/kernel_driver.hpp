// SPDX-License-Identifier: Apache-2.0
// A vector kernel with what it needs around it: how blocks of operands, c and d get into its lanes and out.
#pragma once
#include <memory>

#include "karat/evaluate/tile.hpp"
#include "karat/simd/decode/panel_decoder.hpp"
#include "karat/simd/fused/fused_kernel.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Lines of an operand to decode: [first, first + count), of which places [place, place + dot_adds * k).
struct LineBlock {
    const Lines& lines;
    bool is_a;
    std::size_t first;
    std::size_t count;
    std::size_t place;
    std::size_t dot_adds;
};

/// Storage of decoded blocks and of the lanes' running values, kept between blocks.
class DriverBuffers {
   public:
    virtual ~DriverBuffers() = default;

   protected:
    DriverBuffers() = default;
    DriverBuffers(const DriverBuffers&) = default;
    DriverBuffers& operator=(const DriverBuffers&) = default;
};

/// Immutable.
class KernelDriver {
   public:
    virtual ~KernelDriver() = default;
    [[nodiscard]] virtual std::size_t lanes() const = 0;
    [[nodiscard]] virtual std::unique_ptr<DriverBuffers> buffers() const = 0;
    /// Whether storage, of this path or another, is what buffers() makes. All other functions ask for that.
    [[nodiscard]] virtual bool fits(const DriverBuffers& buffers) const = 0;

    /// Decodes lines that become the kernel's rows, kRows to a panel, or its lanes, in one panel; what a
    /// panel has too many of is zeros.
    virtual void decode_rows(const LineBlock& block, DriverBuffers& buffers) const = 0;
    virtual void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const = 0;

    /// The running values of row `i`: `count` lanes from or to elements first + j * step of a matrix of c (of
    /// a chain's start) or of d.
    virtual void load(bool is_start, std::span<const std::byte> data, std::size_t first, std::size_t step,
                      std::size_t count, std::size_t i, DriverBuffers& buffers) const = 0;
    virtual void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
                       std::size_t i, DriverBuffers& buffers) const = 0;

    /// `dot_adds` dot-adds on the decoded rows [row, row + kRows) (`row` a multiple) and the lanes.
    virtual void run(std::size_t row, std::size_t dot_adds, Repair& repair, DriverBuffers& buffers) const = 0;

   protected:
    KernelDriver() = default;
    KernelDriver(const KernelDriver&) = default;
    KernelDriver& operator=(const KernelDriver&) = default;
};

/// Null if no kernel does the recipe.
[[nodiscard]] std::unique_ptr<const KernelDriver> fused_driver(const Program& program, const Bounds& bounds,
                                                               Simd simd);
[[nodiscard]] std::unique_ptr<const KernelDriver> step_driver(const Program& program, const Bounds& bounds,
                                                              Simd simd);

}  // namespace karat::simd
