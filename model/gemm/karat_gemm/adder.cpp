// SPDX-License-Identifier: Apache-2.0
#include "karat_gemm/adder.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include "karat/arithmetic/round.hpp"
#include "karat/format/unpack.hpp"

namespace karat {

double value_of(std::uint64_t encoding, const FormatInfo& format) {
    if (format.id == Format::fp64) return std::bit_cast<double>(encoding);
    const Unpacked x = unpack(encoding, format);
    double magnitude = 0;
    if (x.number_class == NumberClass::finite)
        magnitude = std::ldexp(static_cast<double>(x.significand), x.exponent - format.fraction_bits);
    if (x.number_class == NumberClass::infinity) magnitude = std::numeric_limits<double>::infinity();
    if (x.number_class == NumberClass::nan) return std::numeric_limits<double>::quiet_NaN();
    return x.negative ? -magnitude : magnitude;
}

std::uint64_t encoding_of(double value, const FormatInfo& format) {
    OutputRule rule = OutputRule::ieee(format.id, Rounding::RNE);
    rule.nan = NanEncoding::riscv;
    const Unpacked x = unpack(std::bit_cast<std::uint64_t>(value), info(Format::fp64));
    switch (x.number_class) {
        case NumberClass::nan:
            return encode_nan(format.id, rule.nan);
        case NumberClass::infinity:
            return encode_infinity(rule, x.negative);
        case NumberClass::zero:
            return encode_zero(format.id, x.negative);
        case NumberClass::finite:
            break;
    }
    return round_to(rule, x.negative, x.significand, x.exponent - info(Format::fp64).fraction_bits);
}

namespace {

/// Whether a number is zero, or finite with a magnitude of at least 2^-103. Sums of such numbers are never
/// subnormal, so it does not matter if the calling program has set the processor to flush subnormals.
bool is_plain(std::uint64_t fp32) {
    const std::uint64_t exponent = fp32 >> 23U & 0xffU;
    return (exponent >= 24 && exponent < 255) || (fp32 & 0x7fffffffU) == 0;
}

/// The processor's own addition, which is many times faster.
std::uint64_t plain_sum(std::uint64_t x, std::uint64_t y) {
    return std::bit_cast<std::uint32_t>(std::bit_cast<float>(static_cast<std::uint32_t>(x)) +
                                        std::bit_cast<float>(static_cast<std::uint32_t>(y)));
}

}  // namespace

// If the sum of two numbers with p significand bits is rounded first to fp64's 53 >= 2p + 2 bits and then to
// p bits, the result equals the sum rounded once (Figueroa 1995). In fp64 itself there is only one rounding.
std::uint64_t Adder::add(std::uint64_t x, std::uint64_t y) const {
    if (format_->id == Format::fp32 && is_plain(x) && is_plain(y)) return plain_sum(x, y);
    return encoding_of(value_of(x, *format_) + value_of(y, *format_), *format_);
}
std::uint64_t Adder::subtract(std::uint64_t x, std::uint64_t y) const {
    if (format_->id == Format::fp32 && is_plain(x) && is_plain(y)) return plain_sum(x, y ^ 0x80000000U);
    return encoding_of(value_of(x, *format_) - value_of(y, *format_), *format_);
}
std::uint64_t Adder::combine(double factor, std::uint64_t x, double other, double y) const {
    return encoding_of(factor * value_of(x, *format_) + other * y, *format_);
}

}  // namespace karat
