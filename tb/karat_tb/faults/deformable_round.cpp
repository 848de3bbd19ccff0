// SPDX-License-Identifier: Apache-2.0
// The steps of a rounding, as round_to() and encode_rounded() in arithmetic/round.hpp take them.
#include "karat_tb/faults/deformable_round.hpp"

#include <algorithm>

namespace karat::tb {
namespace {

void normalise(RoundState& s) {
    s.exponent = s.field_wraps ? s.top : std::max(s.top, info(s.rule->format).min_exponent());
    s.drop = s.exponent - s.rule->fraction - s.lsb;
    s.rest = s.sticky;
    if (s.drop <= 0) {
        s.kept = low64(s.magnitude) << std::min(-s.drop, 63);
        return;
    }
    const Shifted<BigInt> shifted = shift_right(s.magnitude, s.drop);
    s.kept = low64(shifted.kept);
    s.guard = shifted.half;
    s.rest |= shifted.rest;
}

/// OutputRule::flush before the encoding: whether the result is flushed.
bool flushed_early(const RoundState& s) {
    const OutputRule& rule = *s.rule;
    const int least = info(rule.format).min_exponent();
    if (!rule.flush || rule.flush_when == FlushWhen::encoded || s.top >= least) return false;
    return !(rule.flush_when == FlushWhen::unbounded && s.top == least - 1 &&
             rounds_to_next_binade(rule, s.negative, s.magnitude, s.sticky));
}

std::uint64_t zero_of(const RoundState& s) {
    const OutputRule& rule = *s.rule;
    if (!info(rule.format).has_zero) return 0;
    const bool keeps_sign = (s.kept != 0 || rule.underflow_sign == UnderflowSign::keep) &&
                            (!rule.flush || rule.flush_sign == FlushSign::keep);
    return encode_zero(rule.format, s.negative && keeps_sign);
}

/// Exponent field and fraction of the rounded significand.
void find_code(RoundState& s) {
    const FormatInfo& f = info(s.rule->format);
    s.normal = (s.kept >> s.rule->fraction) != 0;
    const std::uint64_t fraction = (s.kept << (f.fraction_bits - s.rule->fraction)) & f.fraction_mask();
    const auto field = static_cast<std::uint64_t>(s.normal ? s.exponent + f.bias : 0);
    s.code = (field << f.fraction_bits) | fraction;
    if (s.field_wraps) return;
    s.overflow = s.exponent > f.max_exponent() || s.code > f.max_finite_code();
}

}  // namespace

std::uint64_t encoding_of_overflow(const OutputRule& rule, bool negative) {
    RoundFlags flags;
    return encode_rounded(rule, negative, std::uint64_t{1} << rule.fraction,
                          info(rule.format).max_exponent() + 2, false, flags);
}

std::uint64_t deformed_round(const OutputRule& rule, const Hooks& hooks, const DeformedSum& sum) {
    const FormatInfo& f = info(rule.format);
    if (sum.value == 0) return encode_zero(rule.format, sum.negative_zero);
    RoundState s{};
    s.rule = &rule;
    s.negative = sum.value < 0;
    s.magnitude = magnitude(sum.value);
    s.lsb = sum.lsb;
    s.sticky = sum.sticky;
    s.e_max = sum.e_max;
    if (f.is_integer()) {
        s.code = round_to(rule, s.negative, s.magnitude, s.lsb, s.sticky);
        if (hooks.encoded) hooks.encoded(s);
        return s.code & f.encoding_mask();
    }

    s.top = s.lsb + bit_length(s.magnitude) - 1;
    if (hooks.normalised) hooks.normalised(s);
    if (!s.field_wraps && flushed_early(s))
        return encode_zero(rule.format, s.negative && rule.flush_sign == FlushSign::keep);
    normalise(s);
    s.up = rounds_away(rule.rounding, s.negative, (s.kept & 1U) != 0, s.guard, s.rest);
    if (hooks.rounding) hooks.rounding(s);
    if (s.up) ++s.kept;
    if (hooks.rounded) hooks.rounded(s);

    if (!f.is_signed && s.negative) return encode_nan(rule.format, rule.nan);
    if ((s.kept >> rule.fraction) > 1) {  // carried into the next binade
        s.kept >>= 1;
        ++s.exponent;
    }
    find_code(s);
    if (hooks.encoded) hooks.encoded(s);
    if (!s.normal && (s.code == 0 || rule.flush)) return zero_of(s);
    if (s.overflow) return encoding_of_overflow(rule, s.negative);
    return ((s.negative ? f.sign_bit() : 0) | (s.code & f.magnitude_mask())) << f.ignored_low_bits;
}

}  // namespace karat::tb
