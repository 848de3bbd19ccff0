// SPDX-License-Identifier: Apache-2.0
// Operands unpacked, flushed, converted; products formed exactly; scale factors. The first step of every
// arithmetic.
#pragma once
#include <cstdint>
#include <span>

#include "karat/arithmetic/addend.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

/// Encodings of one dot-add, one element a word. `scale_a`, `scale_b`: k / scale_block each, or empty without
/// scales.
struct Operands {
    std::span<const std::uint64_t> a;
    std::span<const std::uint64_t> b;
    std::span<const std::uint64_t> scale_a;
    std::span<const std::uint64_t> scale_b;
    std::uint64_t c = 0;
};

/// A subnormal becomes +0, with the exponent that a zero of `format` has. Subnormal: the value's leading bit
/// lies below `format`'s least normal, or below 2^-126.
[[nodiscard]] constexpr Unpacked flushed(Unpacked x, const FormatInfo& format, FlushBelow below) {
    const int least = below == FlushBelow::fp32 ? -126 : format.min_exponent();
    if (x.number_class != NumberClass::finite) return x;
    const int top = x.exponent - format.fraction_bits + bit_length(x.significand) - 1;
    return top < least ? Unpacked{0, format.min_exponent(), NumberClass::zero, false} : x;
}
/// The same of a number that has become an addend.
template <class Significand>
void flush_number(Addend<Significand>& x, const FormatInfo& format, FlushBelow below) {
    const int least = below == FlushBelow::fp32 ? -126 : format.min_exponent();
    if (x.number_class != NumberClass::finite || x.lsb() + bit_length(x.significand) - 1 >= least) return;
    x.significand = {};
    x.exponent = format.min_exponent();
    x.number_class = NumberClass::zero;
    x.negative = false;
}

/// The same value in a format that can hold it exactly: subnormals of the narrow one may become normals of
/// the wide one.
[[nodiscard]] Unpacked converted(const Unpacked& x, const FormatInfo& from, const FormatInfo& to);

/// Exponent with which a zero operand takes part. Precondition: the rule is for operands.
[[nodiscard]] constexpr int zero_exponent(const Unpacked& x, ZeroPart rule) {
    return x.number_class == NumberClass::zero && rule == ZeroPart::minus126 ? -126 : x.exponent;
}

/// What a NaN carries on: its fraction field.
[[nodiscard]] constexpr std::uint64_t nan_payload(std::uint64_t encoding, const FormatInfo& format) {
    return (encoding >> format.ignored_low_bits) & format.fraction_mask();
}

/// Multiplies exactly; `fraction` = both fractions together. The product is not normalised. 0 * inf and NaN
/// give a NaN.
template <class Significand>
[[nodiscard]] inline Addend<Significand> multiply(const Unpacked& a, const Unpacked& b, int fraction,
                                                  ZeroPart zero_rule) {
    const bool negative = a.negative != b.negative;
    if (a.number_class == NumberClass::finite && b.number_class == NumberClass::finite) {
        return {static_cast<Significand>(a.significand) * static_cast<Significand>(b.significand),
                a.exponent + b.exponent,
                fraction,
                NumberClass::finite,
                negative,
                false,
                false};
    }
    if (a.is_finite() && b.is_finite()) {
        const bool counts = zero_rule != ZeroPart::ignored;
        const int exponent = counts ? zero_exponent(a, zero_rule) + zero_exponent(b, zero_rule) : kNoExponent;
        return {Significand{}, exponent, fraction, NumberClass::zero, negative, false, false};
    }
    const bool zero = a.number_class == NumberClass::zero || b.number_class == NumberClass::zero;
    const bool nan = a.number_class == NumberClass::nan || b.number_class == NumberClass::nan;
    return {Significand{}, kNoExponent, fraction, nan || zero ? NumberClass::nan : NumberClass::infinity,
            negative,      false,       false};
}

/// Times both scale factors of its block. A NaN factor gives a NaN, a zero factor times infinity too.
template <class Significand>
void apply_scales(Addend<Significand>& product, const Unpacked& a, const Unpacked& b,
                  const FormatInfo& format, ZeroPart zero_rule) {
    if (a.number_class == NumberClass::nan || b.number_class == NumberClass::nan) {
        product.number_class = NumberClass::nan;
    } else if (a.number_class == NumberClass::zero || b.number_class == NumberClass::zero) {
        product.number_class =
            product.number_class > NumberClass::finite ? NumberClass::nan : NumberClass::zero;
    }
    product.significand *= static_cast<Significand>(a.significand * b.significand);
    product.fraction += 2 * format.fraction_bits;
    const bool counts = product.exponent != kNoExponent &&
                        (product.number_class != NumberClass::zero || zero_rule != ZeroPart::ignored);
    product.exponent =
        counts ? product.exponent + zero_exponent(a, zero_rule) + zero_exponent(b, zero_rule) : kNoExponent;
}

