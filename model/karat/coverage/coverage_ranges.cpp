// SPDX-License-Identifier: Apache-2.0
#include "karat/coverage/coverage_ranges.hpp"

#include <algorithm>
#include <cmath>

namespace karat {
namespace {

bool rounds_to_nearest(Rounding r) { return r >= Rounding::RNE; }

double log2_sum(double x, double y) {
    const double high = std::max(x, y);
    return high + std::log2(1 + std::exp2(std::min(x, y) - high));
}

}  // namespace

double log2_largest(const FormatInfo& f, int fraction) {
    const std::uint64_t code = (f.max_finite_code() >> (f.fraction_bits - fraction)) << (f.fraction_bits - fraction);
    const double significand = 1 + std::ldexp(static_cast<double>(code & f.fraction_mask()), -f.fraction_bits);
    return f.max_exponent() + std::log2(significand);
}

ValueRange operand_range(const FormatInfo& stored, const FormatInfo& multiplied) {
    ValueRange out;
    out.lsb = stored.min_exponent() - stored.fraction_bits;
    // a conversion normalises subnormals as far as the new format goes
    out.e_low = &stored == &multiplied ? stored.min_exponent() : std::max(multiplied.min_exponent(), out.lsb);
    out.e_high = stored.max_exponent();
    out.top = log2_largest(stored, stored.fraction_bits);
    out.ratio = 2 - std::exp2(-stored.fraction_bits);
    out.fraction = stored.fraction_bits;
    out.fraction_held = multiplied.fraction_bits;
    out.infinity = stored.has_infinity();
    out.nan = stored.has_nan();
    return out;
}

ValueRange product_range(const Plan& plan) {
    const ValueRange a = operand_range(*plan.a, *plan.mul_a);
    const ValueRange b = operand_range(*plan.b, *plan.mul_b);
    ValueRange out;
    out.e_low = a.e_low + b.e_low;
    out.e_high = a.e_high + b.e_high;
    out.lsb = a.lsb + b.lsb;
    out.top = a.top + b.top;
    out.ratio = a.ratio * b.ratio;
    out.fraction = a.fraction + b.fraction;
    out.fraction_held = a.fraction_held + b.fraction_held;
    out.infinity = a.infinity || b.infinity;
    out.nan = a.nan || b.nan || out.infinity;
    out.negative_zero = true;
    if (plan.spec.product_overflow == ProductOverflow::inf) out.infinity |= out.top >= 128;
    if (plan.scale == nullptr || plan.spec.algorithm == Algorithm::gfda) return out;
    const FormatInfo& s = *plan.scale;
    out.e_low += 2 * s.min_exponent();
    out.e_high += 2 * s.max_exponent();
    out.lsb += 2 * (s.min_exponent() - s.fraction_bits);
    out.top += 2 * log2_largest(s, s.fraction_bits);
    out.ratio *= (2 - std::exp2(-s.fraction_bits)) * (2 - std::exp2(-s.fraction_bits));
    out.fraction += 2 * s.fraction_bits;
    out.fraction_held += 2 * s.fraction_bits;
    out.nan |= s.has_nan();
    return out;
}

ValueRange sum_range(const Site& site) {
    ValueRange out;
    out.always_zero = true;
    double total = -1e9;
    for (const SiteAddend& x : site.addends) {
        out.infinity |= x.range.infinity;
        out.nan |= x.range.nan;
        if (x.range.always_zero) continue;
        out.lsb = out.always_zero ? x.range.lsb : std::min(out.lsb, x.range.lsb);
        out.always_zero = false;
        total = log2_sum(total, x.range.top);
    }
    out.top = total;
    return out;
}

// Scaled by the format's largest exponent, so that it stays inside a double.
namespace {

/// The largest magnitude of an addend that decides e_max, over 2^e, as its alignment leaves it: a rounding away from zero can carry.
double aligned_top(const SiteAddend& x, int e) {
    const double top = std::exp2(std::min(x.range.top - e, 4.0));
    if (x.width.is_exact() || x.rounding == Rounding::RZ) return top;
    const double unit = std::exp2(x.range.e_high - x.width.bits - e);
    return std::ceil(top / unit - 1e-9) * unit;
}

}  // namespace

bool can_overflow(const Site& site) {
    const FormatInfo& f = info(site.rule.format);
    const int e = f.max_exponent();
    const double ulp = std::exp2(-site.rule.fraction);
    const double largest = std::exp2(log2_largest(f, site.rule.fraction) - e);
    const double early = site.rule.rounding == Rounding::RZ ? 0 : rounds_to_nearest(site.rule.rounding) ? ulp / 2 : ulp;
    constexpr double kSlack = 1e-12;
    for (const SiteAddend& big : site.addends) {
        if (big.range.always_zero) continue;
        double rest = -1e9;
        for (const SiteAddend& x : site.addends) {
            if (&x == &big || x.range.always_zero) continue;
            double top = x.range.top;
            const int unit = big.range.e_high - x.width.bits;
            if (!x.width.is_exact() && top < unit) {  // below the grid: lost, or one unit where the alignment rounds away from zero
                if (x.rounding == Rounding::RZ || (rounds_to_nearest(x.rounding) && top < unit - 1)) continue;
                top = unit;
            }
            rest = log2_sum(rest, top);
        }
        const double gap = largest + ulp - early - aligned_top(big, e);
        if (gap < kSlack || rest >= e + std::log2(gap) - kSlack) return true;
    }
    return false;
}

bool overflows_to_largest(const Site& site) {
    const Rounding rounding = site.rule.rounding;
    const bool stops = !rounds_to_nearest(rounding) && rounding != Rounding::RA;  // for numbers of one sign or of both
    return site.overflows && (site.rule.overflow == Overflow::saturate || (site.rule.overflow == Overflow::ieee && stops));
}

int unit_of_largest(const Site& site) {
    int width = 0;
    for (const SiteAddend& x : site.addends) {
        if (x.range.always_zero) continue;
        if (x.width.is_exact()) return kNoExponent;
        width = std::max(width, x.width.bits);
    }
    const FormatInfo& f = info(site.rule.format);
    const double largest = log2_largest(f, site.rule.fraction);
    const auto reach = [&](int e_max) {
        double total = e_max - width + std::log2(static_cast<double>(site.addends.size()));  // what roundings may add
        for (const SiteAddend& x : site.addends) {
            if (!x.range.always_zero) total = log2_sum(total, std::min(x.range.top, e_max + std::log2(x.range.ratio)));
        }
        return total;
    };
    int e_max = f.max_exponent();
    while (reach(e_max - 1) >= largest) --e_max;
    return e_max - width;
}

int lowest_kept(const Site& site) {
    int kept = -kNoExponent;
    for (const SiteAddend& x : site.addends) {
        if (x.range.always_zero) continue;
        kept = std::min(kept, x.width.is_exact() ? x.range.lsb : std::max(site.floor, x.range.e_low) - x.width.bits);
    }
    return kept;
}

ValueRange dot_range(const ValueRange& product, const Site& site, Width width) {
    ValueRange out = sum_range(site);
    out.e_low = product.e_low;
    out.e_high = product.e_high;
    double ratios = 0;
    for (const SiteAddend& x : site.addends) {
        ratios += x.range.ratio;
        out.e_low = std::min(out.e_low, x.range.e_low);
    }
    out.ratio = ratios;
    out.negative_zero = true;  // the sign of a zero sum looks at the products themselves
    out.lsb = std::max(out.lsb, lowest_kept(site));
    out.fraction = out.fraction_held = width.is_exact() ? out.e_high - out.lsb : width.bits;
    return out;
}

int zero_floor(ZeroExponent rule, const FormatInfo& f) {
    if (rule == ZeroExponent::ignored) return kNoExponent;
    return rule == ZeroExponent::minus126 ? std::min(-126, f.min_exponent()) : f.min_exponent();
}

}  // namespace karat
