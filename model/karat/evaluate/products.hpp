// SPDX-License-Identifier: Apache-2.0
// The first step of every arithmetic: unpacks, flushes and converts the operands, multiplies them exactly and
// applies scale factors.
#pragma once
#include <cstdint>
#include <span>

#include "karat/arithmetic/addend.hpp"
#include "karat/recipe/program.hpp"

namespace karat {

/// Encodings of one dot-add, one element per word; b has k elements, or 2k with metadata. `scale_a`,
/// `scale_b`: k / scale_block elements each, or empty without scale factors.
struct Operands {
    std::span<const std::uint64_t> a;
    std::span<const std::uint64_t> b;
    std::span<const std::uint64_t> scale_a;
    std::span<const std::uint64_t> scale_b;
    std::uint64_t c = 0;
    std::span<const std::uint64_t> metadata = {};  ///< sparse.hpp; only DotAdd reads it
};

/// Turns a subnormal into a zero, with the exponent of a zero of `format`. Subnormal means that the value's
/// leading bit lies below the smallest normal number of `format`, or below 2^-126 (FlushBelow::fp32).
[[nodiscard]] constexpr Unpacked flushed(Unpacked x, const FormatInfo& format, FlushBelow below,
                                         FlushSign sign) {
    const int least = below == FlushBelow::fp32 ? -126 : format.min_exponent();
    if (x.number_class != NumberClass::finite) return x;
    const int top = x.exponent - format.fraction_bits + bit_length(x.significand) - 1;
    return top < least
               ? Unpacked{0, format.min_exponent(), NumberClass::zero, sign == FlushSign::keep && x.negative}
               : x;
}
/// The same for a number that is already an addend.
template <class Significand>
void flush_number(Addend<Significand>& x, const FormatInfo& format, const OperandRules& rules) {
    const int least = rules.flush_below == FlushBelow::fp32 ? -126 : format.min_exponent();
    if (x.number_class != NumberClass::finite || x.lsb() + bit_length(x.significand) - 1 >= least) return;
    x.significand = {};
    x.exponent = format.min_exponent();
    x.number_class = NumberClass::zero;
    x.negative = x.negative && rules.flush_sign == FlushSign::keep;
}

/// Converts to a format that represents the value exactly. Subnormals of `from` may become normal numbers of
/// `to`.
[[nodiscard]] Unpacked converted(const Unpacked& x, const FormatInfo& from, const FormatInfo& to);

/// The exponent that an operand contributes; that of a zero depends on `rule`. Precondition: `rule` is one
/// for operands.
[[nodiscard]] constexpr int zero_exponent(const Unpacked& x, ZeroPart rule) {
    return x.number_class == NumberClass::zero && rule == ZeroPart::minus126 ? -126 : x.exponent;
}

/// The payload of a NaN: its fraction field.
[[nodiscard]] constexpr std::uint64_t nan_payload(std::uint64_t encoding, const FormatInfo& format) {
    return (encoding >> format.ignored_low_bits) & format.fraction_mask();
}

/// Multiplies exactly. `fraction` is the sum of both operands' fraction bits. The product is not normalised.
/// 0 * inf gives a NaN, and so does a NaN operand.
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

/// The exclusive or of two b1 operands, as a product.
template <class Significand>
[[nodiscard]] Addend<Significand> exclusive_or(const Unpacked& a, const Unpacked& b) {
    const bool differ = a.significand != b.significand;
    return {static_cast<Significand>(differ ? 1 : 0),
            differ ? 0 : kNoExponent,
            0,
            differ ? NumberClass::finite : NumberClass::zero,
            false,
            false,
            false};
}

/// Multiplies the product by both scale factors of its block. A NaN factor gives a NaN, and so does a zero
/// factor times infinity.
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

/// Applies `product_overflow` and `flush_products`, which both refer to the range of fp32.
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

/// Makes the products of an evaluation. Looks up the formats and rules of a recipe once, at construction.
class ProductMaker {
   public:
    explicit ProductMaker(const Program& program);

    /// Writes the k products.
    template <class Significand>
    void operator()(const Operands& in, std::span<Addend<Significand>> out) const;

    /// A number as an addend: sign, significand and exponent as stored. A zero has the exponent of its
    /// format's smallest normal number.
    template <class Significand>
    [[nodiscard]] static Addend<Significand> number(std::uint64_t encoding, const FormatInfo& format) {
        return addend<Significand>(unpack(encoding, format), encoding, format);
    }
    /// The operand c, converted.
    template <class Significand>
    [[nodiscard]] Addend<Significand> c(std::uint64_t encoding) const {
        if (mul_c_.id == c_.id && !rules_.flush_c) return number<Significand>(encoding, c_);
        Unpacked x = unpack(encoding, c_);
        if (rules_.flush_c) x = flushed(x, c_, rules_.flush_below, rules_.flush_sign);
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
    /// Removes the fraction bits that a converted operand cannot use.
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
    int fraction_a_, fraction_b_;  ///< fraction bits of a significand in the multiplication
    bool scales_;
    bool plain_;  ///< unpack and multiply, nothing else
};

template <class Significand>
void ProductMaker::operator()(const Operands& in, std::span<Addend<Significand>> out) const {
    if (!plain_) return careful(in, out);
    const FormatInfo format_a = a_;  // local copies, so that the loop does not reload them
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
    const Addend<Significand>* zero = nullptr;  // the product of two +0: all of them are the same
    for (std::size_t k = 0; k < out.size(); ++k) {
        Addend<Significand>& product = out[k];
        const bool zeros = !scales_ && (in.a[k] | in.b[k]) == 0;
        if (zeros && zero != nullptr) {
            product = *zero;
            continue;
        }
        if (zeros) zero = &product;
        const Unpacked a = load(in.a[k], a_, mul_a_, rules_.flush_a);
        const Unpacked b = load(in.b[k], b_, mul_b_, rules_.flush_b);
        product = rules_.multiplier == Multiplier::xor_ ? exclusive_or<Significand>(a, b)
                                                        : multiply<Significand>(a, b, fraction, zero_rule_);
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