/// `product_overflow` and `flush_products`: both compare with fp32's range.
template <class Significand>
void limit_product(Addend<Significand>& product, const OperandRules& rules, ZeroPart zero_rule) {
    if (product.number_class != NumberClass::finite) return;
    const int top = product.lsb() + bit_length(product.significand) - 1;
    if (rules.product_overflow == ProductOverflow::inf && top >= 128) {
        product.number_class = NumberClass::infinity;
        product.overflowed = true;
    } else if (rules.flush_products && top < -126) {
        product.number_class = NumberClass::zero;
        product.significand = {};
        if (zero_rule == ZeroPart::ignored) product.exponent = kNoExponent;
    }
}

/// The operands' side of an evaluation: what the formats and rules of a recipe come to, looked up once.
class ProductMaker {
   public:
    explicit ProductMaker(const Program& program);

    /// Writes the k products.
    template <class Significand>
    void operator()(const Operands& in, std::span<Addend<Significand>> out) const;

    /// A number as an addend: sign, significand, exponent as held. A zero has the exponent of its format's
    /// least normal.
    template <class Significand>
    [[nodiscard]] static Addend<Significand> number(std::uint64_t encoding, const FormatInfo& format) {
        return addend<Significand>(unpack(encoding, format), encoding, format);
    }
    /// The operand c, converted.
    template <class Significand>
    [[nodiscard]] Addend<Significand> c(std::uint64_t encoding) const {
        if (mul_c_.id == c_.id && !rules_.flush_c) return number<Significand>(encoding, c_);
        Unpacked x = unpack(encoding, c_);
        if (rules_.flush_c) x = flushed(x, c_, rules_.flush_below);
        const bool converts = mul_c_.id != c_.id;
        if (converts && x.is_finite()) x = narrowed(converted(x, c_, mul_c_), c_, mul_c_);
        Addend<Significand> out = addend<Significand>(x, encoding, c_);
        if (converts) out.fraction = fraction_in(c_, mul_c_);
        return out;
    }

   private:
    template <class Significand>
    [[nodiscard]] static Addend<Significand> addend(const Unpacked& x, std::uint64_t encoding,
                                                    const FormatInfo& format) {
        Addend<Significand> out{static_cast<Significand>(x.significand),
                                x.exponent,
                                format.fraction_bits,
                                x.number_class,
                                x.negative,
                                false,
                                false};
        if (x.number_class == NumberClass::nan)
            out.significand = static_cast<Significand>(nan_payload(encoding, format));
        return out;
    }
    /// A converted operand without the fraction bits that it cannot use.
    [[nodiscard]] static Unpacked narrowed(Unpacked x, const FormatInfo& stored,
                                           const FormatInfo& multiplied);
    [[nodiscard]] Unpacked load(std::uint64_t encoding, const FormatInfo& stored,
                                const FormatInfo& multiplied, bool flush) const;
    template <class Significand>
    void careful(const Operands& in, std::span<Addend<Significand>> out) const;

    OperandRules rules_;
    FormatInfo a_, b_, c_;              ///< as stored
    FormatInfo mul_a_, mul_b_, mul_c_;  ///< as multiplied and added
    FormatInfo scale_;
    ZeroPart zero_rule_;
    int fraction_a_, fraction_b_;  ///< of a significand as it is multiplied
    bool scales_;
    bool plain_;  ///< unpack and multiply, nothing else
};

template <class Significand>
void ProductMaker::operator()(const Operands& in, std::span<Addend<Significand>> out) const {
    if (!plain_) return careful(in, out);
    const FormatInfo format_a = a_;  // copies, so that the loop need not look them up again
    const FormatInfo format_b = b_;
    const ZeroPart zero_rule = zero_rule_;
    const int fraction = format_a.fraction_bits + format_b.fraction_bits;
    for (std::size_t k = 0; k < out.size(); ++k) {
        out[k] =
            multiply<Significand>(unpack(in.a[k], format_a), unpack(in.b[k], format_b), fraction, zero_rule);
    }
}

template <class Significand>
void ProductMaker::careful(const Operands& in, std::span<Addend<Significand>> out) const {
    const int fraction = fraction_a_ + fraction_b_;
    for (std::size_t k = 0; k < out.size(); ++k) {
        Addend<Significand>& product = out[k];
        product = multiply<Significand>(load(in.a[k], a_, mul_a_, rules_.flush_a),
                                        load(in.b[k], b_, mul_b_, rules_.flush_b), fraction, zero_rule_);
        if (scales_) {
            const std::size_t block = k / static_cast<std::size_t>(rules_.scale_block);
            apply_scales(product, unpack(in.scale_a[block], scale_), unpack(in.scale_b[block], scale_),
                         scale_, zero_rule_);
        }
        limit_product(product, rules_, zero_rule_);
        const bool positive = product.number_class == NumberClass::zero &&
                              rules_.zero_product_sign == ProductZeroSign::positive;
        if (positive) product.negative = false;
    }
}

}  // namespace karat
