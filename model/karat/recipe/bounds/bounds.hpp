// SPDX-License-Identifier: Apache-2.0
// What the values of a recipe can be, worked out once and exactly. Evaluator sizes, RTL widths, engine guards
// and the bins that coverage leaves out all read it; nothing else computes bounds.
#pragma once
#include <optional>
#include <vector>

#include "karat/arithmetic/integers.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

/// A nonzero finite value v has, with e the exponent it is compared by:
///   v is a multiple of 2^low;   |v| <= largest * 2^low;   e_low <= e <= e_high;   |v| <= relative * 2^(e -
///   relative_fraction).
struct ValueBounds {
    bool nonzero = true;  ///< it can be other than zero; if not, the numbers mean nothing
    int low = 0;
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

/// A group of addends as its sum sees it: scaled, converted, compared by its rule.
struct AddendBounds {
    ValueBounds value;
    int count = 0;
    bool exact = false;  ///< nothing is dropped
    int fraction =
        0;  ///< bits kept below e_max (own grid) or below its own exponent (common grid); not for exact
    bool can_grow = false;         ///< its alignment can round away from zero
    bool zero_takes_part = false;  ///< a zero of it counts in e_max, with an exponent of zero_low..zero_high
    int zero_low = 0;
    int zero_high = 0;
    BigInt aligned;  ///< |aligned addend|, in units of the last bit it keeps; not for exact
};

struct SumBounds {
    std::vector<AddendBounds> groups;  ///< as Program::groups
    int e_max_low = 0;                 ///< of sums in which some addend takes part
    int e_max_high = 0;
    int lsb_low = 0;         ///< every aligned addend is a multiple of 2^lsb_low
    int lsb_high = 0;        ///< greatest weight of a common grid's unit
    bool fixed = false;      ///< the unit is always 2^(e_max - fraction) (own grid, no exact addend)
    int fraction = 0;        ///< of the grid, if fixed: the largest of the groups'
    BigInt largest;          ///< |sum| in units of the grid; of 2^lsb_low if that is not fixed nor common
    bool can_lose = false;   ///< some addend can lose bits in the alignment
    ValueBounds value;       ///< the sum before its rounding
    bool overflows = false;  ///< some finite sum is rounded past the largest number
    std::optional<int>
        unit_of_largest;  ///< weight of the finest unit with which a fixed sum reaches the largest number

    /// Bits of |sum|.
    [[nodiscard]] int bits() const { return bit_length(largest); }
};

class Bounds {
   public:
    explicit Bounds(const Program& program);

    /// Of a slot: exponents and relative bound by the exponent as held.
    [[nodiscard]] const ValueBounds& value(Slot slot) const { return values_[slot]; }
    /// Of the i-th operation of the program.
    [[nodiscard]] const SumBounds& sum(std::size_t operation) const { return sums_[operation]; }
    /// Bits that hold every significand, aligned addend and sum of an evaluation.
    [[nodiscard]] int integer_bits() const { return integer_bits_; }
    /// Bits that hold every significand alone: of products, numbers and scaled products.
    [[nodiscard]] int significand_bits() const { return significand_bits_; }

   private:
    std::vector<ValueBounds> values_;
    std::vector<SumBounds> sums_;
    int integer_bits_ = 0;
    int significand_bits_ = 0;
};

/// Whether `product_overflow` makes an infinity of some product of finite operands.
[[nodiscard]] bool products_overflow(const Program& program);

/// Of the numbers of a format with `fraction` fraction bits (13 for E8M13): every finite encoding, its
/// specials.
[[nodiscard]] ValueBounds format_bounds(const FormatInfo& format, int fraction);

}  // namespace karat
