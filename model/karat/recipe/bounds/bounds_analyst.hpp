// SPDX-License-Identifier: Apache-2.0
// The analysis behind Bounds: one pass over the operations. Internal to bounds*.cpp.
#pragma once
#include <algorithm>

#include "karat/recipe/bounds/bounds.hpp"
#include "karat/recipe/bounds/reach.hpp"

namespace karat::bounding {

/// x * 2^left, rounded down.
[[nodiscard]] inline BigInt shifted(const BigInt& x, int left) {
    return left >= 0 ? BigInt(x << left) : BigInt(x >> -left);
}
/// x * 2^left, rounded up.
[[nodiscard]] inline BigInt shifted_up(const BigInt& x, int left) {
    return left >= 0 ? BigInt(x << left) : -BigInt(-x >> -left);
}

/// Widens `x` to include the values of `y`.
void include(ValueBounds& x, const ValueBounds& y);
[[nodiscard]] ValueBounds product_of(const ValueBounds& x, const ValueBounds& y);

constexpr int kUnknownLeast = -1'000'000;  ///< below every exponent

class Analyst {
   public:
    Analyst(const Program& program, std::vector<ValueBounds>& values, std::vector<SumBounds>& sums,
            bool has_c = true)
        : program_(program), rules_(program.operands()), has_c_(has_c), values_(values), sums_(sums) {}

    [[nodiscard]] bool products_overflow() const { return overflows_in_product(unlimited_product()); }
    int run();
    [[nodiscard]] int significand_bits() const { return significand_bits_; }

   private:
    [[nodiscard]] bool overflows_in_product(const ValueBounds& product) const {
        return rules_.product_overflow == ProductOverflow::inf && product.high() > 128;
    }
    void note_bits(int bits) { integer_bits_ = std::max(integer_bits_, bits); }
    void note_significands();
    [[nodiscard]] ValueBounds operand_bounds(Format stored, std::optional<Format> convert, bool flush) const;
    /// Magnitudes below 2^N are flushed.
    [[nodiscard]] int flush_limit(Format format) const;
    /// Minimum weight of the last bit of the significand as the evaluator holds it. It is below
    /// ValueBounds::low if a number has fewer bits than its format.
    static int operand_held(Format stored, std::optional<Format> convert);
    [[nodiscard]] int scale_low() const {
        return info(*rules_.scale).min_exponent() - info(*rules_.scale).fraction_bits;
    }
    [[nodiscard]] int product_held() const;
    [[nodiscard]] int group_held(const AddendGroup& group) const;
    /// Weight of the unit of a sum's grid as the evaluator uses it.
    [[nodiscard]] int sum_held(const Operation& op, const SumBounds& sum) const;
    [[nodiscard]] ValueBounds unlimited_product() const;
    [[nodiscard]] ValueBounds product_bounds() const;
    [[nodiscard]] ValueBounds scaled(const ValueBounds& x) const;
    /// The addends of a group as they enter their sum.
    [[nodiscard]] ValueBounds seen(const AddendGroup& group) const;
    SumBounds sum_bounds(const Operation& op);
    /// Includes zeros that take part in the range of e_max.
    void include_zeros(const Operation& op, SumBounds& out, bool& any) const;
    /// How far the exponent of two zero scale factors (-126 each) lies below that of the smallest nonzero
    /// ones.
    [[nodiscard]] int zero_factors_below(const AddendGroup& group) const;
    void note_zeros(const AddendGroup& group, AddendBounds& x) const;
    /// Exponent range of an operand, and the exponent of its zeros.
    struct Exponents {
        int low, high, zero;
        [[nodiscard]] int least() const { return std::min(low, zero); }
        [[nodiscard]] int most() const { return std::max(high, zero); }
    };
    [[nodiscard]] Exponents exponents(Format stored, std::optional<Format> convert, ZeroPart rule) const;
    template <class Include>
    void include_zero_sums(const AddendGroup& group, const ValueBounds& value, const Include& include) const;
    template <class Include>
    void include_zero_products(ZeroPart rule, const Include& include) const;
    static int fraction_below(const SumBounds& out);
    static void find_grid(const Operation& op, SumBounds& out, bool all_fixed);
    void find_largest(const Operation& op, SumBounds& out);
    /// Number of bits of a sum's magnitude times the significands of its scale factors.
    [[nodiscard]] int scaled_bits(const AddendGroup& group) const;
    /// Whether alignment can drop a bit of a group: its last bit can lie below the last kept bit.
    [[nodiscard]] static bool loses(const Operation& op, const SumBounds& out, const AddendBounds& x);
    /// Bounds of a sum before rounding. Its exponent is e_max.
    [[nodiscard]] ValueBounds kept(const Operation& op, const SumBounds& sum) const;
    /// Weight of the lowest bit of all aligned addends. For each addend this is the last kept bit or its own
    /// lowest bit, whichever is higher.
    static int sum_low(const Operation& op, const SumBounds& sum);
    /// A nonzero sum is at least 2^N; kUnknownLeast if no addend tells.
    [[nodiscard]] int least(const Operation& op, const SumBounds& sum) const;
    /// An addend of the group is a multiple of 2^(its leading exponent - N), if known.
    [[nodiscard]] std::optional<int> significand_fraction(const AddendGroup& group) const;
    /// Sets the relative bound of a sum: every addend is within its own relative bound, and its exponent is
    /// at most e_max.
    static void relate(const Operation& op, const SumBounds& sum, ValueBounds& out);
    [[nodiscard]] ValueBounds flags(const Operation& op, const SumBounds& sum) const;
    /// Whether some finite sum rounds past the largest finite number. Depending on the rounding, this takes
    /// half a unit more, one unit more, or any excess.
    static bool overflows(const OutputRule& rule, const ValueBounds& exact, const ValueBounds& all,
                          bool sees_lost);
    void note_round(const Operation& op, SumBounds& sum) const;
    /// Whether a sticky bit can represent lost bits, which may lie far below the sum.
    static bool sees_lost(const Operation& op, const SumBounds& sum);
    static ValueBounds rounded(const Operation& op, const SumBounds& sum);

    const Program& program_;
    const OperandRules& rules_;
    bool has_c_;  ///< otherwise c is always +0
    std::vector<ValueBounds>& values_;
    std::vector<SumBounds>& sums_;
    std::vector<int> held_;            ///< for each slot, see operand_held
    std::vector<int> magnitude_bits_;  ///< for each operation: bits of its sum
    int integer_bits_ = 0;
    int significand_bits_ = 0;
};

}  // namespace karat::bounding
