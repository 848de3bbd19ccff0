// SPDX-License-Identifier: Apache-2.0
#include "karat/engine/fused_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "karat/engine/lane_value.hpp"

namespace karat::engine {
namespace {

constexpr int kIntegerBits = 30;  ///< F and the integer bits of a product: two of them fit int32
constexpr int kFp32Bits = 24;
constexpr int kFp64Bits = 53;
constexpr int kGap = 3;       ///< exponents between the last relevant bit and the subnormals
constexpr int kLeast = -900;  ///< below every exponent of a product; 2^(F - this) is still a number in fp64

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

/// What is known of an operation's products before any operand is: |product| = an integer * 2^least < 2^above * 2^e.
struct ProductBounds {
    int bits = 0;          ///< of the longest product
    int element_bits = 0;  ///< of the longest element, with its scale factor
    int fraction = 0;
    int least = 0;
    int least_unscaled = 0;
    int above = 0;
    int range = 0;  ///< bits from the lowest of any product to the highest of any, under one scale factor

    explicit ProductBounds(const Plan& plan) {
        const FormatInfo& a = *plan.mul_a;
        const FormatInfo& b = *plan.mul_b;
        const bool has_scale = plan.scale != nullptr;
        const int scale_fraction = has_scale ? plan.scale->fraction_bits : 0;
        const int scale_bits = scale_fraction > 0 ? scale_fraction + 1 : 0;
        bits = a.fraction_bits + b.fraction_bits + 2 + 2 * scale_bits;
        element_bits = std::max(a.fraction_bits, b.fraction_bits) + 1 + scale_bits;
        fraction = a.fraction_bits + b.fraction_bits + 2 * scale_fraction;
        least_unscaled = a.min_exponent() - a.fraction_bits + b.min_exponent() - b.fraction_bits;
        least = least_unscaled + (has_scale ? 2 * (plan.scale->min_exponent() - scale_fraction) : 0);
        const int most = a.max_exponent() + b.max_exponent() + 2;
        range = most - least_unscaled + 2 * scale_bits;
        above = scale_fraction > 0 ? 4 : 2;
        if (plan.spec.algorithm == Algorithm::gfda && plan.spec.group_exponent == GroupExponent::scale) above += most - 2;
    }
};

bool all_of(std::initializer_list<Format> formats, bool (*holds)(Format)) { return std::all_of(formats.begin(), formats.end(), holds); }

bool is_supported(const Plan& plan, const ProductBounds& bounds) {
    const Spec& spec = plan.spec;
    if (!spec.is_fused() || spec.sticky != Sticky::none || spec.zero_sum != ZeroSum::positive || plan.groups > kMaxGroups) return false;
    if (!all_of({plan.mul_a->id, plan.mul_b->id, spec.c, spec.d, plan.link.format, spec.dot_format_or_default()},
                [](Format f) { return f != Format::fp64; })) {
        return false;
    }
    for (const Width& width : {spec.F, plan.F_c, spec.F_sum, spec.F_group}) {
        if (width.is_exact()) return false;
    }
    for (const Rounding rounding : {spec.align_rounding, plan.c_rounding, spec.sum_rounding, spec.group_rounding, spec.inner_rounding}) {
        if (!is_simple(rounding)) return false;
    }
    // A product that these make an infinity lies above the guard, one that they make a zero vanishes in an alignment above it.
    const bool grouped = spec.algorithm == Algorithm::gfda || spec.algorithm == Algorithm::gfdrda;
    const bool directed = spec.align_rounding == Rounding::RD || spec.align_rounding == Rounding::RU;
    const int least = spec.algorithm == Algorithm::gfda ? bounds.least_unscaled : bounds.least;
    if (spec.flush_products && least < -126 && (grouped || directed)) return false;
    const bool overflows = plan.mul_a->max_exponent() + plan.mul_b->max_exponent() + 2 > 127;
    if (spec.product_overflow == ProductOverflow::inf && overflows && grouped && plan.scale != nullptr) return false;
    return bounds.element_bits <= kFp32Bits;
}

/// How products are summed; false if nothing here can.
bool choose_products(const Plan& plan, const ProductBounds& bounds, FusedPlan& out) {
    const Spec& spec = plan.spec;
    out.group_low = kLeast;
    out.F_products = spec.F.bits;
    out.product_rounding = spec.align_rounding;
    if (spec.algorithm == Algorithm::gfda) {
        if (spec.F_inner.is_exact()) {
            const int bits = bounds.range + ceil_log2(plan.group);
            out.products = bits <= kFp32Bits ? Products::exact : Products::exact_wide;
            return bits <= kFp64Bits;
        }
        // alignment comes before the scale factors, and by the products' exponents
        if ((plan.scale != nullptr && plan.scale->fraction_bits > 0) || spec.group_exponent == GroupExponent::scale) return false;
        out.F_products = spec.F_inner.bits;
        out.product_rounding = spec.inner_rounding;
    }
    const bool directed = out.product_rounding == Rounding::RD || out.product_rounding == Rounding::RU;
    const bool vanishes = directed && bounds.least < -126;  // its sign would be lost
    if (out.F_products + bounds.above <= kIntegerBits && bounds.bits <= kFp32Bits && !vanishes) {
        out.products = Products::chunks;
        // |aligned product| < 2^(F + above) when truncated, and may be that when rounded up
        const int room = 31 - bounds.above - out.F_products - (out.product_rounding == Rounding::RZ ? 0 : 1);
        out.chunk = 1 << std::min(room, 20);
        out.group_low = out.F_products - 126 + bounds.fraction + kGap;
        return true;
    }
    out.products = Products::wide;
    if (spec.flush_products && bounds.least < -126) out.group_low = out.F_products - 126 + kGap;
    return out.F_products + bounds.above + ceil_log2(plan.group + 1) < kFp64Bits;
}

/// The knobs of how sums of products and c meet.
void plan_meeting(const Plan& plan, FusedPlan& out) {
    const Spec& spec = plan.spec;
    const bool late = spec.algorithm == Algorithm::fdrda || spec.algorithm == Algorithm::gfdrda;
    switch (spec.algorithm) {
        case Algorithm::sda:
            out.operation = Operation::sda;
            break;
        case Algorithm::gfda:
            out.operation = Operation::groups;
            break;
        case Algorithm::fdrda:
            out.operation = Operation::late;
            break;
        case Algorithm::gfdrda:
            out.operation = Operation::late_groups;
            break;
        default:
            out.operation = Operation::fda;
    }
    out.F = spec.F.bits;
    out.F_dot = late ? spec.F_sum.bits : out.F;
    out.F_c = spec.algorithm == Algorithm::sda ? out.F : plan.F_c.bits;
    out.grid = std::max(out.F_dot, out.F_c);
    out.dot_factor = std::ldexp(1.0, out.grid - out.F_dot);
    out.c_factor = std::ldexp(1.0, out.grid - out.F_c);
    out.sum_rounding = spec.sum_rounding;
    out.c_rounding = plan.c_rounding;
    out.c_cutoff = spec.c_cutoff.value_or(kNoCutoff);
    out.F_group = spec.F_group.bits;
    out.group_rounding = spec.algorithm == Algorithm::gfdrda ? spec.group_rounding : spec.align_rounding;
    out.group_normalised = spec.group_exponent == GroupExponent::normalised;
    out.zero_group_counts = spec.zero_group == ZeroGroup::counted;
    out.dot_exact = spec.dot_exact;
    const bool groups_down = out.operation == Operation::late || out.group_rounding == Rounding::RD;
    out.down = late && groups_down && out.sum_rounding == Rounding::RD && out.c_rounding == Rounding::RD && !spec.flush_c &&
               out.F_dot >= out.F_c && out.F_c <= 28;
}

void plan_rounding(const Plan& plan, FusedPlan& out) {
    out.first_c = addend_rule(plan.spec, plan.late ? info(plan.link.format) : info(plan.spec.c));
    out.linked_c = addend_rule(plan.spec, info(plan.link.format));
    out.late_c = addend_rule(plan.spec, info(plan.spec.c));
    out.link = finish_rule(plan.link);
    OutputRule last = plan.out;
    if (plan.late) last.underflow_sign = UnderflowSign::keep;  // an ordinary addition
    out.out = finish_rule(last);
    OutputRule dot = plan.out;
    dot.format = plan.spec.dot_format_or_default();
    dot.rounding = plan.spec.dot_rounding_or_default();
    dot.fraction = info(dot.format).fraction_bits;
    dot.flush = false;
    out.dot = finish_rule(dot);
}

}  // namespace

std::optional<FusedPlan> plan_fused(const Plan& plan) {
    const ProductBounds bounds(plan);
    FusedPlan out;
    if (!is_supported(plan, bounds) || !choose_products(plan, bounds, out)) return std::nullopt;
    out.terms = plan.terms;
    out.operations = plan.operations;
    out.late = plan.late;
    out.groups = plan.groups;
    out.group = plan.group;
    const bool one_exponent = plan.spec.algorithm == Algorithm::gfda && plan.spec.group_exponent == GroupExponent::scale &&
                              plan.mul_a->specials == Specials::none && plan.mul_b->specials == Specials::none;
    out.exponent_terms = one_exponent ? 1 : out.group;
    plan_meeting(plan, out);
    plan_rounding(plan, out);
    const bool aligns = out.products == Products::chunks || out.products == Products::wide;
    const int widest = std::max({out.grid, aligns ? out.F_products : 0, out.operation == Operation::late_groups ? out.F_group : 0});
    const int carries = ceil_log2(out.terms + 2);
    if (widest + bounds.above + carries >= kFp64Bits) return std::nullopt;
    out.floor = std::max(plan.floor, 2 * kZeroExponent);
    out.e_low = std::max(out.grid - 126 + kGap, out.group_low);
    out.e_high = 127 - kGap - bounds.above - carries;
    const bool directed = out.product_rounding == Rounding::RD || out.product_rounding == Rounding::RU;
    if (out.products == Products::chunks && directed) out.e_high = std::min(out.e_high, out.F_products + 126 + bounds.least);
    // round_narrow adds a number up to 2^24 times the result
    for (const FinishRule* rule : {&out.link, &out.out, &out.dot}) {
        if (rule->finish == Finish::narrow) {
            out.e_high -= 24;
            break;
        }
    }
    if (out.e_low > out.e_high) return std::nullopt;
    const bool truncated_in_one_chunk = out.products == Products::chunks && out.product_rounding == Rounding::RZ && out.terms <= out.chunk;
    const bool truncates_c = out.c_rounding == Rounding::RZ && !plan.spec.flush_c && out.F == out.F_c && out.floor <= out.e_high;
    const bool to_nearest = out.out.finish == Finish::nearest && out.link.finish == Finish::nearest;
    if (out.operation == Operation::fda && truncated_in_one_chunk && truncates_c) out.operation = Operation::plain;
    if (out.operation == Operation::late && truncated_in_one_chunk && out.down && to_nearest && out.floor <= out.e_high) {
        out.operation = Operation::plain_late;
    }
    return out;
}

void finish_scalar(const FinishRule& rule, int count, const double* sums, const std::int32_t* lsb, float* out) {
    for (int i = 0; i < count; ++i) {
        out[i] = 0;
        if (!std::isfinite(sums[i])) continue;
        int exponent = 0;
        const auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(sums[i], &exponent), kFp64Bits));
        const std::uint64_t encoding = round_to(rule.rule, std::signbit(sums[i]), magnitude(significand), lsb[i] + exponent - kFp64Bits);
        out[i] = lane_value(encoding, info(rule.rule.format));
    }
}

}  // namespace karat::engine
