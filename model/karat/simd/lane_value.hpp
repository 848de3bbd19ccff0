// SPDX-License-Identifier: Apache-2.0
// Conversion between encodings of c and d and the fp32 numbers that the lanes hold. A NaN keeps its sign and
// payload in the lane, because the encoding of a result may depend on them.
#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"

namespace karat::simd {

/// A NaN of fp32 with the sign and payload of a NaN of `format`.
[[nodiscard]] inline float lane_nan(bool negative, std::uint64_t payload, const FormatInfo& format) {
    if (payload == 0) return std::numeric_limits<float>::quiet_NaN();  // a format with one NaN
    const auto moved = static_cast<std::uint32_t>(payload) << (23 - format.fraction_bits);
    return std::bit_cast<float>((negative ? 0xff800000U : 0x7f800000U) | moved);
}
/// The inverse.
[[nodiscard]] inline std::uint64_t encoding_of_lane_nan(float nan, const FormatInfo& format) {
    const auto bits = std::bit_cast<std::uint32_t>(nan);
    const std::uint64_t sign =
        (bits >> 31U) != 0 && format.specials != Specials::fnuz ? format.sign_bit() : 0;
    if (format.specials != Specials::ieee) return sign | encode_nan(format.id, NanEncoding::any);
    const std::uint64_t payload = (bits & 0x7fffffU) >> (23 - format.fraction_bits);
    return (sign | format.infinity_code() | payload) << format.ignored_low_bits;
}

/// The exact value of an encoding of any format except fp64.
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
            return lane_nan(x.negative, (encoding >> format.ignored_low_bits) & format.fraction_mask(),
                            format);
    }
    return x.negative ? -magnitude : magnitude;
}

/// The encoding of a NaN result: the lane's if it depends on the cause and `rule.format` has payloads.
[[nodiscard]] inline std::uint64_t lane_nan_encoding(float nan, const OutputRule& rule) {
    const FormatInfo& format = info(rule.format);
    if (!depends_on_cause(rule.nan) || format.specials != Specials::ieee)
        return encode_nan(rule.format, rule.nan);
    return encoding_of_lane_nan(nan, format);
}

/// The encoding of a result that `rule.format` represents exactly.
[[nodiscard]] inline std::uint64_t lane_encoding(float value, const OutputRule& rule) {
    if (std::isnan(value)) return lane_nan_encoding(value, rule);
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if (rule.format == Format::fp32) return bits;
    const Unpacked x = unpack(bits, info(Format::fp32));
    if (x.number_class == NumberClass::zero) return encode_zero(rule.format, x.negative);
    if (x.number_class == NumberClass::infinity) return encode_infinity(rule, x.negative);
    const OutputRule exact = OutputRule::ieee(rule.format, Rounding::RZ);
    return round_to(exact, x.negative, x.significand, x.exponent - info(Format::fp32).fraction_bits);
}

/// The encoding of a value of c, the inverse of lane_value().
[[nodiscard]] inline std::uint64_t c_encoding(float value, Format format) {
    return std::isnan(value) ? encoding_of_lane_nan(value, info(format))
                             : lane_encoding(value, {.format = format});
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
    template <class CodeAt>
    void load_ieee(std::size_t count, float* out, CodeAt code_at) const;

    OutputRule rule_;
    const FormatInfo* format_;
    bool ieee_;        ///< layout and specials as in fp32, with shorter fields
    int drop_;         ///< fraction bits of fp32 that the format lacks
    float from_, to_;  ///< factors between the format's bias and fp32's
};

}  // namespace karat::simd
