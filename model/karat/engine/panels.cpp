// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/panels.hpp"

#include <bit>
#include <cmath>

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

void store(const RowPanel& panel, std::size_t p, std::size_t j, const Decoded& element) {
    const auto half = static_cast<std::uint32_t>(element.exponent) & 0xffffU;
    panel.values[p * panel.width + j] = element.value;
    panel.exponents[p * panel.width + j] = static_cast<std::int32_t>(half << 16U | half);
}
void store(const LanePanel& panel, std::size_t p, std::size_t j, const Decoded& element) {
    panel.values[p * panel.width + j] = element.value;
    panel.exponents[p * panel.width + j] = static_cast<std::int16_t>(element.exponent);
}

std::size_t element_index(const ConstMatrix& matrix, bool by_row, std::size_t line, std::size_t k) {
    return matrix.column_major == by_row ? k * matrix.leading + line : line * matrix.leading + k;
}

}  // namespace

LineDecoder::IeeeLayout::IeeeLayout(const FormatInfo& f)
    : ignored_low_bits(f.ignored_low_bits),
      fraction_bits(f.fraction_bits),
      bias(f.bias),
      sign_shift(31 - f.exponent_bits - f.fraction_bits),
      magnitude_mask(static_cast<std::uint32_t>(f.magnitude_mask())),
      infinity_code(static_cast<std::uint32_t>(f.infinity_code())),
      factor(std::ldexp(1.0F, 127 - f.bias)) {}

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
    if (plain_ieee_) ieee_ = IeeeLayout(*stored_);
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
inline Decoded LineDecoder::decode_ieee(std::uint64_t encoding) const {
    const auto& f = ieee_;
    const auto bits = static_cast<std::uint32_t>(encoding) >> f.ignored_low_bits;
    const std::uint32_t magnitude = bits & f.magnitude_mask;
    const std::uint32_t sign = bits << f.sign_shift & 0x80000000U;
    const float value = std::bit_cast<float>(sign | (magnitude << (23 - f.fraction_bits))) * f.factor;
    const int field = static_cast<int>(magnitude >> f.fraction_bits);
    const int exponent = magnitude == 0 ? zero_exponent_ : std::max(field, 1) - f.bias;
    const bool special = magnitude >= f.infinity_code;
    return {special ? 0.0F : value, special ? kSpecialExponent : exponent};
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

template <class Exponent>
void LineDecoder::decode_into(const Lines& lines, std::size_t line, std::size_t first_k, const Panel<Exponent>& panel,
                              std::size_t j) const {
    const std::span<const std::byte> data = lines.matrix.data;
    const std::size_t first = element_index(lines.matrix, lines.by_row, line, first_k);
    const std::size_t step = lines.matrix.column_major == lines.by_row ? lines.matrix.leading : 1;
    const int bits = stored_->bits;
    const auto each = [&](auto decoded) {
        for (std::size_t p = 0; p < order_.size(); ++p) store(panel, p, j, decoded(load_element(data, first + order_[p] * step, bits)));
    };
    const auto each_scaled = [&](auto decoded) {
        for (std::size_t p = 0; p < order_.size(); ++p) {
            const Decoded element = decoded(load_element(data, first + order_[p] * step, bits));
            const std::size_t block = (first_k + order_[p]) / static_cast<std::size_t>(scale_block_);
            const std::size_t at = element_index(lines.scales, lines.by_row, line, block);
            store(panel, p, j, scaled(element, load_element(lines.scales.data, at, scale_->bits)));
        }
    };
    const auto choose = [&](auto decoded) { scale_ == nullptr ? each(decoded) : each_scaled(decoded); };
    if (plain_ieee_) {
        choose([this](std::uint64_t encoding) { return decode_ieee(encoding); });
    } else if (!table_.empty()) {
        choose([this](std::uint64_t encoding) { return table_[encoding]; });
    } else {
        choose([this](std::uint64_t encoding) { return decode(encoding); });
    }
}

void LineDecoder::decode(const Lines& lines, std::size_t line, std::size_t first_k, const RowPanel& panel, std::size_t j) const {
    decode_into(lines, line, first_k, panel, j);
}
void LineDecoder::decode(const Lines& lines, std::size_t line, std::size_t first_k, const LanePanel& panel, std::size_t j) const {
    decode_into(lines, line, first_k, panel, j);
}

template <class Exponent>
void clear(const Panel<Exponent>& panel, std::size_t k, std::size_t j) {
    for (std::size_t p = 0; p < k; ++p) store(panel, p, j, {0.0F, kZeroExponent});
}
template void clear(const RowPanel&, std::size_t, std::size_t);
template void clear(const LanePanel&, std::size_t, std::size_t);

}  // namespace karat::engine
