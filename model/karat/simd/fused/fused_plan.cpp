// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/fused/fused_plan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "karat/simd/fused/fused_tree.hpp"
#include "karat/simd/lane_value.hpp"
#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {
namespace {

constexpr int kIntegerBits = 30;  ///< F plus the integer bits of a product; two such products fit int32
constexpr int kFp32Bits = 24;
constexpr int kFp64Bits = 53;
constexpr int kGap = 3;       ///< margin of exponents between the last relevant bit and the subnormals
constexpr int kLeast = -900;  ///< below every exponent of a product; 2^(F - kLeast) is still finite in fp64

int ceil_log2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

}  // namespace

bool has_fp32_exponents(const FormatInfo& f) { return f.min_exponent() == -126 && f.max_exponent() == 127; }

int significand_bits(Format stored, const std::optional<Format>& converted) {
    return fraction_in(info(stored), info(converted.value_or(stored))) + 1;
}

// In formats with fp32's exponents, the rules for overflow and subnormals do not matter. All other rules use
// the readable rounding, which supports every rule.
FinishRule finish_rule(const OutputRule& rule) {
    const FormatInfo& f = info(rule.format);
    FinishRule out;
    out.rule = rule;
    out.min_exponent = f.min_exponent();
    out.max_finite = lane_value(f.max_finite_code() << f.ignored_low_bits, f);
    out.overflow = lane_value(encode_infinity(rule, false), f);
    const bool to_limits = rule.overflow == Overflow::inf || rule.overflow == Overflow::ieee;
    if (has_fp32_exponents(f)) {
        if (rule.rounding == Rounding::RZ) out.finish = Finish::truncate;
        if (rule.rounding == Rounding::RNE && rule.fraction == 23) out.finish = Finish::nearest;
        if (rule.rounding == Rounding::RNE && rule.fraction <= 21) out.finish = Finish::narrow;
    } else if (rule.rounding == Rounding::RNE && to_limits && !rule.flush) {
        out.finish = Finish::narrow;
    }
    return out;
}

namespace {

/// The limit below which magnitudes count as +0.
float flush_limit(const OperandRules& operands, Format format) {
    return std::ldexp(1.0F, operands.flush_below == FlushBelow::fp32 ? -126 : info(format).min_exponent());
}

/// The rule for c or the running value, which has `format` when it is added.
AddendRule addend_rule(const OperandRules& operands, const FusedTree& tree, Format format) {
    AddendRule out;
    out.min_exponent = info(format).min_exponent();
    switch (tree.zero_c) {
        case ZeroPart::minus126:
            out.zero_exponent = -126;
            break;
        case ZeroPart::format_min:
            out.zero_exponent = out.min_exponent;
            break;
        default:
            out.zero_exponent = kNoExponent;
    }
    if (tree.flush_acc) out.flush_below = flush_limit(operands, format);
    return out;
}

bool is_directed(Rounding rounding) { return rounding == Rounding::RD || rounding == Rounding::RU; }

/// Limits of the products that hold for all operands: |product| is an integer multiple of 2^least and is less
/// than 2^above * 2^e, where e is the exponent that aligns it. Scale factors are included.
struct ProductLimits {
    int bits = 0;          ///< bits of the longest product
    int element_bits = 0;  ///< bits of the longest element, with its scale factor
    int fraction = 0;
    int least = 0;
    int least_unscaled = 0;
    int above = 0;
    int range = 0;  ///< bits from the lowest to the highest bit of any products under one scale factor

