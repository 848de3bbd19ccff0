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

/// Lines side by side: element p of line j at [p * width + j]. A row's exponent stands twice in its word, as two 16-bit numbers.
template <class Exponent>
struct Panel {
    float* values;
    Exponent* exponents;
    std::size_t width;
};
using RowPanel = Panel<std::int32_t>;
using LanePanel = Panel<std::int16_t>;

/// Makes column j of a panel zeros.
template <class Exponent>
void clear(const Panel<Exponent>& panel, std::size_t k, std::size_t j);

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

    /// Elements [first_k, first_k + k) of line `line`, in the order the operations of a chain take them, into column `j` of a panel.
    void decode(const Lines& lines, std::size_t line, std::size_t first_k, const RowPanel& panel, std::size_t j) const;
    void decode(const Lines& lines, std::size_t line, std::size_t first_k, const LanePanel& panel, std::size_t j) const;

   private:
    /// An IEEE-like format within fp32, as shifts and masks of 32 bits.
    struct IeeeLayout {
        int ignored_low_bits = 0;
        int fraction_bits = 0;
        int bias = 0;
        int sign_shift = 0;
        std::uint32_t magnitude_mask = 0;
        std::uint32_t infinity_code = 0;
        float factor = 1;  ///< from fp32's bias to the format's
        IeeeLayout() = default;
        explicit IeeeLayout(const FormatInfo& f);
    };

    template <class Exponent>
    void decode_into(const Lines& lines, std::size_t line, std::size_t first_k, const Panel<Exponent>& panel, std::size_t j) const;
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
    bool plain_ieee_ = false;  ///< decode_ieee does it
    IeeeLayout ieee_;
    int zero_exponent_ = 0;       ///< of an unscaled zero
    std::vector<Decoded> table_;  ///< of formats of at most 8 bits
};

}  // namespace karat::engine
