// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/decode/panel_decoder.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "karat/evaluate/products.hpp"

namespace karat::simd {
namespace {

constexpr std::size_t kMostPermuted = 64;  ///< largest k whose order permute() changes

bool has_fields(const FormatInfo& f) { return f.is_signed && f.exponent_bits <= 8; }

FieldLayout field_layout(const FormatInfo& f, int zero_exponent) {
    FieldLayout out;
    out.ignored_low_bits = f.ignored_low_bits;
    out.fraction_bits = f.fraction_bits;
    out.bias = f.bias;
    out.sign_shift = 31 - f.exponent_bits - f.fraction_bits;
    out.zero_exponent = zero_exponent;
    out.magnitude_mask = static_cast<std::uint32_t>(f.magnitude_mask());
    out.max_finite = static_cast<std::uint32_t>(f.max_finite_code());
    out.nan_code = f.specials == Specials::fnuz ? static_cast<std::uint32_t>(f.sign_bit()) : ~0U;
    out.factor = std::ldexp(1.0F, 127 - f.bias);
    return out;
}

std::size_t element_index(const ConstMatrix& matrix, bool by_row, std::size_t line, std::size_t k) {
    return matrix.column_major == by_row ? k * matrix.leading + line : line * matrix.leading + k;
}

void put(const RowPanel& panel, std::size_t p, std::size_t j, float value, std::int32_t exponent) {
    const auto half = static_cast<std::uint32_t>(exponent) & 0xffffU;
    panel.values[p * panel.width + j] = value;
    panel.exponents[p * panel.width + j] = static_cast<std::int32_t>(half << 16U | half);
}
void put(const LanePanel& panel, std::size_t p, std::size_t j, float value, std::int32_t exponent) {
    panel.values[p * panel.width + j] = value;
    panel.exponents[p * panel.width + j] = static_cast<std::int16_t>(exponent);
}

void decode_fields(const DecodeKernel& kernel, const FieldLayout& layout, const std::uint32_t* codes,
                   std::size_t stride, int lines, std::size_t count, const RowPanel& panel, std::size_t j) {
    kernel.rows(layout, codes, stride, lines, count, panel, j);
}
void decode_fields(const DecodeKernel& kernel, const FieldLayout& layout, const std::uint32_t* codes,
                   std::size_t stride, int lines, std::size_t count, const LanePanel& panel, std::size_t j) {
    kernel.lanes(layout, codes, stride, lines, count, panel, j);
}

}  // namespace

PanelDecoder::PanelDecoder(const Program& program, const DecodePlan& plan, bool is_a, Simd simd)
    : scales_sums_(plan.scales_sums),
      scales_alone_(plan.scales_alone),
      terms_count_(plan.terms_count),
      order_(plan.order),
      kernel_(decode_kernel(simd)) {
    const OperandRules& rules = program.operands();
    stored_ = &info(is_a ? rules.a : rules.b);
    multiplied_ = &info(rules.convert.value_or(stored_->id));
    scale_ = scales_sums_ || program.scales_products() ? &info(*rules.scale) : nullptr;
    flush_ = is_a ? rules.flush_a : rules.flush_b;
    flush_below_ = rules.flush_below;
    zero_rule_ = program.zero_product();
    scale_block_ = rules.scale_block;
    for (std::size_t p = 0; p < order_.size(); ++p) in_order_ = in_order_ && order_[p] == p;
    if (plan.bare_products) {
        least_ = -62;
        most_ = 60;
    }
    if (scale_ != nullptr) tabulate_scales();
    has_layout_ =
        !flush_ && stored_ == multiplied_ && has_fields(*stored_) && scale_ == nullptr && !scales_alone_;
    if (has_layout_) layout_ = field_layout(*stored_, decode(0).exponent);
    if (has_layout_ || stored_->bits > 8) return;
    for (std::uint64_t code = 0; code <= stored_->encoding_mask(); ++code) table_.push_back(decode(code));
}

/// A scale factor is easy if no element multiplied by it comes near the limits of fp32.
void PanelDecoder::tabulate_scales() {
    constexpr int kEasy = 20;
    const int low = multiplied_->min_exponent() - multiplied_->fraction_bits - scale_->fraction_bits - kEasy;
    const bool elements_are_easy = low >= least_ && multiplied_->max_exponent() + kEasy <= most_;
    for (std::uint64_t code = 0; code <= scale_->encoding_mask(); ++code) {
        const Unpacked s = unpack(code, *scale_);
        const bool easy =
            elements_are_easy && s.number_class == NumberClass::finite && std::abs(s.exponent) <= kEasy;
        scales_.push_back(
            {easy ? std::ldexp(static_cast<float>(s.significand), s.exponent - scale_->fraction_bits) : 0.0F,
             s.exponent});
    }
}

PanelDecoder::Decoded PanelDecoder::decode(std::uint64_t encoding) const {
    Unpacked x = unpack(encoding, *stored_);
    if (flush_) x = flushed(x, *stored_, flush_below_, FlushSign::positive);
    if (stored_ != multiplied_) x = converted(x, *stored_, *multiplied_);
    if (!x.is_finite()) return {0.0F, kSpecialExponent};
    if (terms_count_ && x.number_class == NumberClass::zero) return {0.0F, kZeroExponent};
    const bool counts = x.number_class == NumberClass::finite || zero_rule_ != ZeroPart::ignored;
    const int exponent = counts ? zero_exponent(x, zero_rule_) : kZeroExponent;
    const float magnitude =
        std::ldexp(static_cast<float>(x.significand), x.exponent - multiplied_->fraction_bits);
    return {x.negative ? -magnitude : magnitude, scales_alone_ ? 0 : exponent};
}

/// Multiplies the value by the scale factor and adds its exponent. The zero rule applies to a zero of either.
/// For a group, a zero scale factor counts as -126 or excludes the group. A result that fp32 does not
/// represent exactly becomes special, which leaves it to the readable model.
PanelDecoder::Decoded PanelDecoder::scaled(const Decoded& element, std::uint64_t scale) const {
    const ScaleFactor& easy = scales_[scale & scale_->encoding_mask()];
    if (easy.value > 0 && element.exponent != kSpecialExponent && (scales_alone_ || element.value != 0)) {
        return {element.value * easy.value, element.exponent + easy.exponent};
    }
    const Unpacked s = unpack(scale, *scale_);
    if (element.exponent == kSpecialExponent || s.number_class > NumberClass::finite)
        return {0.0F, kSpecialExponent};
    if (terms_count_ && (element.value == 0.0F || s.number_class == NumberClass::zero))
        return {0.0F, kZeroExponent};
    const int lsb = s.exponent - scale_->fraction_bits;
    // With exponents of scale factors alone, all elements of a block must get the same verdict.
    const int low = scales_alone_ ? multiplied_->min_exponent() : element.exponent;
    const int high = scales_alone_ ? multiplied_->max_exponent()
                                   : std::max(element.exponent, element.exponent + s.exponent);
    const bool too_small =
        std::min(low, low + s.exponent) - multiplied_->fraction_bits - scale_->fraction_bits < least_;
    // The limit leaves room for a significand of up to 15.
    const bool too_large = std::max(high, high + s.exponent) > most_;
    const Decoded special{0.0F, kSpecialExponent};
    if (scales_sums_) {
        const int exponent = element.exponent + zero_exponent(s, ZeroPart::minus126);
        const bool zero = element.value == 0.0F && !scales_alone_;
        if (!zero && (too_small || too_large)) return special;
        return {std::ldexp(element.value * static_cast<float>(s.significand), lsb), exponent};
    }
    if (element.value == 0.0F || s.number_class == NumberClass::zero) {
        if (zero_rule_ == ZeroPart::ignored) return {0.0F, kZeroExponent};
        return {0.0F, element.exponent + zero_exponent(s, zero_rule_)};
    }
    if (too_small || too_large) return special;
    return {std::ldexp(element.value * static_cast<float>(s.significand), lsb),
            element.exponent + s.exponent};
}

/// Reads the encodings of a line, in the order in which the operations use them.
void PanelDecoder::gather(const Lines& source, std::size_t line, std::size_t first, std::size_t dot_adds,
                          std::uint32_t* out) const {
    const std::span<const std::byte> data = source.matrix.data;
    const std::size_t start = element_index(source.matrix, source.by_row, line, 0);
    const std::size_t step = source.matrix.column_major == source.by_row ? source.matrix.leading : 1;
    if constexpr (std::endian::native == std::endian::little) {
        const std::size_t count = dot_adds * order_.size();
        const bool in_line =
            source.k_order == nullptr && step == 1 && (in_order_ || order_.size() <= kMostPermuted);
        if (in_line && stored_->bits == 16) {
            kernel_.widen16(data.data() + (start + first) * 2, count, out);
            return permute(count, out);
        }
        if (in_line && stored_->bits == 8) {
            kernel_.widen8(data.data() + start + first, count, out);
            return permute(count, out);
        }
    }
    const auto each = [&](auto k_at) {
        const auto one_width = [&](int bits) {
            for (std::size_t p = 0; p < dot_adds * order_.size(); ++p) {
                out[p] = static_cast<std::uint32_t>(load_element(data, start + k_at(p) * step, bits));
            }
        };
        stored_->bits == 16 ? one_width(16) : one_width(stored_->bits);
    };
    if (source.k_order == nullptr && in_order_) {
        each([&](std::size_t p) { return first + p; });
    } else {
        each([&](std::size_t p) { return k_at(source, first, p); });
    }
}

/// Puts the encodings of every dot-add, read in ascending k, into the order of the operations.
void PanelDecoder::permute(std::size_t count, std::uint32_t* codes) const {
    if (in_order_) return;
    std::array<std::uint32_t, kMostPermuted> ascending;
    const std::size_t k = order_.size();
    for (const std::uint32_t* const end = codes + count; codes != end; codes += k) {
        std::copy_n(codes, k, ascending.begin());
        for (std::size_t p = 0; p < k; ++p) codes[p] = ascending[order_[p]];
    }
}

/// The k at position `p` of a line, counted from position `first`, where a dot-add starts.
std::size_t PanelDecoder::k_at(const Lines& source, std::size_t first, std::size_t p) const {
    const std::size_t k = order_.size();
    const std::size_t place = first + p / k * k + order_[p % k];
    return source.k_order != nullptr ? source.k_order[place] : place;
}

template <class Exponent>
void PanelDecoder::decode_one(const Lines& source, std::size_t line, std::size_t first, std::size_t dot_adds,
                              const std::uint32_t* codes, const Panel<Exponent>& panel, std::size_t j) const {
    const std::size_t count = dot_adds * order_.size();
    const bool plain = in_order_ && source.k_order == nullptr;
    const auto per_scale = scale_ != nullptr ? static_cast<std::size_t>(scale_block_) : count;
    for (std::size_t p = 0; p < count;) {
        const std::size_t k = plain ? first + p : k_at(source, first, p);
        // The number of elements that share a scale factor. A dot-add has whole blocks.
        const std::size_t run = scale_ == nullptr ? count : plain ? per_scale - k % per_scale : 1;
        std::uint64_t scale = 0;
        if (scale_ != nullptr) {
            scale =
                load_element(source.scales.data,
                             element_index(source.scales, source.by_row, line, k / per_scale), scale_->bits);
        }
        for (const std::size_t end = p + run; p < end; ++p) {
            Decoded element = table_.empty() ? decode(codes[p]) : table_[codes[p]];
            if (scale_ != nullptr) element = scaled(element, scale);
            put(panel, p, j, element.value, element.exponent);
        }
    }
}

template <class Exponent>
void PanelDecoder::decode(const Lines& source, std::size_t line, int lines, std::size_t first,
                          std::size_t dot_adds, const Panel<Exponent>& panel, std::size_t j,
                          std::vector<std::uint32_t>& codes) const {
    const std::size_t count = dot_adds * order_.size();
    const std::size_t stride = (count + 15) / 16 * 16;  // rounded up to whole vectors
    codes.resize(4 * stride);
    for (int i = 0; i < lines; ++i) {
        gather(source, line + static_cast<std::size_t>(i), first, dot_adds,
               codes.data() + static_cast<std::size_t>(i) * stride);
    }
    if (has_layout_) return decode_fields(kernel_, layout_, codes.data(), stride, lines, count, panel, j);
    for (int i = 0; i < 4; ++i) {
        const std::size_t column = j + static_cast<std::size_t>(i);
        if (i < lines) {
            const std::uint32_t* const own = codes.data() + static_cast<std::size_t>(i) * stride;
            decode_one(source, line + static_cast<std::size_t>(i), first, dot_adds, own, panel, column);
        } else {
            for (std::size_t p = 0; p < count; ++p) put(panel, p, column, 0.0F, kZeroExponent);
        }
    }
}

template void PanelDecoder::decode(const Lines&, std::size_t, int, std::size_t, std::size_t, const RowPanel&,
                                   std::size_t, std::vector<std::uint32_t>&) const;
template void PanelDecoder::decode(const Lines&, std::size_t, int, std::size_t, std::size_t, const LanePanel&,
                                   std::size_t, std::vector<std::uint32_t>&) const;

}  // namespace karat::simd
