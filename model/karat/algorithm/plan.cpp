// SPDX-License-Identifier: Apache-2.0
#include "karat/algorithm/plan.hpp"

#include <bit>
#include <string>

#include "karat/recipe/validate.hpp"
#include "karat/arithmetic/integers.hpp"
#include "karat/error.hpp"

namespace karat {
namespace {

/// Binary digits that a set of addends can occupy: weights of the lowest bit and one above the highest.
struct Range {
    int low;
    int high;
};

Range format_range(const FormatInfo& f) { return {f.min_exponent() - f.fraction_bits, f.max_exponent() + 1}; }

Range hull(Range x, Range y) { return {std::min(x.low, y.low), std::max(x.high, y.high)}; }

int ceil_log2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n - 1))); }

/// Upper bound of the bits any significand or accumulator of one operation needs. Each alignment keeps `depth` bits below
/// its largest exponent; above it stand the two integer bits of a product, the carries of the sum, a rounding carry and the sign.
class BitBound {
   public:
    explicit BitBound(const Plan& plan) : plan_(plan), spec_(plan.spec) {
        const int scale_fraction = plan.scale != nullptr ? plan.scale->fraction_bits : 0;
        product_bits_ = plan.mul_a->fraction_bits + plan.mul_b->fraction_bits + 2 + 2 * (scale_fraction + 1);
        const Range a = format_range(*plan.mul_a);
        const Range b = format_range(*plan.mul_b);
        unscaled_ = {a.low + b.low, a.high + b.high};
        products_ = unscaled_;
        if (plan.scale != nullptr) {
            const Range s = format_range(*plan.scale);
            products_ = {unscaled_.low + 2 * s.low, unscaled_.high + 2 * s.high};
        }
        all_ = hull(products_, hull(format_range(info(spec_.c)), format_range(info(plan.link.format))));
        // with an exact width the grid lies at the lowest addend, however far above it a floor puts the others' last bits
        if (spec_.exponent_floor) all_ = hull(all_, {*spec_.exponent_floor, *spec_.exponent_floor + 1});
        carries_ = ceil_log2(plan.terms + 1) + 4;
    }

    [[nodiscard]] int bits() const {
        switch (spec_.algorithm) {
            case Algorithm::fda:
                return fused(std::max(depth(spec_.F, all_), depth(plan_.F_c, all_)), 4);
            case Algorithm::sda:
                return fused(depth(spec_.F, products_), 4);
            case Algorithm::gfda:
                return grouped();
            case Algorithm::fdrda:
            case Algorithm::gfdrda:
                return late_sum();
            default:
                return 0;  // these size every exact addition by itself
        }
    }

   private:
    [[nodiscard]] static int depth(Width width, Range range) { return width.is_exact() ? range.high - range.low : width.bits; }
    [[nodiscard]] int fused(int depth, int integer_bits) const { return std::max(depth + integer_bits, product_bits_) + carries_; }
    [[nodiscard]] int grouped() const {
        const int inner = std::max(depth(spec_.F_inner, unscaled_) + 2, product_bits_) + carries_ + 8;
        const int outer = std::max(depth(spec_.F, all_), depth(plan_.F_c, all_));
        const int above = spec_.group_exponent == GroupExponent::scale ? std::max(unscaled_.high, 2) + 2 : 4;
        return std::max(inner, outer + above + 2 * carries_);
    }
    /// fdrda, gfdrda: two or three alignments, each of what the one before left.
    [[nodiscard]] int late_sum() const {
        int kept = depth(spec_.F, products_);
        int low = products_.low - (spec_.F.is_exact() ? 0 : spec_.F.bits);  // no sum has a bit below
        if (spec_.algorithm == Algorithm::gfdrda) {
            kept = std::max(kept, spec_.F_group.is_exact() ? products_.high - low : spec_.F_group.bits);
            if (!spec_.F_group.is_exact()) low = products_.low - spec_.F_group.bits;
        }
        const int sum = spec_.F_sum.is_exact() ? all_.high - std::min(low, all_.low) : spec_.F_sum.bits;
        return fused(std::max({kept, sum, depth(plan_.F_c, all_)}), 4 + carries_);
    }

    const Plan& plan_;
    const Spec& spec_;
    Range unscaled_{};
    Range products_{};
    Range all_{};
    int product_bits_ = 0;
    int carries_ = 0;
};

Size size_for(int bits) {
    if (bits <= Narrow::capacity) return Size::narrow;
    if (bits <= Medium::capacity) return Size::medium;
    if (bits <= Big::capacity) return Size::big;
    throw SpecError("F", "F: these formats and widths need a " + std::to_string(bits) + "-bit sum; at most " +
                             std::to_string(Big::capacity) + " are allowed");
}

OutputRule output_rule(const Spec& spec, Format format, Rounding rounding, int fraction) {
    return {format, rounding, fraction, spec.overflow, spec.nan, spec.underflow_sign, spec.flush_output};
}

}  // namespace

Plan::Plan(const Spec& requested) : spec(requested) {
    validate(spec);
    a = &info(spec.a);
    b = &info(spec.b);
    mul_a = &info(spec.convert.value_or(spec.a));
    mul_b = &info(spec.convert.value_or(spec.b));
    scale = spec.scale ? &info(*spec.scale) : nullptr;
    late = spec.c_place_or_default() == CPlace::late;
    plain_products = !spec.convert && !spec.flush_a && !spec.flush_b && !spec.flush_products &&
                     spec.product_overflow == ProductOverflow::none && (scale == nullptr || spec.algorithm == Algorithm::gfda) &&
                     (spec.chain_pattern == Pattern::contiguous || spec.operations() == 1);
    link = output_rule(spec, spec.chain_format_or_default(), spec.chain_rounding_or_default(), spec.chain_fraction_or_default());
    out = output_rule(spec, spec.d, spec.output_rounding_or_default(), spec.output_fraction_or_default());
    terms = spec.is_fused() ? spec.terms_or_default() : spec.k;
    operations = spec.k / terms;
    group = spec.group_or_default();
    groups = terms / group;
    scale_block = spec.scale_block_or_default();
    floor = spec.exponent_floor.value_or(kNoExponent);
    F_c = spec.F_c_or_default();
    c_rounding = spec.c_rounding_or_default();
    size = size_for(BitBound(*this).bits());
}

}  // namespace karat
