// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/panels.hpp"

#include <bit>
#include <cmath>
#include <cstring>

#include "karat/algorithm/terms.hpp"
#include "karat/engine/fda_plan.hpp"

namespace karat::engine {
namespace {

constexpr Decoded kSpecial{0.0F, kSpecialExponent};

/// A zero, or a number if fp32 holds it exactly.
Decoded exactly(bool negative, std::uint64_t significand, int exponent, int fraction) {
    const int lsb = exponent - fraction;
    if (lsb < -149 || exponent > 126) return kSpecial;
    const float magnitude = std::ldexp(static_cast<float>(significand), lsb);
    return {negative ? -magnitude : magnitude, exponent};
}

template <class T>
std::uint64_t load_as(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

std::uint64_t load(std::span<const std::byte> data, std::size_t index, int bits) {
    if constexpr (std::endian::native == std::endian::little) {
        switch (bits) {
            case 8:
                return load_as<std::uint8_t>(&data[index]);
            case 16:
                return load_as<std::uint16_t>(&data[index * 2]);
            case 32:
                return load_as<std::uint32_t>(&data[index * 4]);
            default:
                break;
        }
    }
    return load_packed(data, index, bits);
}

std::size_t element_index(const ConstMatrix& matrix, bool by_row, std::size_t line, std::size_t k) {
    return matrix.column_major == by_row ? k * matrix.leading + line : line * matrix.leading + k;
}

}  // namespace

LineDecoder::LineDecoder(const Plan& plan, bool is_a)
    : stored_(is_a ? plan.a : plan.b),
      multiplied_(is_a ? plan.mul_a : plan.mul_b),
      scale_(plan.scale),
      flush_(is_a ? plan.spec.flush_a : plan.spec.flush_b),
      flush_below_(plan.spec.flush_below),
      zero_rule_(plan.spec.zero_product),
      scale_block_(plan.scale_block) {
    for (int i = 0; i < plan.operations; ++i) {
        for (int j = 0; j < plan.terms; ++j) {
            const auto k = static_cast<std::uint32_t>(pattern_index(plan.spec.chain_pattern, i, j, plan.operations, plan.terms));
            in_order_ = in_order_ && k == order_.size();
            order_.push_back(k);
        }
    }
    zero_exponent_ = decode(0).exponent;
    plain_ieee_ = !flush_ && stored_ == multiplied_ && stored_->specials == Specials::ieee && stored_->exponent_bits <= 8;
    ieee_factor_ = std::ldexp(1.0F, 127 - stored_->bias);
    if (stored_->bits > 8) return;
    for (std::uint64_t code = 0; code <= stored_->encoding_mask(); ++code) table_.push_back(decode(code));
}

Decoded LineDecoder::decode(std::uint64_t encoding) const {
    const Unpacked x = karat::load(encoding, *stored_, *multiplied_, flush_, flush_below_);
    switch (x.number_class) {
        case NumberClass::zero:
            return {0.0F, zero_rule_ == ZeroExponent::ignored ? kZeroExponent : karat::zero_exponent(x, zero_rule_)};
        case NumberClass::finite:
            return exactly(x.negative, x.significand, x.exponent, multiplied_->fraction_bits);
        default:
            return kSpecial;
    }
}

/// The same for IEEE-like formats within fp32, without branches on the value.
Decoded LineDecoder::decode_ieee(std::uint64_t encoding) const {
    const FormatInfo& f = *stored_;
    const auto bits = static_cast<std::uint32_t>(encoding >> f.ignored_low_bits);
    const std::uint32_t magnitude = bits & static_cast<std::uint32_t>(f.magnitude_mask());
    const std::uint32_t sign = (bits & static_cast<std::uint32_t>(f.sign_bit())) != 0 ? 0x80000000U : 0;
    const float value = std::bit_cast<float>(sign | (magnitude << (23 - f.fraction_bits))) * ieee_factor_;
    const int field = static_cast<int>(magnitude >> f.fraction_bits);
    const int exponent = std::max(field, 1) - f.bias;
    if (magnitude >= f.infinity_code()) return kSpecial;
    return {value, magnitude == 0 ? zero_exponent_ : exponent};
}

/// A scale factor multiplies the value and is added to the exponent; the zero rule sees a zero of either.
Decoded LineDecoder::scaled(const Decoded& element, std::uint64_t scale) const {
    const Unpacked s = unpack(scale, *scale_);
    if (element.exponent == kSpecialExponent || s.number_class > NumberClass::finite) return kSpecial;
    if (element.value == 0.0F || s.number_class == NumberClass::zero) {
        if (zero_rule_ == ZeroExponent::ignored) return {0.0F, kZeroExponent};
        return {0.0F, element.exponent + karat::zero_exponent(s, zero_rule_)};
    }
    const int lsb = s.exponent - scale_->fraction_bits;
    const int exponent = element.exponent + s.exponent;
    if (exponent - multiplied_->fraction_bits - scale_->fraction_bits < -149) return kSpecial;
    if (std::max(element.exponent, exponent) > 120) return kSpecial;  // times a significand of up to 15 it is still finite
    return {std::ldexp(element.value * static_cast<float>(s.significand), lsb), exponent};
}

void LineDecoder::decode(const Lines& lines, std::size_t line, std::size_t first_k, Decoded* out) const {
    const int bits = stored_->bits;
    for (std::size_t p = 0; p < order_.size(); ++p) {
        const std::size_t k = first_k + order_[p];
        const std::uint64_t encoding = load(lines.matrix.data, element_index(lines.matrix, lines.by_row, line, k), bits);
        out[p] = plain_ieee_ ? decode_ieee(encoding) : table_.empty() ? decode(encoding) : table_[encoding];
        if (scale_ == nullptr) continue;
        const std::size_t block = k / static_cast<std::size_t>(scale_block_);
        out[p] = scaled(out[p], load_packed(lines.scales.data, element_index(lines.scales, lines.by_row, line, block), scale_->bits));
    }
}

}  // namespace karat::engine
