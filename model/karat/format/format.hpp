// SPDX-License-Identifier: Apache-2.0
// The one table that describes every number format; unpack and pack work from it and know nothing else.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "karat/enum_names.hpp"

namespace karat {

enum class Format : std::uint8_t {
    fp64,
    fp32,
    tf32,
    fp16,
    bf16,  // IEEE style (tf32: E8M10 held in 32 bits)
    e5m2,
    e4m3,
    e4m3ieee,  // OCP FP8; e4m3ieee has an infinity as some designs do
    e5m2fnuz,
    e4m3fnuz,  // AMD bf8 and fp8 (CDNA3)
    e3m2,
    e2m3,
    e2m1,  // OCP FP6 and FP4
    ue8m0,
    ue4m3,  // scale factors
};
inline constexpr int kFormatCount = 15;

template <>
struct EnumNames<Format> {
    static constexpr std::array<std::string_view, kFormatCount> names{"fp64", "fp32", "tf32",     "fp16",     "bf16",
                                                                      "e5m2", "e4m3", "e4m3ieee", "e5m2fnuz", "e4m3fnuz",
                                                                      "e3m2", "e2m3", "e2m1",     "ue8m0",    "ue4m3"};
};

/// How a format spends its top encodings.
enum class Specials : std::uint8_t {
    ieee,  ///< all-ones exponent: infinity (fraction 0) and NaNs
    fn,    ///< no infinity; NaN is all ones below the sign
    fnuz,  ///< no infinity, no -0; NaN is the encoding of -0
    none,  ///< finite values only
};

/// Everything about a format. Invariants: bits <= 64; the encoding without sign is `exponent field : fraction field`.
/// The derived numbers are computed once, at compile time: unpacking reads them for every operand.
struct FormatInfo {
    Format id;
    int bits;  ///< storage width
    int exponent_bits;
    int fraction_bits;
    int bias;
    int ignored_low_bits;  ///< tf32: dropped before anything else
    bool is_signed;
    bool has_zero;  ///< ue8m0 has no zero and no subnormals
    Specials specials;

    constexpr FormatInfo(Format format, int storage, int exponent, int fraction, int exponent_bias, int ignored, bool with_sign,
                         bool with_zero, Specials special)
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
                                                     : magnitude_mask_),
          sign_bit_(with_sign ? std::uint64_t{1} << (exponent + fraction) : 0),
          max_exponent_(static_cast<int>(max_finite_code_ >> fraction) - exponent_bias) {}

    [[nodiscard]] constexpr std::string_view name() const { return name_of(id); }
    [[nodiscard]] constexpr std::uint64_t fraction_mask() const { return fraction_mask_; }
    [[nodiscard]] constexpr std::uint64_t magnitude_mask() const { return magnitude_mask_; }
    /// All bits of an encoding; a value above it is too wide for the format.
    [[nodiscard]] constexpr std::uint64_t encoding_mask() const { return ~std::uint64_t{0} >> (64 - bits); }
    /// Exponent of the least normal, which is also that of every subnormal.
    [[nodiscard]] constexpr int min_exponent() const { return has_zero ? 1 - bias : -bias; }
    [[nodiscard]] constexpr int max_exponent() const { return max_exponent_; }
    [[nodiscard]] constexpr bool has_infinity() const { return specials == Specials::ieee; }
    [[nodiscard]] constexpr bool has_nan() const { return specials != Specials::none; }
    /// Magnitude code of infinity; only with has_infinity().
    [[nodiscard]] constexpr std::uint64_t infinity_code() const { return infinity_code_; }
    /// Largest magnitude code that is a finite value.
    [[nodiscard]] constexpr std::uint64_t max_finite_code() const { return max_finite_code_; }
    /// 0 for an unsigned format.
    [[nodiscard]] constexpr std::uint64_t sign_bit() const { return sign_bit_; }

   private:
    std::uint64_t fraction_mask_;
    std::uint64_t magnitude_mask_;
    std::uint64_t infinity_code_;
    std::uint64_t max_finite_code_;
    std::uint64_t sign_bit_;
    int max_exponent_;
};

/// The table, in the order of `Format`. Sources: IEEE 754, OCP OFP8 and MX 1.0, AMD CDNA3 ISA, NVIDIA PTX ISA.
inline constexpr std::array<FormatInfo, kFormatCount> kFormats{{
    // id                bits  E   M  bias ign signed zero  specials
    {Format::fp64, 64, 11, 52, 1023, 0, true, true, Specials::ieee},
    {Format::fp32, 32, 8, 23, 127, 0, true, true, Specials::ieee},
    {Format::tf32, 32, 8, 10, 127, 13, true, true, Specials::ieee},
    {Format::fp16, 16, 5, 10, 15, 0, true, true, Specials::ieee},
    {Format::bf16, 16, 8, 7, 127, 0, true, true, Specials::ieee},
    {Format::e5m2, 8, 5, 2, 15, 0, true, true, Specials::ieee},
    {Format::e4m3, 8, 4, 3, 7, 0, true, true, Specials::fn},
    {Format::e4m3ieee, 8, 4, 3, 7, 0, true, true, Specials::ieee},
    {Format::e5m2fnuz, 8, 5, 2, 16, 0, true, true, Specials::fnuz},
    {Format::e4m3fnuz, 8, 4, 3, 8, 0, true, true, Specials::fnuz},
    {Format::e3m2, 6, 3, 2, 3, 0, true, true, Specials::none},
    {Format::e2m3, 6, 2, 3, 1, 0, true, true, Specials::none},
    {Format::e2m1, 4, 2, 1, 1, 0, true, true, Specials::none},
    {Format::ue8m0, 8, 8, 0, 127, 0, false, false, Specials::fn},
    {Format::ue4m3, 8, 4, 3, 7, 0, false, true, Specials::fn},
}};

/// Fraction bits that values of `from` need in `to`, which holds them all: its own, or more where subnormals of `to` begin higher up.
[[nodiscard]] constexpr int fraction_in(const FormatInfo& from, const FormatInfo& to) {
    const int higher = to.min_exponent() - from.min_exponent();
    return from.fraction_bits + (higher > 0 ? higher : 0);
}

[[nodiscard]] constexpr const FormatInfo& info(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

}  // namespace karat
