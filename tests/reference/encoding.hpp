// SPDX-License-Identifier: Apache-2.0
//
// The number formats of ARITHMETIC section 2, between bit patterns and exact values.
//
// The idea: without its sign, every pattern of a format is a count. Pattern 0 is zero, pattern 1 the
// least subnormal, and so on upwards in steps of one; the patterns after the largest finite one are
// infinity and NaN. So decoding is "the how-many-th value", and encoding is counting.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dyadic.hpp"

namespace reference {

enum class NanKind {
    ieee,           // the top exponent is infinity (fraction 0) and NaN (the others)
    last_pattern,   // only the last pattern, below either sign
    negative_zero,  // only the pattern of -0
    none,
};

struct Format {
    std::string_view name;
    int width;  // bits of storage that mean something, from bit 0
    int exponent_bits;
    int fraction_bits;
    int bias;
    NanKind nan;
    bool is_signed;
    bool has_zero;     // false: pattern 0 is 2^least_exponent and there are no subnormals
    int ignored_bits;  // low bits of the storage that are no part of the value (tf32)

    [[nodiscard]] int least_exponent() const;  // of a normal value
    [[nodiscard]] int largest_exponent() const;
    [[nodiscard]] Dyadic largest_finite() const;  // all fraction bits that the format has
    [[nodiscard]] bool has_infinity() const { return nan == NanKind::ieee; }
    [[nodiscard]] bool has_nan() const { return nan != NanKind::none; }

    [[nodiscard]] std::uint64_t last_finite_pattern() const;
    // The encoding of a pattern (see above) with a sign, put at its place in the storage.
    [[nodiscard]] std::uint64_t assemble(bool negative, std::uint64_t pattern) const;
};

// Throws std::invalid_argument for an unknown name.
const Format& format_named(std::string_view name);

// A datum: what an encoding means. `value` is signed and 0 unless the kind is finite.
// `e` is the unpacked exponent: of a subnormal and of a zero the format's least normal exponent.
struct Number {
    enum class Kind { nan, infinity, zero, finite };

    Kind kind = Kind::zero;
    bool negative = false;
    Dyadic value;
    int e = 0;

    [[nodiscard]] bool is_nan() const { return kind == Kind::nan; }
    [[nodiscard]] bool is_infinity() const { return kind == Kind::infinity; }
    [[nodiscard]] bool is_zero() const { return kind == Kind::zero; }
    [[nodiscard]] bool is_finite() const { return kind == Kind::finite; }

    static Number not_a_number();
    static Number infinity(bool negative);
    static Number zero(bool negative);
    static Number finite(const Dyadic& value);  // not 0; e is that of the leading bit
};

// Bits above the format's width are ignored.
Number decode(std::uint64_t bits, const Format& format);

// How a value becomes an encoding.
struct Output {
    const Format* format = nullptr;
    int fraction = 0;  // fraction bits kept, at most the format's
    Rounding rounding = Rounding::RNE;
    std::string overflow = "inf";     // inf, saturate, ieee
    std::string nan = "nvidia";       // nvidia, riscv, any (written as riscv)
    bool flush = false;               // a rounded result below the least normal becomes a zero of its sign
    bool positive_underflow = false;  // a nonzero value that rounds to zero becomes +0
};

Output output_of(const Format& format, Rounding rounding);  // all fraction bits, other members as above

// Rounds and encodes. With `sticky`, the magnitude counts as greater than it is by less than any bit.
// Throws std::invalid_argument where the format cannot hold the result at all (a NaN in e2m1, -1 in ue8m0).
std::uint64_t encode(const Number& number, const Output& output, bool sticky = false);

// The same, read back.
Number rounded(const Number& number, const Output& output);

}  // namespace reference
