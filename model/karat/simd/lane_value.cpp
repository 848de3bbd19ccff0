// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/lane_value.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "karat/evaluate/packed.hpp"

namespace karat::simd {

LaneCodec::LaneCodec(const OutputRule& rule)
    : rule_(rule),
      format_(&info(rule.format)),
      ieee_(format_->specials == Specials::ieee && format_->exponent_bits <= 8),
      drop_(23 - format_->fraction_bits),
      from_(ieee_ ? std::ldexp(1.0F, 127 - format_->bias) : 0.0F),
      to_(ieee_ ? std::ldexp(1.0F, format_->bias - 127) : 0.0F) {}

void LaneCodec::load(std::span<const std::byte> data, std::size_t first, std::size_t step, std::size_t count,
                     float* out) const {
    if (rule_.format == Format::fp32) {
        if (step == 1 && std::endian::native == std::endian::little) {
            std::memcpy(out, data.data() + first * sizeof(float), count * sizeof(float));
            return;
        }
        for (std::size_t j = 0; j < count; ++j) {
            out[j] =
                std::bit_cast<float>(static_cast<std::uint32_t>(load_element(data, first + j * step, 32)));
        }
        return;
    }
    if (!ieee_) {
        for (std::size_t j = 0; j < count; ++j)
            out[j] = lane_value(load_element(data, first + j * step, format_->bits), *format_);
        return;
    }
    if (format_->bits == 16 && step == 1 && std::endian::native == std::endian::little) {
        const std::byte* const from = data.data() + first * 2;
        return load_ieee(count, out, [from](std::size_t j) { return load_as<std::uint16_t>(from + j * 2); });
    }
    load_ieee(count, out, [&](std::size_t j) { return load_element(data, first + j * step, format_->bits); });
}

/// Encodings of a format like fp32; `code_at(j)` reads one. The compiler vectorises the loop if it can read
/// them directly.
template <class CodeAt>
void LaneCodec::load_ieee(std::size_t count, float* out, CodeAt code_at) const {
    const int ignored = format_->ignored_low_bits;
    const int drop = drop_;
    const int to_sign = 31 - format_->exponent_bits - format_->fraction_bits;
    const std::uint32_t sign = format_->is_signed ? 0x80000000U : 0U;
    const float from = from_;
    const auto infinity = static_cast<std::uint32_t>(format_->infinity_code());
    const auto mask = static_cast<std::uint32_t>(format_->magnitude_mask());
    for (std::size_t j = 0; j < count; ++j) {
        const std::uint32_t code = static_cast<std::uint32_t>(code_at(j)) >> ignored;
        const std::uint32_t moved = (code & mask) << drop;
        const auto finite = std::bit_cast<std::uint32_t>(std::bit_cast<float>(moved) * from);
        const std::uint32_t magnitude = (code & mask) >= infinity ? moved | 0x7f800000U : finite;
        out[j] = std::bit_cast<float>(magnitude | ((code << to_sign) & sign));
    }
}

void LaneCodec::store(std::span<std::byte> data, std::size_t first, std::size_t step, std::size_t count,
                      const float* values) const {
    if (rule_.format == Format::fp32) {
        for (std::size_t j = 0; j < count; ++j) {
            const std::uint64_t bits = std::bit_cast<std::uint32_t>(values[j]);
            store_element(data, first + j * step, 32,
                          std::isnan(values[j]) ? lane_nan_encoding(values[j], rule_) : bits);
        }
        return;
    }
    if (!ieee_) {
        for (std::size_t j = 0; j < count; ++j) {
            store_element(data, first + j * step, format_->bits, lane_encoding(values[j], rule_));
        }
        return;
    }
    for (std::size_t j = 0; j < count; ++j) {
        // Multiplication changes the exponent field from fp32's bias to the format's. Subnormals of the
        // format become subnormals of fp32.
        const auto moved = std::bit_cast<std::uint32_t>(std::abs(values[j]) * to_) >> drop_;
        const std::uint32_t magnitude = std::min(moved, static_cast<std::uint32_t>(format_->infinity_code()));
        const std::uint32_t sign =
            std::signbit(values[j]) ? static_cast<std::uint32_t>(format_->sign_bit()) : 0U;
        const std::uint64_t code = (sign | magnitude) << format_->ignored_low_bits;
        store_element(data, first + j * step, format_->bits,
                      std::isnan(values[j]) ? lane_nan_encoding(values[j], rule_) : code);
    }
}

}  // namespace karat::simd
