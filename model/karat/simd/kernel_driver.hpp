// SPDX-License-Identifier: Apache-2.0
// Drivers of the vector kernels: they decode blocks of operands, load c into the lanes and store d from them.
#pragma once
#include <memory>

#include "karat/evaluate/tile.hpp"
#include "karat/simd/decode/panel_decoder.hpp"
#include "karat/simd/fused/fused_kernel.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Lines [first, first + count) of an operand to decode, at positions [place, place + dot_adds * k).
struct LineBlock {
    const Lines& lines;
    bool is_a;
    std::size_t first;
    std::size_t count;
    std::size_t place;
    std::size_t dot_adds;
};

/// Storage for decoded blocks and for the running values of the lanes, kept between blocks.
class DriverBuffers {
   public:
    virtual ~DriverBuffers() = default;

   protected:
    DriverBuffers() = default;
    DriverBuffers(const DriverBuffers&) = default;
    DriverBuffers& operator=(const DriverBuffers&) = default;
};

/// Immutable, and therefore thread-safe.
class KernelDriver {
   public:
    virtual ~KernelDriver() = default;
    [[nodiscard]] virtual std::size_t lanes() const = 0;
    [[nodiscard]] virtual std::unique_ptr<DriverBuffers> buffers() const = 0;
    /// Whether `buffers`, made by this driver or by another one, suits this driver like those of buffers(). A
    /// precondition of all other functions.
    [[nodiscard]] virtual bool fits(const DriverBuffers& buffers) const = 0;

    /// Decodes lines into the kernel's rows, kRows per panel, or into its lanes, in one panel. The step
    /// driver leaves unused columns of a panel unchanged; the others fill them with zeros.
    virtual void decode_rows(const LineBlock& block, DriverBuffers& buffers) const = 0;
    virtual void decode_lanes(const LineBlock& block, DriverBuffers& buffers) const = 0;

    /// Loads or stores the running values of row `i`: `count` lanes, from or to elements first + j * step of
    /// a matrix. The matrix holds c at the start of a chain (`is_start`), otherwise d.
    virtual void load(bool is_start, std::span<const std::byte> data, std::size_t first, std::size_t step,
                      std::size_t count, std::size_t i, DriverBuffers& buffers) const = 0;
    virtual void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
                       std::size_t i, DriverBuffers& buffers) const = 0;

    /// Runs `dot_adds` dot-adds on the decoded rows [row, row + kRows) and the lanes. `row` is a multiple of
    /// kRows.
    virtual void run(std::size_t row, std::size_t dot_adds, Repair& repair, DriverBuffers& buffers) const = 0;

   protected:
    KernelDriver() = default;
    KernelDriver(const KernelDriver&) = default;
    KernelDriver& operator=(const KernelDriver&) = default;
};

/// Null if the kernel does not support the recipe.
[[nodiscard]] std::unique_ptr<const KernelDriver> fused_driver(const Program& program, const Bounds& bounds,
                                                               Simd simd);
[[nodiscard]] std::unique_ptr<const KernelDriver> step_driver(const Program& program, const Bounds& bounds,
                                                              Simd simd);
[[nodiscard]] std::unique_ptr<const KernelDriver> grid_driver(const Program& program, Simd simd);

}  // namespace karat::simd