    ProductLimits(const Program& program, const Bounds& bounds, const FusedTree& tree) {
        const OperandRules& rules = program.operands();
        const ValueBounds& product = bounds.value(0);
        bits = bit_length(product.relative);
        element_bits =
            std::max(significand_bits(rules.a, rules.convert), significand_bits(rules.b, rules.convert));
        fraction = product.relative_fraction;
        least = least_unscaled = product.low;
        above = product.above();
        range = product.high() - product.low;
        if (tree.shape == FusedShape::groups && tree.group_compared_by == ComparedBy::scale)
            above = product.high();
        if (!tree.scales_sums && !tree.scales_products) return;
        const FormatInfo& scale = info(*rules.scale);
        const int scale_bits = scale.fraction_bits > 0 ? scale.fraction_bits + 1 : 0;
        element_bits += scale_bits;
        if (!tree.scales_sums) return;
        bits += 2 * scale_bits;
        fraction += 2 * scale.fraction_bits;
        least += 2 * (scale.min_exponent() - scale.fraction_bits);
        above += scale_bits > 0 ? 2 : 0;
        range += 2 * scale_bits;
    }
};

/// Whether the lanes hold the numbers of all formats, and the guard hides the limits of products: a product
/// that overflows to infinity lies above the guard, and a product that is flushed to zero would vanish in any
/// alignment within the guard.
bool fits_kernel(const Program& program, const FusedTree& tree, const ProductLimits& limits) {
    const OperandRules& rules = program.operands();
    const Format mul_a = rules.convert.value_or(rules.a);
    const Format mul_b = rules.convert.value_or(rules.b);
    const Format c = rules.convert_c.value_or(rules.c);
    const Format dot = tree.dot_round ? tree.dot_round->format : rules.d;
    for (const Format format : {rules.a, rules.b, mul_a, mul_b, rules.c, c, rules.d, tree.link.format, dot}) {
        if (!fits_fp32(format)) return false;
    }
    if (tree.groups > kMaxGroups) return false;
    const bool grouped = tree.shape == FusedShape::groups || tree.shape == FusedShape::late_groups;
    if (rules.flush_products && limits.least_unscaled < -126 &&
        (grouped || is_directed(tree.product_rounding)))
        return false;
    const bool overflows = info(mul_a).max_exponent() + info(mul_b).max_exponent() + 2 > 127;
    if (rules.product_overflow == ProductOverflow::inf && overflows && tree.scales_sums) return false;
    return limits.element_bits <= kFp32Bits;
}

/// Chooses how products are summed. Returns false if no method supports them.
bool choose_products(const Program& program, const FusedTree& tree, const ProductLimits& limits,
                     FusedPlan& out) {
    const OperandRules& rules = program.operands();
    out.group_low = kLeast;
    out.F_products = tree.product_F.bits;
    out.product_rounding = tree.product_rounding;
    if (tree.product_F.is_exact()) {
        const int bits = limits.range + ceil_log2(tree.group_size);
        out.products = bits <= kFp32Bits ? Products::exact : Products::exact_wide;
        return bits <= kFp64Bits;
    }
    // Products are aligned before scale factors are applied, and by their own exponents.
    if (tree.shape == FusedShape::groups) {
        if (tree.scales_sums && info(*rules.scale).fraction_bits > 0) return false;
        if (tree.group_compared_by == ComparedBy::scale) return false;
    }
    // A product that underflows to zero would lose its sign.
    const bool vanishes = is_directed(out.product_rounding) && limits.least < -126;
    if (out.F_products + limits.above <= kIntegerBits && limits.bits <= kFp32Bits && !vanishes) {
        out.products = Products::chunks;
        // |aligned product| < 2^(F + above) if truncated; it may equal that if rounded up.
        const int room = 31 - limits.above - out.F_products - (out.product_rounding == Rounding::RZ ? 0 : 1);
        out.chunk = 1 << std::min(room, 20);
        out.group_low = out.F_products - 126 + limits.fraction + kGap;
        return true;
    }
    out.products = Products::wide;
    if (rules.flush_products && limits.least < -126) out.group_low = out.F_products - 126 + kGap;
    return out.F_products + limits.above + ceil_log2(tree.group_size + 1) < kFp64Bits;
}

/// Plans the alignment of sums of products and c.
void plan_meeting(const FusedTree& tree, FusedPlan& out) {
    const bool late = tree.shape == FusedShape::late || tree.shape == FusedShape::late_groups;
    const bool aligns_sums = late || tree.shape == FusedShape::groups;
    out.shape = tree.shape;
    out.F = tree.shape == FusedShape::groups ? tree.dot.F : tree.product_F.bits;
    out.F_dot = aligns_sums ? tree.dot.F : out.F;
    out.F_c = tree.shape == FusedShape::separate ? out.F : tree.c.F;
    out.grid = std::max(out.F_dot, out.F_c);
    out.dot_factor = std::ldexp(1.0, out.grid - out.F_dot);
    out.c_factor = std::ldexp(1.0, out.grid - out.F_c);
    out.sum_rounding = tree.dot.rounding;
    out.c_rounding = tree.c.rounding;
    out.c_cutoff = tree.c_cutoff.value_or(kNoCutoff);
    out.F_group = tree.group.F;
    out.group_rounding = tree.shape == FusedShape::late_groups ? tree.group.rounding : tree.dot.rounding;
    out.group_normalised = tree.group_compared_by == ComparedBy::leading;
    out.zero_group_counts = tree.zero_group != ZeroPart::ignored;
    out.dot_exact = !tree.dot_round;
    const bool groups_down = tree.shape == FusedShape::late || out.group_rounding == Rounding::RD;
    const bool flushes_c = out.first_c.flush_below > 0 || out.linked_c.flush_below > 0;
    out.down = late && groups_down && out.sum_rounding == Rounding::RD && out.c_rounding == Rounding::RD &&
               !flushes_c && out.F_dot >= out.F_c && out.F_c <= 28;
}

void plan_rounding(const Program& program, const FusedTree& tree, FusedPlan& out) {
    const OperandRules& rules = program.operands();
    const float flush_c = rules.flush_c ? flush_limit(rules, rules.c) : 0.0F;
    out.first_c =
        addend_rule(rules, tree, program.format_of(tree.late_c ? program.zero_slot() : program.c_slot()));
    if (!tree.late_c) out.first_c.flush_below = std::max(out.first_c.flush_below, flush_c);
    out.linked_c = addend_rule(rules, tree, tree.link.format);
    out.late_c.flush_below = flush_c;
    out.link = finish_rule(tree.link);
    out.out = finish_rule(tree.out);
    if (tree.dot_round) out.dot = finish_rule(*tree.dot_round);
}

/// Plans how operands are decoded.
void plan_operands(const Program& program, const FusedTree& tree, FusedPlan& out) {
    const OperandRules& rules = program.operands();
    const auto has_specials = [&](Format format) {
        return info(rules.convert.value_or(format)).specials != Specials::none;
    };
    out.decode.order = tree.order;
    out.decode.scales_sums = tree.scales_sums;
    out.decode.scales_alone = tree.group_compared_by == ComparedBy::scale;
    out.decode.terms_count = tree.zero_group == ZeroPart::terms;
    out.decode.bare_products = out.products == Products::exact;
    const bool one_exponent = out.decode.scales_alone && !out.decode.terms_count && !has_specials(rules.a) &&
                              !has_specials(rules.b);
    out.exponent_terms = one_exponent ? 1 : out.group;
}

/// Chooses a fast path, if there is one.
void choose_fast_path(FusedPlan& out) {
    const bool in_one_chunk =
        out.products == Products::chunks && out.product_rounding == Rounding::RZ && out.terms <= out.chunk;
    if (!in_one_chunk || out.floor > out.e_high) return;
    const bool flushes_c = out.first_c.flush_below > 0 || out.linked_c.flush_below > 0;
    const bool truncates_c =
        out.c_rounding == Rounding::RZ && !flushes_c && out.F == out.F_c && out.c_cutoff >= kNoCutoff;
    const bool to_nearest = out.out.finish == Finish::nearest && out.link.finish == Finish::nearest;
    if (out.shape == FusedShape::together && truncates_c) out.shape = FusedShape::plain;
    if (out.shape == FusedShape::late && out.down && to_nearest) out.shape = FusedShape::plain_late;
}

}  // namespace

