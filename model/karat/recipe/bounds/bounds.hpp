// SPDX-License-Identifier: Apache-2.0
// Exact bounds of all values of a recipe, computed once. The evaluator's integer sizes, RTL widths, the
// engine's guards and the unreachable bins of coverage all use them; nothing else computes bounds.
#pragma once
#include <vector>

#include "karat/arithmetic/integers.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

/// Bounds of a value. For a nonzero finite value v that is compared by exponent e:
///   v is a multiple of 2^low
///   2^least <= |v| <= largest * 2^low
///   e_low <= e <= e_high
///   |v| <= relative * 2^(e - relative_fraction)
struct ValueBounds {
    bool nonzero = true;  ///< it can be nonzero; if not, the numbers below have no meaning
    int low = 0;
    int least = 0;  ///< at least low
    BigInt largest;
    int e_low = 0;
    int e_high = 0;
    BigInt relative;
    int relative_fraction = 0;
    bool zero = true;
    bool negative_zero = true;
    bool infinity = false;
    bool nan = false;

    /// |v| < 2^high().
    [[nodiscard]] int high() const { return low + bit_length(largest); }
    /// |v| < 2^(e + above()).
    [[nodiscard]] int above() const { return bit_length(relative) - relative_fraction; }
    friend bool operator==(const ValueBounds&, const ValueBounds&) = default;
};

/// A group of addends as they enter their sum: scaled, converted, with the exponent they are compared by.
struct AddendBounds {
    ValueBounds value;
    int count = 0;
    bool exact = false;  ///< no bits are dropped
    /// Bits kept below e_max (own grid) or below the addend's own exponent (common grid). Unused if exact.
    int fraction = 0;
    bool can_grow = false;         ///< its alignment can round away from zero
    bool zero_takes_part = false;  ///< its zeros take part in e_max, with an exponent in zero_low..zero_high
    int zero_low = 0;
    int zero_high = 0;
    BigInt aligned;  ///< |aligned addend| <= aligned, in units of the last kept bit; unused if exact
};

struct SumBounds {
    std::vector<AddendBounds> groups;  ///< in the order of Program::groups
    /// |sum| <= largest, in units of the grid, or of 2^lsb_low if the grid is neither fixed nor common.
    BigInt largest;
    ValueBounds value;  ///< the sum before rounding
    int e_max_low = 0;  ///< range of e_max, if some addend takes part
    int e_max_high = 0;
    int lsb_low = 0;         ///< every aligned addend is a multiple of 2^lsb_low
    int lsb_high = 0;        ///< largest weight of a common grid's unit
    int fraction = 0;        ///< if fixed: fraction bits of the grid, the maximum over the groups
    bool fixed = false;      ///< the unit is always 2^(e_max - fraction) (own grid, no exact addend)
    bool can_lose = false;   ///< some addend can lose bits in the alignment
    bool overflows = false;  ///< some finite sum rounds past the largest finite number

    /// Number of bits of |sum|.
    [[nodiscard]] int bits() const { return bit_length(largest); }
};

class Bounds {
   public:
    /// Without `has_c` the input c is always +0.
    explicit Bounds(const Program& program, bool has_c = true);

    /// Bounds of a slot. Exponents and the relative bound refer to ComparedBy::held.
    [[nodiscard]] const ValueBounds& value(Slot slot) const { return values_[slot]; }
    /// Bounds of the i-th operation of the program.
    [[nodiscard]] const SumBounds& sum(std::size_t operation) const { return sums_[operation]; }
    /// Number of bits that holds every significand, aligned addend and sum of an evaluation.
    [[nodiscard]] int integer_bits() const { return integer_bits_; }
    /// Number of bits that holds every significand: of products, numbers and scaled products.
    [[nodiscard]] int significand_bits() const { return significand_bits_; }

   private:
    std::vector<ValueBounds> values_;
    std::vector<SumBounds> sums_;
    int integer_bits_ = 0;
    int significand_bits_ = 0;
};

/// Whether `product_overflow` turns some product of finite operands into an infinity.
[[nodiscard]] bool products_overflow(const Program& program);

/// Bounds of the numbers of a format with `fraction` fraction bits (13 for E8M13): all finite encodings and
/// the format's specials.
[[nodiscard]] ValueBounds format_bounds(const FormatInfo& format, int fraction);

}  // namespace karat
