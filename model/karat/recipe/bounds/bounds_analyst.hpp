// SPDX-License-Identifier: Apache-2.0
// The analysis behind Bounds: one walk over the operations. Inside bounds*.cpp only.
#pragma once
#include <algorithm>

#include "karat/recipe/bounds/bounds.hpp"
#include "karat/recipe/bounds/reach.hpp"

namespace karat::bounding {

/// x * 2^left, rounded down; rounded up.
[[nodiscard]] inline BigInt shifted(const BigInt& x, int left) {
    return left >= 0 ? BigInt(x << left) : BigInt(x >> -left);
}
[[nodiscard]] inline BigInt shifted_up(const BigInt& x, int left) {
    return left >= 0 ? BigInt(x << left) : -BigInt(-x >> -left);
}

/// Widens `x` to hold what `y` holds too.
void include(ValueBounds& x, const ValueBounds& y);
[[nodiscard]] ValueBounds product_of(const ValueBounds& x, const ValueBounds& y);

class Analyst {
   public:
    Analyst(const Program& program, std::vector<ValueBounds>& values, std::vector<SumBounds>& sums)
        : program_(program), rules_(program.operands()), values_(values), sums_(sums) {}

    [[nodiscard]] bool products_overflow() const { return overflows_in_product(unlimited_product()); }
    int run();
    [[nodiscard]] int significand_bits() const { return significand_bits_; }

   private:
    [[nodiscard]] bool overflows_in_product(const ValueBounds& product) const {
        return rules_.product_overflow == ProductOverflow::inf && product.high() > 128;
    }
    void note_bits(int bits) { integer_bits_ = std::max(integer_bits_, bits); }
    void note_significands();
    static ValueBounds operand_bounds(Format stored, std::optional<Format> convert);
    /// Weight of the last bit of the significand as the evaluator holds it, at the least: below `low` where a
    /// number has fewer bits than its format.
    static int operand_held(Format stored, std::optional<Format> convert);
    [[nodiscard]] int scale_low() const {
        return info(*rules_.scale).min_exponent() - info(*rules_.scale).fraction_bits;
    }
    [[nodiscard]] int product_held() const;
    [[nodiscard]] int group_held(const AddendGroup& group) const;
    /// Of the grid of a sum: its unit as the evaluator takes it.
    [[nodiscard]] int sum_held(const Operation& op, const SumBounds& sum) const;
    [[nodiscard]] ValueBounds unlimited_product() const;
    [[nodiscard]] ValueBounds product_bounds() const;
    [[nodiscard]] ValueBounds scaled(const ValueBounds& x) const;
    /// The addends of a group as their sum sees them.
    [[nodiscard]] ValueBounds seen(const AddendGroup& group) const;
    SumBounds sum_bounds(const Operation& op);
    /// Zeros that take part move the maximum too.
    void include_zeros(const Operation& op, SumBounds& out, bool& any) const;
    /// How far two zero scale factors, of exponent -126 each, lie below the least others.
    [[nodiscard]] int zero_factors_below(const AddendGroup& group) const;
    void note_zeros(const AddendGroup& group, AddendBounds& x) const;
    /// Exponents of an operand, and those with one of its zeros.
    struct Exponents {
        int low, high, zero;
        [[nodiscard]] int least() const { return std::min(low, zero); }
        [[nodiscard]] int most() const { return std::max(high, zero); }
    };
    [[nodiscard]] static Exponents exponents(Format stored, std::optional<Format> convert, ZeroPart rule);
    template <class Include>
    void include_zero_sums(const AddendGroup& group, const ValueBounds& value, const Include& include) const;
    template <class Include>
    void include_zero_products(ZeroPart rule, const Include& include) const;
    static int fraction_below(const SumBounds& out);
    static void find_grid(const Operation& op, SumBounds& out, bool all_fixed);
    void find_largest(const Operation& op, SumBounds& out);
    /// Of a sum's magnitude times its scale factors' significands.
    [[nodiscard]] int scaled_bits(const AddendGroup& group) const;
    /// Whether alignment can drop a bit of a group: its last bit can lie below what is kept.
    [[nodiscard]] static bool loses(const Operation& op, const SumBounds& out, const AddendBounds& x);
    /// A sum before any rounding: compared by its e_max.
    [[nodiscard]] ValueBounds kept(const Operation& op, const SumBounds& sum) const;
    /// A bit that no aligned addend reaches below: the last that it keeps, or its own lowest.
    static int sum_low(const Operation& op, const SumBounds& sum);
    /// Every addend is within its relative bound of its own exponent, and that is at most e_max.
    static void relate(const Operation& op, const SumBounds& sum, ValueBounds& out);
    [[nodiscard]] ValueBounds flags(const Operation& op, const SumBounds& sum) const;
    /// Whether some finite sum is rounded past the largest number: half a unit above it, one unit, or
    /// anything.
    static bool overflows(const OutputRule& rule, const ValueBounds& exact, const ValueBounds& all,
                          bool sees_lost);
    void note_round(const Operation& op, SumBounds& sum) const;
    /// A sticky flag stands for bits far below the sum's.
    static bool sees_lost(const Operation& op, const SumBounds& sum);
    static ValueBounds rounded(const Operation& op, const SumBounds& sum);

    const Program& program_;
    const OperandRules& rules_;
    std::vector<ValueBounds>& values_;
    std::vector<SumBounds>& sums_;
    std::vector<int> held_;            ///< of every slot, see operand_held
    std::vector<int> magnitude_bits_;  ///< of every operation's sum
    int integer_bits_ = 0;
    int significand_bits_ = 0;
};

}  // namespace karat::bounding
