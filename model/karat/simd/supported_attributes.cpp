// SPDX-License-Identifier: Apache-2.0
#include "karat/simd/supported_attributes.hpp"

namespace karat::simd {
namespace {

bool is_supported(Rounding rounding) {
    switch (rounding) {
        case Rounding::RZ:
        case Rounding::RD:
        case Rounding::RU:
        case Rounding::RA:
        case Rounding::RNE:
        case Rounding::RNU:
        case Rounding::RND:
        case Rounding::RNZ:
        case Rounding::RNA:
        case Rounding::RNO:
        case Rounding::RO:
            return true;
    }
    return false;
}

bool is_supported(Overflow overflow) {
    switch (overflow) {
        case Overflow::inf:
        case Overflow::saturate:
        case Overflow::ieee:
            return true;
        case Overflow::wrap:  // lanes are floating point
            return false;
    }
    return false;
}

bool is_supported(NanEncoding nan) {
    switch (nan) {
        case NanEncoding::nvidia:
        case NanEncoding::riscv:
        case NanEncoding::any:
        case NanEncoding::indefinite:
        case NanEncoding::amd_rdna:
        case NanEncoding::x86:
        case NanEncoding::nvidia_fp64:
            return true;
    }
    return false;
}

bool is_supported(FlushWhen when) {
    switch (when) {
        case FlushWhen::encoded:
        case FlushWhen::before:
        case FlushWhen::unbounded:
            return true;
    }
    return false;
}

bool is_supported(UnderflowSign sign) {
    return sign == UnderflowSign::keep || sign == UnderflowSign::positive;
}
bool is_supported(FlushBelow below) { return below == FlushBelow::format || below == FlushBelow::fp32; }
bool is_supported(ProductOverflow overflow) {
    return overflow == ProductOverflow::none || overflow == ProductOverflow::inf;
}
bool is_supported(ProductZeroSign sign) {
    return sign == ProductZeroSign::signed_ || sign == ProductZeroSign::positive;
}

}  // namespace

bool is_supported_alignment(Rounding rounding) {
    return rounding == Rounding::RZ || rounding == Rounding::RD || rounding == Rounding::RU ||
           rounding == Rounding::RNE;
}

bool is_supported_operand(ZeroPart zero) {
    return zero == ZeroPart::ignored || zero == ZeroPart::minus126 || zero == ZeroPart::format_min;
}

bool is_supported(SpecialsOf specials) {
    return specials == SpecialsOf::addends || specials == SpecialsOf::operands;
}

bool is_supported(const OutputRule& rule) {
    OutputRule known;
    known.format = rule.format;
    known.rounding = rule.rounding;
    known.fraction = rule.fraction;
    known.overflow = rule.overflow;
    known.nan = rule.nan;
    known.underflow_sign = rule.underflow_sign;
    known.flush = rule.flush;
    known.flush_when = rule.flush_when;
    return known == rule && !info(rule.format).is_integer() && is_supported(rule.rounding) &&
           is_supported(rule.overflow) && is_supported(rule.nan) && is_supported(rule.underflow_sign) &&
           is_supported(rule.flush_when);
}

bool is_supported(const OperandRules& rules) {
    OperandRules known;
    known.a = rules.a;
    known.b = rules.b;
    known.c = rules.c;
    known.d = rules.d;
    known.k = rules.k;
    known.convert = rules.convert;
    known.convert_c = rules.convert_c;
    known.scale = rules.scale;
    known.scale_block = rules.scale_block;
    known.flush_a = rules.flush_a;
    known.flush_b = rules.flush_b;
    known.flush_c = rules.flush_c;
    known.flush_below = rules.flush_below;
    known.product_overflow = rules.product_overflow;
    known.flush_products = rules.flush_products;
    known.zero_product_sign = rules.zero_product_sign;
    return known == rules && !rules.are_integers() && is_supported(rules.flush_below) &&
           is_supported(rules.product_overflow) && is_supported(rules.zero_product_sign);
}

bool fits_fp32(Format format) {
    const FormatInfo& f = info(format);
    return f.fraction_bits <= 23 && f.max_exponent() <= 127 && f.min_exponent() - f.fraction_bits >= -149;
}

Term bare(const Term& term) {
    Term out;
    out.of.kind = term.of.kind;
    if (term.of.kind == ExpressionKind::sum) out.of.sum = term.of.sum;
    if (term.of.kind == ExpressionKind::chain) out.of.chain = term.of.chain;
    out.select = term.select;
    return out;
}

Sum bare(const Sum& sum) {
    Sum out;
    out.terms = sum.terms;
    return out;
}

bool is_exact_addend(const Term& term) {
    Term known = bare(term);
    known.F = Width::exact();
    return known == term;
}

}  // namespace karat::simd
