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

/// Exponents in the kernels of operands that are zero or special. With saturating addition, any sum with
/// kSpecialExponent lies above those of finite products, and any other sum with kZeroExponent lies below
/// kNoProduct.
inline constexpr int kZeroExponent = -8192;
inline constexpr int kSpecialExponent = 20000;
inline constexpr int kNoProduct = -4000;

/// How a kernel wants the operands decoded.
struct DecodePlan {
    std::vector<std::uint32_t> order;  ///< k of the p-th element that the operations use
    bool scales_sums = false;          ///< scale factors belong to the groups, not to the products
    bool scales_alone = false;         ///< a group is compared by the exponents of its scale factors alone
    bool terms_count = false;          ///< a group counts if a product and both its scale factors are nonzero
    bool bare_products = false;        ///< products are not aligned and must stay within fp32's range
};

/// Lines side by side: element p of line j is at [p * width + j].
template <class Exponent>
struct Panel {
    float* values;
    Exponent* exponents;
    std::size_t width;
};
using RowPanel = Panel<std::int32_t>;  ///< each word holds the exponent twice, as two 16-bit numbers
using LanePanel = Panel<std::int16_t>;

/// A format whose encodings the kernels decode with 32-bit shifts and masks.
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
