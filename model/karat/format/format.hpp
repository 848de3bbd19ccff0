// SPDX-License-Identifier: Apache-2.0
// The table that describes every number format. Packing and unpacking depend on nothing else.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "karat/enum_names.hpp"

namespace karat {

// One row per format, which is its only description. A macro keeps the enumeration, the names and the table
// consistent. Sources: IEEE 754, OCP OFP8 and MX 1.0, AMD CDNA3 ISA, NVIDIA PTX ISA. tf32 is E8M10 stored in
// 32 bits. e4m3ieee is e4m3 with an infinity, as some designs implement it. e5m2fnuz and e4m3fnuz are AMD's
// bf8 and fp8. ue8m0 and ue4m3 are formats of scale factors. e3m4 is an fp8 format of some designs, with the
// special values of IEEE 754.
//
// An integer of N bits is written as a number with one exponent bit and N - 1 fraction bits, all of whose
// values have the exponent N - 1: the last fraction bit has weight 1. A signed one is in two's complement.
//
//    name      bits  E  M   bias  ignored low bits  signed  has zero  specials
#define KARAT_FORMATS(ROW)                             \
    ROW(fp64, 64, 11, 52, 1023, 0, true, true, ieee)   \
    ROW(fp32, 32, 8, 23, 127, 0, true, true, ieee)     \
    ROW(tf32, 32, 8, 10, 127, 13, true, true, ieee)    \
    ROW(fp16, 16, 5, 10, 15, 0, true, true, ieee)      \
    ROW(bf16, 16, 8, 7, 127, 0, true, true, ieee)      \
    ROW(e5m2, 8, 5, 2, 15, 0, true, true, ieee)        \
    ROW(e4m3, 8, 4, 3, 7, 0, true, true, fn)           \
    ROW(e4m3ieee, 8, 4, 3, 7, 0, true, true, ieee)     \
    ROW(e5m2fnuz, 8, 5, 2, 16, 0, true, true, fnuz)    \
    ROW(e4m3fnuz, 8, 4, 3, 8, 0, true, true, fnuz)     \
    ROW(e3m2, 6, 3, 2, 3, 0, true, true, none)         \
    ROW(e2m3, 6, 2, 3, 1, 0, true, true, none)         \
    ROW(e2m1, 4, 2, 1, 1, 0, true, true, none)         \
    ROW(ue8m0, 8, 8, 0, 127, 0, false, false, fn)      \
    ROW(ue4m3, 8, 4, 3, 7, 0, false, true, fn)         \
    ROW(e3m4, 8, 3, 4, 3, 0, true, true, ieee)         \
    ROW(int4, 4, 1, 3, -2, 0, true, true, integer)     \
    ROW(uint4, 4, 1, 3, -2, 0, false, true, integer)   \
    ROW(int8, 8, 1, 7, -6, 0, true, true, integer)     \
    ROW(uint8, 8, 1, 7, -6, 0, false, true, integer)   \
    ROW(int16, 16, 1, 15, -14, 0, true, true, integer) \
    ROW(int32, 32, 1, 31, -30, 0, true, true, integer) \
    ROW(b1, 1, 1, 0, 1, 0, false, true, integer)

// NOLINTBEGIN(cppcoreguidelines-macro-usage,bugprone-macro-parentheses)
#define KARAT_FORMAT_NAME(name, ...) name,
enum class Format : std::uint8_t { KARAT_FORMATS(KARAT_FORMAT_NAME) };
#undef KARAT_FORMAT_NAME

#define KARAT_FORMAT_ONE(...) +1
inline constexpr int kFormatCount = 0 KARAT_FORMATS(KARAT_FORMAT_ONE);
#undef KARAT_FORMAT_ONE

template <>
struct EnumNames<Format> {
#define KARAT_FORMAT_TEXT(name, ...) #name,
    static constexpr std::array<std::string_view, kFormatCount> names{KARAT_FORMATS(KARAT_FORMAT_TEXT)};
#undef KARAT_FORMAT_TEXT
};

/// How a format uses its top encodings.
enum class Specials : std::uint8_t {
    ieee,     ///< all-ones exponent: infinity (fraction 0) and NaNs
    fn,       ///< no infinity; NaN is all ones below the sign
    fnuz,     ///< no infinity, no -0; NaN is the encoding of -0
    none,     ///< finite values only
    integer,  ///< finite values only, no -0; two's complement if signed
};

/// All properties of a format. Invariants: bits <= 64; the encoding without the sign is the magnitude code,
/// `exponent field : fraction field`, except that a negative integer is in two's complement. The derived
/// numbers are computed once, at compile time, because unpacking reads them for every operand.
struct FormatInfo {
    Format id;
    int bits;  ///< storage width
    int exponent_bits;
    int fraction_bits;
    int bias;
    int ignored_low_bits;  ///< tf32: discarded before decoding
    bool is_signed;
    bool has_zero;  ///< ue8m0 has no zero and no subnormals
    Specials specials;

