// SPDX-License-Identifier: Apache-2.0
#include "karat_tb/rtl_widths.hpp"

#include <algorithm>

namespace karat::tb {
namespace {

/// Exponents that an addend can have, and the weight of its lowest bit.
struct Range {
    int low, high, lsb;
};

Range operand_range(Format format) {
    const FormatInfo& f = info(format);
    return {f.min_exponent(), f.max_exponent(), f.min_exponent() - f.fraction_bits};
}
Range times(const Range& x, const Range& y) { return {x.low + y.low, x.high + y.high, x.lsb + y.lsb}; }

/// Bits for `width`, where addends down to `lsb` are aligned to at most `e_max`.
int bits(const Width& width, int e_max, int lsb) {
    return width.is_exact() ? std::max(e_max - lsb, 1) : width.bits;
}

}  // namespace

RtlWidths rtl_widths(const Spec& spec) {
    const Range product =
        times(operand_range(spec.convert.value_or(spec.a)), operand_range(spec.convert.value_or(spec.b)));
    Range term = product;
    if (spec.scale) term = times(product, times(operand_range(*spec.scale), operand_range(*spec.scale)));
    const Range c = operand_range(spec.convert_c.value_or(spec.c));
    const Range link = operand_range(spec.chain_format_or_default());
    const int floor = spec.exponent_floor.value_or(term.low);
    const int e_max = std::max({term.high, product.high, c.high, link.high, floor});

    RtlWidths out{};
    out.f_inner = bits(spec.F_inner, product.high, product.lsb);
    if (spec.algorithm == Algorithm::gfda) {
        // a group's sum reaches as low as its products, or as its own grid
        const int group_lsb = std::min(product.lsb, product.low - out.f_inner);
        out.f = bits(spec.F, e_max, spec.scale ? term.lsb - product.lsb + group_lsb : group_lsb);
    } else if (spec.algorithm == Algorithm::fdrda || spec.algorithm == Algorithm::gfdrda) {
        out.f = bits(spec.F, product.high, product.lsb);
    } else {
        out.f = bits(spec.F, e_max, term.lsb);
    }
    out.f_c = bits(spec.F_c_or_default(), e_max, std::min(c.lsb, link.lsb));
    out.f_group = bits(spec.F_group, product.high, product.low - out.f);
    const int dot_lsb =
        product.low - (spec.algorithm == Algorithm::gfdrda ? std::max(out.f, out.f_group) : out.f);
    out.f_sum = bits(spec.F_sum, e_max, dot_lsb);
    return out;
}

}  // namespace karat::tb
