// SPDX-License-Identifier: Apache-2.0
// Conversion between encodings of c and d and the fp32 numbers that the lanes hold.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"

namespace karat::simd {

/// The exact value of an encoding of any format except fp64. The payload of a NaN is lost.
[[nodiscard]] inline float lane_value(std::uint64_t encoding, const FormatInfo& format) {
    if (format.id == Format::fp32) return std::bit_cast<float>(static_cast<std::uint32_t>(encoding));
    const Unpacked x = unpack(encoding, format);
    float magnitude = 0;
    switch (x.number_class) {
        case NumberClass::zero:
            break;
        case NumberClass::finite:
            magnitude = std::ldexp(static_cast<float>(x.significand), x.exponent - format.fraction_bits);
            break;
        case NumberClass::infinity:
            magnitude = std::numeric_limits<float>::infinity();
            break;
        case NumberClass::nan:
            return std::numeric_limits<float>::quiet_NaN();
    }
    return x.negative ? -magnitude : magnitude;
}

/// The encoding of a value that `rule.format` represents exactly. A NaN gets the rule's encoding.
[[nodiscard]] inline std::uint64_t lane_encoding(float value, const OutputRule& rule) {
    if (std::isnan(value)) return encode_nan(rule.format, rule.nan);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (rule.format == Format::fp32) return bits;
    const Unpacked x = unpack(bits, info(Format::fp32));
    if (x.number_class == NumberClass::zero) return encode_zero(rule.format, x.negative);
    if (x.number_class == NumberClass::infinity) return encode_infinity(rule, x.negative);
    const OutputRule exact = OutputRule::ieee(rule.format, Rounding::RZ);
    return round_to(exact, x.negative, x.significand, x.exponent - info(Format::fp32).fraction_bits);
}

/// Both conversions for many lanes, with fast paths for the most important formats.
class LaneCodec {
   public:
    /// `rule`: the format, and the encodings of a NaN and an infinity.
    explicit LaneCodec(const OutputRule& rule);

    /// out[j] = the value of element first + j * step, for j < count.
    void load(std::span<const std::byte> data, std::size_t first, std::size_t step, std::size_t count,
              float* out) const;
    /// Stores values to the elements from which load() reads them.
    void store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
               const float* values) const;

   private:
    OutputRule rule_;
    const FormatInfo* format_;
    bool ieee_;        ///< layout and specials as in fp32, with shorter fields
    int drop_;         ///< fraction bits of fp32 that the format lacks
    float from_, to_;  ///< factors between the format's bias and fp32's
    std::uint32_t nan_;
};

}  // namespace karat::simd