    constexpr FormatInfo(Format format, int storage, int exponent, int fraction, int exponent_bias,
                         int ignored, bool with_sign, bool with_zero, Specials special)
        : id(format),
          bits(storage),
          exponent_bits(exponent),
          fraction_bits(fraction),
          bias(exponent_bias),
          ignored_low_bits(ignored),
          is_signed(with_sign),
          has_zero(with_zero),
          specials(special),
          fraction_mask_((std::uint64_t{1} << fraction) - 1),
          magnitude_mask_((std::uint64_t{1} << (exponent + fraction)) - 1),
          infinity_code_(((std::uint64_t{1} << exponent) - 1) << fraction),
          max_finite_code_(special == Specials::ieee ? infinity_code_ - 1
                           : special == Specials::fn ? magnitude_mask_ - 1
                           : special == Specials::integer && with_sign
                               ? std::uint64_t{1} << fraction  // of the least integer
                               : magnitude_mask_),
          sign_bit_(with_sign ? std::uint64_t{1} << (storage - ignored - 1) : 0),
          max_exponent_(static_cast<int>(max_finite_code_ >> fraction) - exponent_bias) {}

    [[nodiscard]] constexpr std::string_view name() const { return name_of(id); }
    [[nodiscard]] constexpr std::uint64_t fraction_mask() const { return fraction_mask_; }
    [[nodiscard]] constexpr std::uint64_t magnitude_mask() const { return magnitude_mask_; }
    /// All bits of an encoding; a value above it is too wide for the format.
    [[nodiscard]] constexpr std::uint64_t encoding_mask() const { return ~std::uint64_t{0} >> (64 - bits); }
    /// Exponent of the smallest normal number and of every subnormal.
    [[nodiscard]] constexpr int min_exponent() const { return has_zero ? 1 - bias : -bias; }
    [[nodiscard]] constexpr int max_exponent() const { return max_exponent_; }
    [[nodiscard]] constexpr bool is_integer() const { return specials == Specials::integer; }
    /// A format of a, b and c; the others are formats of scale factors.
    [[nodiscard]] constexpr bool is_operand() const { return is_signed || is_integer(); }
    /// A format that a sum can be rounded to: it has an encoding for every special value that a sum can give.
    [[nodiscard]] constexpr bool is_result() const { return is_signed && (has_nan() || is_integer()); }
    [[nodiscard]] constexpr bool has_minus_zero() const {
        return is_signed && specials != Specials::fnuz && !is_integer();
    }
    [[nodiscard]] constexpr bool has_infinity() const { return specials == Specials::ieee; }
    [[nodiscard]] constexpr bool has_nan() const { return specials != Specials::none && !is_integer(); }
    /// Magnitude code of infinity. Precondition: has_infinity().
    [[nodiscard]] constexpr std::uint64_t infinity_code() const { return infinity_code_; }
    /// Largest magnitude code that is a finite value.
    [[nodiscard]] constexpr std::uint64_t max_finite_code() const { return max_finite_code_; }
    /// 0 for an unsigned format.
    [[nodiscard]] constexpr std::uint64_t sign_bit() const { return sign_bit_; }
    /// The largest magnitude code of a finite value with this sign.
    [[nodiscard]] constexpr std::uint64_t max_finite_code(bool negative) const {
        return is_integer() && is_signed && !negative ? max_finite_code_ - 1 : max_finite_code_;
    }
    /// The encoding of a sign and a magnitude code. An unsigned format ignores the sign; an integer beyond
    /// the range becomes the largest one of its sign.
    [[nodiscard]] constexpr std::uint64_t encoding(bool negative, std::uint64_t code) const {
        if (!is_integer()) return ((negative ? sign_bit_ : 0) | code) << ignored_low_bits;
        const std::uint64_t most = max_finite_code(negative);
        const std::uint64_t magnitude = code < most ? code : most;
        return (negative && is_signed ? 0 - magnitude : magnitude) & encoding_mask();
    }
    /// The encoding of the value with the opposite sign. The least integer, and every unsigned value, stay.
    [[nodiscard]] constexpr std::uint64_t negated(std::uint64_t code) const {
        if (is_integer()) return (is_signed ? 0 - code : code) & encoding_mask();
        return code ^ (sign_bit_ << ignored_low_bits);
    }

   private:
    std::uint64_t fraction_mask_;
    std::uint64_t magnitude_mask_;
    std::uint64_t infinity_code_;
    std::uint64_t max_finite_code_;
    std::uint64_t sign_bit_;
    int max_exponent_;
};

/// In the order of `Format`.
inline constexpr std::array<FormatInfo, kFormatCount> kFormats{{
#define KARAT_FORMAT_ROW(name, bits, e, m, bias, ignored, with_sign, with_zero, specials) \
    {Format::name, bits, e, m, bias, ignored, with_sign, with_zero, Specials::specials},
    KARAT_FORMATS(KARAT_FORMAT_ROW)
#undef KARAT_FORMAT_ROW
}};
// NOLINTEND(cppcoreguidelines-macro-usage,bugprone-macro-parentheses)

/// Fraction bits that values of `from` need in `to`: those of `from`, plus the difference if the subnormals
/// of `to` begin at a larger exponent. Precondition: `to` represents every value of `from`.
[[nodiscard]] constexpr int fraction_in(const FormatInfo& from, const FormatInfo& to) {
    const int higher = to.min_exponent() - from.min_exponent();
    return from.fraction_bits + (higher > 0 ? higher : 0);
}

[[nodiscard]] constexpr const FormatInfo& info(Format format) {
    return kFormats[static_cast<std::size_t>(format)];
}

}  // namespace karat
