// SPDX-License-Identifier: Apache-2.0
// Operands decoded once for the vector kernels: each element's value in fp32 and its exponent, in the order the kernel reads them.
#pragma once
#include <array>
#include <cstdint>
#include <new>
#include <vector>

#include "karat/algorithm/plan.hpp"
#include "karat/engine/tile.hpp"

namespace karat::engine {

/// Storage on cache line boundaries.
template <class T>
struct LineAllocator {
    using value_type = T;
    static constexpr std::align_val_t alignment{64};
    LineAllocator() = default;
    template <class U>
    explicit LineAllocator(const LineAllocator<U>&) {}
    [[nodiscard]] T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }
    template <class U>
    bool operator==(const LineAllocator<U>&) const {
        return true;
    }
};
template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

/// One element: zeros and specials have the exponents of fda_plan.hpp.
struct Decoded {
    float value;
    std::int32_t exponent;
};

/// Rows of A (or columns of B) of a matrix, one a line.
struct Lines {
    ConstMatrix matrix;
    ConstMatrix scales;
    bool by_row = true;  ///< A's; false: B's
};

/// Decodes lines of one operand of a specification.
class LineDecoder {
   public:
    /// `is_a`: the lines are rows of A, else columns of B. Precondition: fp32 holds every element.
    LineDecoder(const Plan& plan, bool is_a);

    /// Elements [first_k, first_k + k) of line `line`, in the order the operations of a chain take them.
    void decode(const Lines& lines, std::size_t line, std::size_t first_k, Decoded* out) const;

   private:
    [[nodiscard]] Decoded decode(std::uint64_t encoding) const;
    [[nodiscard]] Decoded decode_ieee(std::uint64_t encoding) const;
    [[nodiscard]] Decoded scaled(const Decoded& element, std::uint64_t scale) const;

    const FormatInfo* stored_;
    const FormatInfo* multiplied_;
    const FormatInfo* scale_;
    bool flush_;
    FlushBelow flush_below_;
    ZeroExponent zero_rule_;
    int scale_block_;
    std::vector<std::uint32_t> order_;  ///< k of the p-th element
    bool in_order_ = true;
    bool plain_ieee_ = false;     ///< decode_ieee does it
    float ieee_factor_ = 1;       ///< decode_ieee: from fp32's bias to the format's
    int zero_exponent_ = 0;       ///< of an unscaled zero
    std::vector<Decoded> table_;  ///< of formats of at most 8 bits
};

}  // namespace karat::engine
