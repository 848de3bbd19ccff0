// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/fda_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "karat/engine/lane_value.hpp"

namespace karat::engine {
namespace {

constexpr int kMaxWidth = 30;  ///< F and the integer bits of a product: two of them fit int32
constexpr int kSignificandBits = 24;
constexpr int kGap = 3;  ///< exponents between the last relevant bit and the subnormals

int ceil_log2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

bool has_fp32_exponents(const FormatInfo& f) { return f.min_exponent() == -126 && f.max_exponent() == 127; }

FinishRule finish_rule(const OutputRule& rule) {
    const FormatInfo& f = info(rule.format);
    FinishRule out;
    out.rule = rule;
    out.min_exponent = f.min_exponent();
    out.max_finite = lane_value(f.max_finite_code() << f.ignored_low_bits, f);
    out.overflow = lane_value(encode_infinity(rule, false), f);
    if (has_fp32_exponents(f)) {  // the guard on e_max keeps results clear of overflow and of subnormals
        if (rule.rounding == Rounding::RZ) out.finish = Finish::truncate;
        if (rule.rounding == Rounding::RNE) out.finish = rule.fraction == 23 ? Finish::nearest : Finish::narrow;
        if (out.finish == Finish::narrow && rule.fraction > 21) out.finish = Finish::scalar;
    } else if (rule.rounding == Rounding::RNE && rule.overflow != Overflow::saturate && !rule.flush &&
               rule.underflow_sign == UnderflowSign::keep) {
        out.finish = Finish::narrow;
    }
    return out;
}

AddendRule addend_rule(const Spec& spec, const FormatInfo& format) {
    AddendRule out;
    out.min_exponent = format.min_exponent();
    switch (spec.zero_c) {
        case ZeroExponent::ignored:
            out.zero_exponent = kNoExponent;
            break;
        case ZeroExponent::minus126:
            out.zero_exponent = -126;
            break;
        case ZeroExponent::format_min:
            out.zero_exponent = format.min_exponent();
            break;
    }
    const int least = spec.flush_below == FlushBelow::fp32 ? -126 : format.min_exponent();
    out.flush_below = spec.flush_c ? std::ldexp(1.0F, least) : 0.0F;
    return out;
}

bool is_simple(Rounding rounding) {
    return rounding == Rounding::RZ || rounding == Rounding::RD || rounding == Rounding::RU || rounding == Rounding::RNE;
}

/// The addition of a late c in fp32, then rounding to d: rounds once only if the first rounding leaves 2p + 2 bits.
bool late_is_simple(const Plan& plan) {
    const OutputRule& out = plan.out;
    const bool plain = out.rounding == Rounding::RNE && !out.flush && out.overflow != Overflow::saturate;
    const Spec& spec = plan.spec;
    const auto all = [&](Format f) { return spec.c == f && plan.link.format == f && out.format == f; };
    return plain && out.fraction == info(out.format).fraction_bits && (all(Format::fp32) || all(Format::fp16));
}

/// A product is below 2^this * 2^e: two significands, and those of two scales.
int integer_bits(const Plan& plan) { return plan.scale != nullptr && plan.scale->fraction_bits > 0 ? 4 : 2; }

bool is_supported(const Plan& plan) {
    const Spec& spec = plan.spec;
    const bool late_c = spec.algorithm == Algorithm::fdrda;
    if (late_c && (spec.F_sum.is_exact() || spec.F_sum.bits > 40 || !is_simple(spec.sum_rounding))) return false;
    if ((spec.algorithm != Algorithm::fda && !late_c) || spec.sticky != Sticky::none || spec.zero_sum != ZeroSum::positive) return false;
    if (spec.F.is_exact() || plan.F_c.is_exact()) return false;
    if (spec.F.bits + integer_bits(plan) > kMaxWidth || plan.F_c.bits + 2 > kMaxWidth) return false;
    if (!is_simple(spec.align_rounding) || !is_simple(plan.c_rounding)) return false;
    if (spec.c == Format::fp64 || spec.d == Format::fp64 || plan.link.format == Format::fp64) return false;
    if (plan.late && !late_is_simple(plan)) return false;
    const int scale_bits = plan.scale != nullptr ? plan.scale->fraction_bits + 1 : 0;
    return plan.mul_a->fraction_bits + plan.mul_b->fraction_bits + 2 + 2 * scale_bits <= kSignificandBits;
}

}  // namespace

std::optional<FdaPlan> plan_fda(const Plan& plan) {
    if (!is_supported(plan)) return std::nullopt;
    const Spec& spec = plan.spec;
    FdaPlan out;
    out.terms = plan.terms;
    out.operations = plan.operations;
    out.F = spec.F.bits;
    out.F_c = plan.F_c.bits;
    out.c_after = spec.algorithm == Algorithm::fdrda;
    out.F_sum = out.c_after ? spec.F_sum.bits : out.F;
    out.sum_rounding = spec.sum_rounding;
    out.c_cutoff = spec.c_cutoff.value_or(out.c_cutoff);
    out.grid = std::max(out.F_sum, out.F_c);
    out.align_rounding = spec.align_rounding;
    out.c_rounding = plan.c_rounding;
    // |aligned product| < 2^(F + integer bits) when truncated, and may be that when rounded up
    const int room = 31 - integer_bits(plan) - out.F - (spec.align_rounding == Rounding::RZ ? 0 : 1);
    out.chunk = 1 << std::min(room, 20);
    out.c_in_chunk = out.F == out.F_c && plan.terms < out.chunk;
    out.plain = out.F == out.F_c && plan.terms <= out.chunk && spec.align_rounding == Rounding::RZ && plan.c_rounding == Rounding::RZ &&
                !spec.flush_c;
    out.sum_factor = std::ldexp(1.0, out.grid - out.F_sum);
    out.c_factor = std::ldexp(1.0, out.grid - out.F_c);
    out.late = plan.late;
    out.floor = std::max(plan.floor, 2 * kZeroExponent);
    const int scale_fraction = plan.scale != nullptr ? plan.scale->fraction_bits : 0;
    const int product_fraction = plan.mul_a->fraction_bits + plan.mul_b->fraction_bits + 2 * scale_fraction;
    out.e_low = std::max(out.grid, out.F) - 126 + product_fraction + kGap;
    out.e_high = 127 - kGap - integer_bits(plan) - ceil_log2(plan.terms + 2);
    if (spec.align_rounding == Rounding::RD || spec.align_rounding == Rounding::RU) {
        // the least product must not vanish: its sign decides
        const int scales = plan.scale != nullptr ? 2 * plan.scale->min_exponent() : 0;
        const int least = plan.mul_a->min_exponent() + plan.mul_b->min_exponent() + scales - product_fraction;
        if (least < -126) return std::nullopt;
        out.e_high = std::min(out.e_high, out.F + 126 + least);
    }
    out.first_c = addend_rule(spec, plan.late ? info(plan.link.format) : info(spec.c));
    out.linked_c = addend_rule(spec, info(plan.link.format));
    out.link = finish_rule(plan.link);
    out.out = finish_rule(plan.out);
    // round_narrow adds a number up to 2^24 times the result
    if (out.link.finish == Finish::narrow || out.out.finish == Finish::narrow) out.e_high -= 24;
    if (out.e_low > out.e_high) return std::nullopt;
    return out;
}

void finish_scalar(const FinishRule& rule, int count, const double* sums, const std::int32_t* lsb, float* out) {
    for (int i = 0; i < count; ++i) {
        const auto sum = static_cast<std::int64_t>(sums[i]);
        const std::uint64_t encoding = round_to(rule.rule, sum < 0, magnitude(sum), lsb[i]);
        out[i] = lane_value(encoding, info(rule.rule.format));
    }
}

}  // namespace karat::engine
