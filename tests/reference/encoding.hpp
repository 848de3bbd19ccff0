// SPDX-License-Identifier: Apache-2.0
//
// The number formats: conversion between bit patterns and exact values.
//
// Without the sign, the patterns of a format are in order of magnitude. Pattern 0 is zero, pattern 1 is
// the least subnormal, and each following pattern is the next larger value. The patterns after the
// largest finite value are infinity and NaN. A pattern is therefore the number of magnitudes below its
// own value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "reference/dyadic.hpp"

namespace reference {

enum class NanKind {
    ieee,           // the top exponent is infinity (fraction 0) and NaN (the others)
    last_pattern,   // only the last pattern, with either sign
    negative_zero,  // only the pattern of -0
    none,
};

struct Format {
    std::string_view name;
    int width;  // significant bits of the storage, from bit 0
    int exponent_bits;
    int fraction_bits;
    int bias;
    NanKind nan;
    bool is_signed;
    bool has_zero;     // false: pattern 0 is 2^least_exponent and there are no subnormals
    int ignored_bits;  // low bits of the storage that are not part of the value (tf32)

    [[nodiscard]] int least_exponent() const;  // of a normal value
    [[nodiscard]] int largest_exponent() const;
    [[nodiscard]] Dyadic largest_finite() const;  // with all fraction bits of the format
    [[nodiscard]] bool has_infinity() const { return nan == NanKind::ieee; }
    [[nodiscard]] bool has_nan() const { return nan != NanKind::none; }

    [[nodiscard]] std::uint64_t last_finite_pattern() const;
    // The encoding of a pattern (see above) with a sign, shifted to its place in the storage.
    [[nodiscard]] std::uint64_t assemble(bool negative, std::uint64_t pattern) const;
};

// Throws std::invalid_argument for an unknown name.
const Format& format_named(std::string_view name);

// The meaning of an encoding. `value` is signed, and is 0 unless the kind is finite.
// `e` is the unpacked exponent. For a subnormal or a zero it is the format's least normal exponent.
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
    static Number finite(const Dyadic& value);  // value must not be 0; e is the exponent of its leading bit
};

// Bits above the format's width are ignored.
Number decode(std::uint64_t bits, const Format& format);

// How a value is rounded and encoded.
struct Output {
    const Format* format = nullptr;
    int fraction = 0;  // fraction bits kept, at most the format's
    Rounding rounding = Rounding::RNE;
    std::string overflow = "inf";        // inf, saturate, ieee
    std::string nan = "nvidia";          // nvidia, riscv, any (written as riscv)
    bool flush = false;                  // a result below the least normal becomes a signed zero
    std::string flush_when = "encoded";  // encoded, before, unbounded: which result is judged
    bool positive_underflow = false;     // a nonzero value that rounds to zero becomes +0
};

Output output_of(const Format& format, Rounding rounding);  // all fraction bits, otherwise defaults

// Rounds and encodes. `sticky`: the true magnitude exceeds that of `number`, by less than any bit of it that
// affects the rounding.
// Throws std::invalid_argument if the format cannot represent the result (a NaN in e2m1, -1 in ue8m0).
std::uint64_t encode(const Number& number, const Output& output, bool sticky = false);

// Encodes with encode() and decodes the result.
Number rounded(const Number& number, const Output& output);

}  // namespace reference
