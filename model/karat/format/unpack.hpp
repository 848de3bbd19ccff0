// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"

namespace karat {

enum class NumberClass : std::uint8_t { zero, finite, infinity, nan };

/// An encoding taken apart. Value of a finite one: `(-1)^negative * significand * 2^(exponent -
/// fraction_bits)`. A subnormal keeps the least normal exponent and is not normalised; so does a zero. No
/// initialisers: arrays of it cost nothing.
struct Unpacked {
    std::uint64_t significand;
    int exponent;
    NumberClass number_class;
    bool negative;

    [[nodiscard]] constexpr bool is_finite() const { return number_class <= NumberClass::finite; }
    /// Only for finite values of a format with `fraction_bits`: no leading one.
    [[nodiscard]] constexpr bool is_subnormal(int fraction_bits) const {
        return number_class == NumberClass::finite && (significand >> fraction_bits) == 0;
    }
};

/// Exact for every encoding of every format; bits above the format's width (and tf32's 13 low bits, and
/// ue4m3's top bit) are ignored.
[[nodiscard]] constexpr Unpacked unpack(std::uint64_t encoding, const FormatInfo& format) {
    const std::uint64_t bits = encoding >> format.ignored_low_bits;
    const std::uint64_t magnitude = bits & format.magnitude_mask();
    const auto field = static_cast<int>(magnitude >> format.fraction_bits);
    const bool normal = field != 0 || !format.has_zero;
    Unpacked out{
        (magnitude & format.fraction_mask()) | (normal ? std::uint64_t{1} << format.fraction_bits : 0),
        field + (normal ? 0 : 1) - format.bias, NumberClass::finite, (bits & format.sign_bit()) != 0};
    if (magnitude > format.max_finite_code()) {
        const bool infinite = format.has_infinity() && magnitude == format.infinity_code();
        out.number_class = infinite ? NumberClass::infinity : NumberClass::nan;
        out.significand = 0;
    } else if (out.significand == 0) {
        const bool nan = format.specials == Specials::fnuz && out.negative;
        out.number_class = nan ? NumberClass::nan : NumberClass::zero;
    }
    return out;
}

}  // namespace karat
