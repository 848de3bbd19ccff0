// SPDX-License-Identifier: Apache-2.0
// Dot-adds that show one thing at a time: few addends that are not zero, at chosen distances.
#pragma once
#include <array>
#include <cstdint>

#include "karat/recipe/recipe.hpp"
#include "karat/vectors/vector_file.hpp"
#include "karat_probe/identify/questions/minus_zeros.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::probe {

/// What a question is made to show, the simplest first.
enum class QuestionKind : std::uint8_t {
    c_alone,        ///< every product is zero
    product_alone,  ///< one product, c is zero
    zeros,          ///< zero products with one large operand, beside a small addend
    two_addends,    ///< at any distance
    ties,           ///< half a unit of d, and one addend that is at most as large
    cancellation,   ///< X, -X and one or two small addends: what survives tells the order
    masses,         ///< X, -X, and the same small addend everywhere else
    few_addends,    ///< three to six
    many_addends,   ///< all, close together
    specials,       ///< infinities and NaNs
    directed,       ///< from the directed stimulus of a recipe
    chosen,         ///< chosen because recipes differ on it
    nearby,         ///< next to one on which a guess was wrong
};
inline constexpr std::size_t kQuestionKinds = 13;
/// Makes questions for dot-adds of given formats. The same seed gives the same questions.
class Questions {
   public:
    /// `formats`: as formats_of() returns it, without metadata.
    Questions(const OperandRules& formats, std::uint64_t seed);

    /// A question of a kind up to `specials`. Integers have no exponents to choose: theirs are random.
    [[nodiscard]] VectorRow make(QuestionKind kind);
    /// Whether products have so few that most distances between two addends are longer.
    [[nodiscard]] bool has_few_exponents() const;

   private:
    /// How the bits below a leading bit are filled.
    enum class Bits : std::uint8_t { none, ones, low, any, run };

    [[nodiscard]] VectorRow made(QuestionKind kind);
    [[nodiscard]] VectorRow blank();
    [[nodiscard]] std::uint64_t fraction(const FormatInfo& f, Bits bits);
    void put(VectorRow& row, int addend, int exponent, bool negative, Bits bits);
    void put_product(VectorRow& row, int k, int exponent, bool negative, Bits bits);
    void put_zero_product(VectorRow& row, int k);
    void below_an_end(VectorRow& row, int addend);
    void put_below(VectorRow& row, int addend, int exponent, bool negative);
    void scale(VectorRow& row);
    void special_scale(VectorRow& row);
    [[nodiscard]] static std::uint64_t& a_of(VectorRow& row, int k);
    [[nodiscard]] static std::uint64_t& b_of(VectorRow& row, int k);
    [[nodiscard]] int any_addend() { return random_.between(0, formats_.k); }
    [[nodiscard]] int another(int addend);
    [[nodiscard]] int leading_exponent();
    [[nodiscard]] int end_of_a_format();
    [[nodiscard]] int distance();
    [[nodiscard]] int high_of(int addend) const { return addend == formats_.k ? c_high_ : a_high_ + b_high_; }
    [[nodiscard]] int least_normal(int addend) const;
    [[nodiscard]] int in_range(int exponent, int addend, int top);
    [[nodiscard]] Bits any_bits() { return static_cast<Bits>(random_.below(5)); }
    void two_addends(VectorRow& row);
    void tie(VectorRow& row);
    void cancellation(VectorRow& row);
    void farthest(VectorRow& row, int i, int j);
    bool cancels_several(VectorRow& row);
    void masses(VectorRow& row);
    void largest(VectorRow& row);
    void several(VectorRow& row, int count, int spread);
    void zeros(VectorRow& row);
    void only_zeros(VectorRow& row);
    void specials(VectorRow& row);
    void integers(VectorRow& row);

    OperandRules formats_;
    tb::Random random_;
    int a_low_, a_high_, b_low_, b_high_;  ///< exponents of leading bits, subnormals included
    int c_low_, c_high_;
    MinusZeros minus_zeros_;
};

}  // namespace karat::probe
