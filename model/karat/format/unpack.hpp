// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"

namespace karat {

enum class NumberClass : std::uint8_t { zero, finite, infinity, nan };

/// A decoded encoding. The value of a finite number is `(-1)^negative * significand * 2^(exponent -
/// fraction_bits)`. Subnormals are not normalised: they have the exponent of the smallest normal number, and
/// so do zeros. All integers have the same exponent. The members have no initialisers, so that creating an
/// array costs nothing.
struct Unpacked {
    std::uint64_t significand;
    int exponent;
    NumberClass number_class;
    bool negative;

    [[nodiscard]] constexpr bool is_finite() const { return number_class <= NumberClass::finite; }
    /// Whether the number is finite, nonzero and without a leading one. `fraction_bits`: those of its format.
    [[nodiscard]] constexpr bool is_subnormal(int fraction_bits) const {
        return number_class == NumberClass::finite && (significand >> fraction_bits) == 0;
    }
};

/// Decodes any encoding of any format exactly. Bits above the format's width, the 13 low bits of tf32 and the
/// top bit of ue4m3 are ignored.
[[nodiscard]] constexpr Unpacked unpack(std::uint64_t encoding, const FormatInfo& format) {
    const std::uint64_t bits = encoding >> format.ignored_low_bits;
    if (format.is_integer()) {
        const bool minus = (bits & format.sign_bit()) != 0;
        const std::uint64_t value = (minus ? 0 - bits : bits) & format.encoding_mask();
        return {value, format.max_exponent(), value == 0 ? NumberClass::zero : NumberClass::finite, minus};
    }
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
