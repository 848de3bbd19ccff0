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

    [[nodiscard]] constexpr std::string_view name() const { return name_of(id); }
    [[nodiscard]] constexpr int magnitude_bits() const { return exponent_bits + fraction_bits; }
    [[nodiscard]] constexpr std::uint64_t fraction_mask() const { return (std::uint64_t{1} << fraction_bits) - 1; }
    [[nodiscard]] constexpr std::uint64_t exponent_mask() const { return (std::uint64_t{1} << exponent_bits) - 1; }
    [[nodiscard]] constexpr std::uint64_t magnitude_mask() const { return (std::uint64_t{1} << magnitude_bits()) - 1; }
    /// All bits of an encoding; a value above it is too wide for the format.
    [[nodiscard]] constexpr std::uint64_t encoding_mask() const { return ~std::uint64_t{0} >> (64 - bits); }
    /// Exponent of the least normal, which is also that of every subnormal.
    [[nodiscard]] constexpr int min_exponent() const { return has_zero ? 1 - bias : -bias; }
    [[nodiscard]] constexpr int max_exponent() const { return static_cast<int>(max_finite_code() >> fraction_bits) - bias; }
    [[nodiscard]] constexpr bool has_infinity() const { return specials == Specials::ieee; }
    [[nodiscard]] constexpr bool has_nan() const { return specials != Specials::none; }
    /// Magnitude code of infinity; only with has_infinity().
    [[nodiscard]] constexpr std::uint64_t infinity_code() const { return exponent_mask() << fraction_bits; }
    /// Largest magnitude code that is a finite value.
    [[nodiscard]] constexpr std::uint64_t max_finite_code() const {
        switch (specials) {
            case Specials::ieee:
                return infinity_code() - 1;
            case Specials::fn:
                return magnitude_mask() - 1;
            default:
                return magnitude_mask();
        }
    }
    [[nodiscard]] constexpr std::uint64_t sign_bit() const { return is_signed ? std::uint64_t{1} << magnitude_bits() : 0; }
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

[[nodiscard]] constexpr const FormatInfo& info(Format format) { return kFormats[static_cast<std::size_t>(format)]; }

}  // namespace karat
