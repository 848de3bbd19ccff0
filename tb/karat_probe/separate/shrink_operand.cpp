// SPDX-License-Identifier: Apache-2.0
#include "karat_probe/separate/shrink_operand.hpp"

#include <algorithm>
#include <bit>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"

namespace karat::probe {
namespace {

/// Encodes significand * 2^(exponent - fraction bits); nothing is rounded.
/// Precondition: the format represents it.
std::uint64_t encoded(const FormatInfo& format, bool negative, std::uint64_t significand, int exponent) {
    if (format.is_integer()) return format.encoding(negative, significand);
    const bool normal = (significand >> format.fraction_bits) != 0;
    const std::uint64_t field = normal ? static_cast<std::uint64_t>(exponent + format.bias) : 0;
    return format.encoding(negative,
                           (field << format.fraction_bits) | (significand & format.fraction_mask()));
}

}  // namespace

bool is_finite_nonzero(const FormatInfo& format, std::uint64_t code) {
    return unpack(code, format).number_class == NumberClass::finite;
}

int leading_exponent(const FormatInfo& format, std::uint64_t code) {
    const Unpacked x = unpack(code, format);
    return x.exponent - format.fraction_bits + bit_length(x.significand) - 1;
}

std::vector<std::uint64_t> simpler_significands(const FormatInfo& format, std::uint64_t code) {
    const Unpacked x = unpack(code, format);
    std::vector<std::uint64_t> out;
    const auto add = [&](std::uint64_t simpler) {
        if (simpler != code && std::find(out.begin(), out.end(), simpler) == out.end())
            out.push_back(simpler);
    };
    if (x.number_class == NumberClass::nan) {
        if (format.specials == Specials::ieee) add(encode_nan(format.id, NanEncoding::riscv));
        return out;
    }
    if (x.number_class != NumberClass::finite) {
        if (x.negative && format.has_minus_zero()) add(format.negated(code));
        return out;
    }
    const int bits = bit_length(x.significand);
    std::uint64_t kept = 0;
    for (int bit = bits - 1; bit >= 0; --bit) {
        const std::uint64_t weight = std::uint64_t{1} << bit;
        if ((x.significand & weight) == 0) continue;
        kept |= weight;
        if (kept == x.significand) break;
        if (!x.negative) add(encoded(format, false, kept, x.exponent));
        add(encoded(format, x.negative, kept, x.exponent));
    }
    if (x.negative) add(encoded(format, false, x.significand, x.exponent));
    return out;
}

std::uint64_t last_bit(const FormatInfo& format, std::uint64_t code) {
    const Unpacked x = unpack(code, format);
    if (x.number_class != NumberClass::finite) return code;
    const int low = std::countr_zero(x.significand);
    if (format.is_integer()) return format.encoding(x.negative, std::uint64_t{1} << low);
    const int weight = x.exponent - format.fraction_bits + low;
    const int exponent = std::max(weight, format.min_exponent());
    const int place = weight - exponent + format.fraction_bits;
    return encoded(format, x.negative, std::uint64_t{1} << place, exponent);
}

std::uint64_t shifted(const FormatInfo& format, std::uint64_t code, int shift) {
    if (format.is_integer() || !is_finite_nonzero(format, code)) return code;
    const Unpacked x = unpack(code, format);
    const int top = leading_exponent(format, code) + shift;
    if (top > format.max_exponent()) return code;
    const int lowest = format.has_zero ? format.min_exponent() - format.fraction_bits : format.min_exponent();
    const int last = x.exponent - format.fraction_bits + shift;  // weight of the significand's unit
    const int unit = std::max(top, format.min_exponent()) - format.fraction_bits;
    if (top < lowest) return code;
    std::uint64_t significand = x.significand;
    if (last >= unit) {
        significand <<= last - unit;
    } else {
        const int drop = unit - last;
        if ((significand & ((std::uint64_t{1} << drop) - 1)) != 0) return code;
        significand >>= drop;
    }
    const std::uint64_t out = encoded(format, x.negative, significand, std::max(top, format.min_exponent()));
    return is_finite_nonzero(format, out) ? out : code;
}

}  // namespace karat::probe
