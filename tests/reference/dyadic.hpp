// SPDX-License-Identifier: Apache-2.0
//
// An exact number: mantissa * 2^exponent with a mantissa of any size. Sums and products of such
// numbers are exact; rounding happens in one place only, round_to_multiple().
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <compare>
#include <string_view>

namespace reference {

using Integer = boost::multiprecision::cpp_int;

// The roundings of docs/reference/knobs.md. RZ: to zero. RD: down. RU: up. RA: away from zero. RO: to odd;
// the magnitude is truncated, and its last bit is set if any nonzero bit was lost. The others round to
// nearest, with ties to even (RNE), up (RNU), down (RND), to zero (RNZ), away from zero (RNA) or to odd
// (RNO).
enum class Rounding { RZ, RD, RU, RA, RNE, RNU, RND, RNZ, RNA, RNO, RO };

// Throws std::invalid_argument for a name that is not one of these.
Rounding rounding_named(std::string_view name);

class Dyadic {
   public:
    Dyadic() = default;  // zero
    Dyadic(Integer mantissa, int exponent);

    static Dyadic power_of_two(int exponent);

    [[nodiscard]] bool is_zero() const;
    [[nodiscard]] bool is_negative() const;

    // The number is an integer multiple of 2^grid().
    [[nodiscard]] int grid() const;

    // The largest x with 2^x <= |value|. The number must not be zero.
    [[nodiscard]] int leading_exponent() const;

    // value / 2^exponent, which must be an integer.
    [[nodiscard]] Integer in_units_of(int exponent) const;

    [[nodiscard]] Dyadic magnitude() const;

    friend Dyadic operator-(const Dyadic& x);
    friend Dyadic operator+(const Dyadic& x, const Dyadic& y);
    friend Dyadic operator-(const Dyadic& x, const Dyadic& y);
    friend Dyadic operator*(const Dyadic& x, const Dyadic& y);

    friend bool operator==(const Dyadic& x, const Dyadic& y);
    friend std::strong_ordering operator<=>(const Dyadic& x, const Dyadic& y);

    friend Dyadic round_to_multiple(const Dyadic& x, int quantum, Rounding rounding);

   private:
    Integer mantissa_ = 0;
    int exponent_ = 0;
};

// Rounds the signed value x to n * 2^quantum with an integer n. RNE, RNO and RO refer to the parity of n.
Dyadic round_to_multiple(const Dyadic& x, int quantum, Rounding rounding);

}  // namespace reference
