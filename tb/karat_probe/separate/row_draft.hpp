// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <vector>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_tb/stimulus/operand_formats.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// The encoding of +-1.fraction * 2^exponent, `fraction` being the fraction field of a normal number. A
/// subnormal loses the bits that it has no room for; exponents beyond the range are clamped to it.
[[nodiscard]] std::uint64_t number(const FormatInfo& format, bool negative, int exponent,
                                   std::uint64_t fraction = 0);

/// The operands of one dot-add under construction. Addend i < k is product i, addend k is c.
class RowDraft {
   public:
    RowDraft(const OperandRules& rules, std::uint64_t seed);

    /// Starts again, with zeros and scale factors that multiply every product by 2^shift, as far as their
    /// format allows.
    void blank(int shift);
    /// Sets an addend to about 2^exponent with a drawn significand, or to exactly 2^exponent if `plain` and
    /// the formats have it.
    void set(int addend, int exponent, bool negative, bool plain);
    /// Sets an addend to +-2^exponent and half a unit of a significand with `half - 1` fraction bits, as far
    /// as its format has the bits; `odd`: the last of these fraction bits is set, too. A product gets them in
    /// a or in b.
    void set_tie(int addend, int exponent, bool negative, int half, bool odd);
    /// Sets an addend to about 2^exponent with ones in its fraction bits `first` to `last`, numbered from 1
    /// for the highest, drawn bits above them, and at most one below them. A product gets them in a factor,
    /// or in both if one does not have the bits.
    void set_ones(int addend, int exponent, bool negative, int first, int last);
    /// Sets an addend to about 2^exponent with ones in the `ones` highest fraction bits of c, or of both
    /// factors, and drawn bits below them.
    void set_large(int addend, int exponent, bool negative, int ones);
    /// Sets a fraction bit of c, or of the factor of a product that has more of them, if its format has it.
    void set_bit(int addend, int bit);
    /// Sets an addend to about 2^exponent with a significand of at most `bits` drawn fraction bits.
    void set_short(int addend, int exponent, bool negative, int bits);
    /// A zero: of c, or a product of zero and about 2^exponent, or of two zeros. A product has the sign that
    /// is asked for unless its formats do not have it.
    void set_zero(int addend, int exponent, bool negative);
    /// A product of zero and a power of two. Returns the exponent that the product has if a zero counts with
    /// the least exponent of its format, or with -126. It is `wanted`, as far as the range of the power
    /// allows, or any other.
    [[nodiscard]] int set_zero_that_counts(int product, int wanted);
    /// Sets `addend` to minus the value of `other`. Both are products, or the value is a power of two.
    void set_opposite(int addend, int other);
    /// A NaN or an infinity, or the largest value of a format that has neither.
    void set_special(int addend);
    /// A scale factor that is zero, NaN or at an end of its range.
    void set_odd_scale();

    /// The row, with metadata drawn and b placed where it is selected.
    [[nodiscard]] VectorRow row();

    [[nodiscard]] int c() const { return rules_.k; }
    /// Exponents of products without scale factors.
    [[nodiscard]] int p_low() const { return low(formats_.a) + low(formats_.b); }
    [[nodiscard]] int p_high() const { return formats_.a.max_exponent() + formats_.b.max_exponent(); }

    /// Fraction bits of c, or of the factor of a product that has more of them.
    [[nodiscard]] int fraction_bits(int addend) const {
        return addend == c() ? formats_.c.fraction_bits
                             : std::max(formats_.a.fraction_bits, formats_.b.fraction_bits);
    }

    /// Exponents of d.
    [[nodiscard]] int d_low() const { return low(info(rules_.d)); }
    [[nodiscard]] int d_fraction_bits() const { return info(rules_.d).fraction_bits; }
    [[nodiscard]] int d_high() const { return info(rules_.d).max_exponent(); }

    tb::Random random;

   private:
    /// Exponent of the smallest subnormal number.
    [[nodiscard]] static int low(const FormatInfo& f) {
        return f.has_zero ? f.min_exponent() - f.fraction_bits : f.min_exponent();
    }
    [[nodiscard]] std::uint64_t fraction(const FormatInfo& f);
    /// Gives a block scale factors that multiply its products by 2^shift, as far as their format allows.
    void set_scale(std::size_t block, int shift);
    /// The exponent that a product has without scale factors so that it has `exponent` with them, within the
    /// range of products. May change the scale factors of its block to reach it.
    [[nodiscard]] int without_scale(int product, int exponent);
    /// Sets these fraction bits of a product of powers of two. Changes nothing if its factors are too short.
    bool set_ones_of_product(int product, int first, int last);
    /// Draws the exponent of a in a product of this exponent.
    [[nodiscard]] int share_of_a(int exponent);

    OperandRules rules_;
    tb::OperandFormats formats_;
    std::vector<std::uint64_t> metadata_;  ///< the elements allowed
    std::vector<int> exponents_;           ///< of the addends set last
    std::vector<int> shifts_;              ///< by the scale factors of each block
    std::uint64_t walk_ = 0;
    VectorRow row_;
};

}  // namespace karat::probe
