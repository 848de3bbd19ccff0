// SPDX-License-Identifier: Apache-2.0
// Unpack and multiply: what every algorithm starts from.
#pragma once
#include <cstdint>
#include <span>

#include "karat/algorithm/plan.hpp"
#include "karat/arithmetic/addend.hpp"
#include "karat/evaluate/products.hpp"

namespace karat {

/// The input of one operation of a chain.
template <class Num>
struct Terms {
    std::span<const Addend<typename Num::Significand>> products;
    Addend<typename Num::Significand> c;
    SpecialsSeen specials;              ///< of products, scales and c
    std::span<const Unpacked> scale_a;  ///< gfda: scales of the operation's blocks, one per group
    std::span<const Unpacked> scale_b;
    OutputRule out;
    int operation = 0;
};

/// Exponent that a zero operand contributes, before the zero rule decides whether it counts at all.
[[nodiscard]] constexpr int zero_exponent(const Unpacked& x, ZeroExponent rule) {
    return x.number_class == NumberClass::zero && rule == ZeroExponent::minus126 ? -126 : x.exponent;
}

/// c as an addend; a zero gets the exponent `zero_c` gives it.
template <class Significand>
[[nodiscard]] Addend<Significand> c_addend(const Unpacked& c, const FormatInfo& format, ZeroExponent zero_rule) {
    Addend<Significand> out;
    out.significand = static_cast<Significand>(c.significand);
    out.exponent = c.exponent;
    out.fraction = format.fraction_bits;
    out.number_class = c.number_class;
    out.negative = c.negative;
    if (c.number_class == NumberClass::zero) {
        out.exponent = zero_rule == ZeroExponent::ignored ? kNoExponent : zero_exponent(c, zero_rule);
    }
    return out;
}

/// Multiplies exactly; `fraction` = both fractions together. The product is not normalised. 0 * inf and NaN give a NaN.
template <class Significand>
[[nodiscard]] inline Addend<Significand> multiply(const Unpacked& a, const Unpacked& b, int fraction, ZeroExponent zero_rule) {
    const bool negative = a.negative != b.negative;
    if (a.number_class == NumberClass::finite && b.number_class == NumberClass::finite) {
        return {static_cast<Significand>(a.significand) * static_cast<Significand>(b.significand), a.exponent + b.exponent, fraction,
                NumberClass::finite, negative};
    }
    const bool zero = a.number_class == NumberClass::zero || b.number_class == NumberClass::zero;
    if (a.is_finite() && b.is_finite()) {
        const bool counts = zero_rule != ZeroExponent::ignored;
        return {Significand{}, counts ? zero_exponent(a, zero_rule) + zero_exponent(b, zero_rule) : kNoExponent, fraction,
                NumberClass::zero, negative};
    }
    const bool nan = zero || a.number_class == NumberClass::nan || b.number_class == NumberClass::nan;
    return {Significand{}, kNoExponent, fraction, nan ? NumberClass::nan : NumberClass::infinity, negative};
}

/// An element of A or B, unpacked as the multiplier sees it.
[[nodiscard]] inline Unpacked load(std::uint64_t encoding, const FormatInfo& stored, const FormatInfo& multiplied, bool flush,
                                   FlushBelow below) {
    Unpacked x = unpack(encoding, stored);
    if (flush) x = flushed(x, stored, below);
    return &stored == &multiplied ? x : converted(x, stored, multiplied);
}

/// Multiplies a product by both of its scale factors (fda, sda, exact).
template <class Significand>
void apply_scales(Addend<Significand>& product, const Unpacked& scale_a, const Unpacked& scale_b, const FormatInfo& format,
                  ZeroExponent zero_rule) {
    if (scale_a.number_class == NumberClass::nan || scale_b.number_class == NumberClass::nan) {
        product.number_class = NumberClass::nan;
    } else if (scale_a.number_class == NumberClass::zero || scale_b.number_class == NumberClass::zero) {
        const bool special = product.number_class > NumberClass::zero && product.number_class != NumberClass::finite;
        product.number_class = special ? NumberClass::nan : NumberClass::zero;  // 0 * inf
    }
    product.significand *= static_cast<Significand>(scale_a.significand * scale_b.significand);
    product.fraction += 2 * format.fraction_bits;
    const bool counts =
        product.exponent != kNoExponent && (product.number_class != NumberClass::zero || zero_rule != ZeroExponent::ignored);
    product.exponent = counts ? product.exponent + zero_exponent(scale_a, zero_rule) + zero_exponent(scale_b, zero_rule) : kNoExponent;
}

/// `product_overflow` and `flush_products` of the fused algorithms: both compare with fp32's range.
template <class Significand>
void limit_product(Addend<Significand>& product, const Spec& spec) {
    if (product.number_class != NumberClass::finite) return;
    const int top = product.lsb() + bit_length(product.significand) - 1;
    if (spec.product_overflow == ProductOverflow::inf && top >= 128) {
        product.number_class = NumberClass::infinity;
    } else if (spec.flush_products && top < -126) {
        product.number_class = NumberClass::zero;
        product.significand = {};
        if (spec.zero_product == ZeroExponent::ignored) product.exponent = kNoExponent;
    }
}

}  // namespace karat
