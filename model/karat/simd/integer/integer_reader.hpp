// SPDX-License-Identifier: Apache-2.0
// Reads runs of consecutive integers from packed storage.
#pragma once
#include <cstdint>
#include <span>

#include "karat/format/format.hpp"
#include "karat/simd/integer/pack_kernel.hpp"

namespace karat::simd {

class IntegerReader {
   public:
    /// Precondition: `format` is an integer of at most 16 bits.
    IntegerReader(Format format, Simd simd);

    /// out[i] = element first + i, for i < count.
    void run(std::span<const std::byte> data, std::size_t first, std::size_t count, std::int16_t* out) const;
    [[nodiscard]] std::int16_t one(std::span<const std::byte> data, std::size_t index) const;
    [[nodiscard]] const PackKernel& kernel() const { return kernel_; }

   private:
    void aligned(const std::byte* from, std::size_t count, std::int16_t* out) const;
    int bits_;
    std::int16_t sign_;  ///< weight of the sign bit, or 0
    PackKernel kernel_;
};

}  // namespace karat::simd
