// SPDX-License-Identifier: Apache-2.0
// Storage for decoded operands, in the order in which the vector kernels read them.
#pragma once
#include <cstdint>
#include <new>
#include <vector>

namespace karat::simd {

/// Allocates storage that is aligned to cache lines.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};
    LineAllocator() = default;
    template <class U>
    explicit LineAllocator(const LineAllocator<U>& /*other*/) {}
    [[nodiscard]] T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), alignment));
    }
    void deallocate(T* p, std::size_t /*n*/) { ::operator delete(p, alignment); }
    template <class U>
    bool operator==(const LineAllocator<U>& /*other*/) const {
        return true;
    }
};
template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

/// Lines side by side: element p of line j is at [p * width + j].
template <class Exponent>
struct Panel {
    float* values;
    Exponent* exponents;
    std::size_t width;
};
using RowPanel = Panel<std::int32_t>;  ///< each word holds the exponent twice, as two 16-bit numbers
using LanePanel = Panel<std::int16_t>;

/// A format whose encodings the kernels decode with 32-bit shifts and masks. Exponents are as in
/// fused_plan.hpp.
struct FieldLayout {
    int ignored_low_bits = 0;
    int fraction_bits = 0;
    int bias = 0;
    int sign_shift = 0;
    int zero_exponent = 0;
    std::uint32_t magnitude_mask = 0;
    std::uint32_t max_finite = 0;  ///< larger magnitudes are special
    std::uint32_t nan_code = 0;    ///< this encoding is special too; all ones if there is none
    float factor = 1;              ///< from fp32's bias to the format's
};

}  // namespace karat::simd