std::optional<FusedPlan> plan_fused(const Program& program, const Bounds& bounds) {
    const std::optional<FusedTree> tree = fused_tree(program);
    if (!tree) return std::nullopt;
    const ProductLimits limits(program, bounds, *tree);
    FusedPlan out;
    if (!fits_kernel(program, *tree, limits) || !choose_products(program, *tree, limits, out))
        return std::nullopt;
    out.operations = tree->operations;
    out.late = tree->late_c;
    out.groups = tree->groups;
    out.group = tree->group_size;
    out.terms = out.groups * out.group;
    plan_rounding(program, *tree, out);
    plan_meeting(*tree, out);
    plan_operands(program, *tree, out);
    const bool aligns = out.products == Products::chunks || out.products == Products::wide;
    const int widest = std::max(
        {out.grid, aligns ? out.F_products : 0, out.shape == FusedShape::late_groups ? out.F_group : 0});
    const int carries = ceil_log2(out.terms + 2);
    if (widest + limits.above + carries >= kFp64Bits) return std::nullopt;
    out.floor = std::max(tree->floor.value_or(kNoExponent), 2 * kZeroExponent);
    out.e_low = std::max(out.grid - 126 + kGap, out.group_low);
    out.e_high = 127 - kGap - limits.above - carries;
    if (out.products == Products::chunks && is_directed(out.product_rounding)) {
        out.e_high = std::min(out.e_high, out.F_products + 126 + limits.least);
    }
    // round_narrow adds a number up to 2^24 times the result
    const bool narrow = out.link.finish == Finish::narrow || out.out.finish == Finish::narrow ||
                        out.dot.finish == Finish::narrow;
    if (narrow) out.e_high -= 24;
    if (out.e_low > out.e_high) return std::nullopt;
    choose_fast_path(out);
    return out;
}

void finish_scalar(const FinishRule& rule, int count, const double* sums, const std::int32_t* lsb,
                   float* out) {
    for (int i = 0; i < count; ++i) {
        out[i] = 0;
        if (!std::isfinite(sums[i])) continue;
        int exponent = 0;
        const auto significand =
            static_cast<std::int64_t>(std::ldexp(std::frexp(sums[i], &exponent), kFp64Bits));
        const std::uint64_t encoding =
            round_to(rule.rule, std::signbit(sums[i]), magnitude(significand), lsb[i] + exponent - kFp64Bits);
        out[i] = lane_value(encoding, info(rule.rule.format));
    }
}

}  // namespace karat::simd
