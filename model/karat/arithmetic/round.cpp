// SPDX-License-Identifier: Apache-2.0
#include "karat/arithmetic/round.hpp"

namespace karat {

std::uint64_t encode_nan(Format format, NanEncoding encoding) {
    const FormatInfo& f = info(format);
    std::uint64_t code = f.magnitude_mask();
    if (f.specials == Specials::fnuz) return f.sign_bit();
    // A specification with such a format for d is rejected. The largest finite value is the closest
    // substitute.
    if (!f.has_nan()) return f.max_finite_code();
    if (f.specials == Specials::ieee && encoding != NanEncoding::nvidia) {
        code = f.infinity_code() | (std::uint64_t{1} << (f.fraction_bits - 1));
        // of those that depend on the cause: the NaN of an invalid operation
        if (depends_on_cause(encoding) || encoding == NanEncoding::indefinite) code |= f.sign_bit();
        return code << f.ignored_low_bits;
    }
    return code << f.ignored_low_bits;
}

std::uint64_t encode_zero(Format format, bool negative) {
    const FormatInfo& f = info(format);
    return (negative && f.has_minus_zero() ? f.sign_bit() : 0) << f.ignored_low_bits;
}

std::uint64_t encode_infinity(const OutputRule& rule, bool negative) {
    const FormatInfo& f = info(rule.format);
    if (f.has_infinity()) {
        return ((negative ? f.sign_bit() : 0) | f.infinity_code()) << f.ignored_low_bits;
    }
    if (f.has_nan()) return encode_nan(rule.format, rule.nan);
    return (negative ? f.sign_bit() : 0) | f.max_finite_code();
}

namespace {

std::uint64_t encode_overflow(const OutputRule& rule, bool negative) {
    const FormatInfo& f = info(rule.format);
    // IEEE 754 section 7.4: a directed rounding towards zero overflows to the largest finite value.
    const bool toward_zero = rule.rounding == Rounding::RZ || rule.rounding == Rounding::RO ||
                             (rule.rounding == Rounding::RD && !negative) ||
                             (rule.rounding == Rounding::RU && negative);
    const bool finite =
        rule.overflow == Overflow::saturate || (rule.overflow == Overflow::ieee && toward_zero);
    if (!finite) return encode_infinity(rule, negative);
    // With a reduced fraction, the unused low bits of the largest value are 0.
    const int cut = f.fraction_bits - rule.fraction;
    const std::uint64_t code = (f.max_finite_code() >> cut) << cut;
    return ((negative ? f.sign_bit() : 0) | code) << f.ignored_low_bits;
}

}  // namespace

std::uint64_t encode_integer(const OutputRule& rule, bool negative, std::uint64_t magnitude, bool beyond,
                             RoundFlags& flags) {
    const FormatInfo& f = info(rule.format);
    const bool below_zero = negative && !f.is_signed && magnitude != 0;
    if (!beyond && !below_zero && magnitude <= f.max_finite_code(negative))
        return f.encoding(negative, magnitude);
    flags.overflow = true;
    flags.inexact = true;
    if (rule.overflow == Overflow::wrap) return (negative ? 0 - magnitude : magnitude) & f.encoding_mask();
    return below_zero ? 0 : f.encoding(negative, f.max_finite_code());
}

std::uint64_t flushed_zero(const OutputRule& rule, bool negative, RoundFlags& flags) {
    flags.inexact = true;
    flags.underflow = true;
    return encode_zero(rule.format, negative && rule.flush_sign == FlushSign::keep);
}

std::uint64_t encode_rounded(const OutputRule& rule, bool negative, std::uint64_t kept, int exponent,
                             bool inexact, RoundFlags& flags) {
    const FormatInfo& f = info(rule.format);
    flags.inexact |= inexact;
    if (!f.is_signed && negative) return encode_nan(rule.format, rule.nan);
    if ((kept >> rule.fraction) > 1) {  // rounding carried into the next binade
        kept >>= 1;
        ++exponent;
    }
    const bool normal = (kept >> rule.fraction) != 0;
    if (!normal) {
        flags.underflow |= inexact;
        if (!f.has_zero) return 0;  // ue8m0: the smallest value
        if (kept == 0 || rule.flush) {
            const bool keeps_sign = (kept != 0 || rule.underflow_sign == UnderflowSign::keep) &&
                                    (!rule.flush || rule.flush_sign == FlushSign::keep);
            return encode_zero(rule.format, negative && keeps_sign);
        }
    }
    const std::uint64_t fraction = (kept << (f.fraction_bits - rule.fraction)) & f.fraction_mask();
    const auto field = static_cast<std::uint64_t>(normal ? exponent + f.bias : 0);
    const std::uint64_t code = (field << f.fraction_bits) | fraction;
    if (exponent > f.max_exponent() || code > f.max_finite_code()) {
        flags.overflow = true;
        flags.inexact = true;
        return encode_overflow(rule, negative);
    }
    return ((negative ? f.sign_bit() : 0) | code) << f.ignored_low_bits;
}

}  // namespace karat
