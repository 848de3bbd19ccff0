// SPDX-License-Identifier: Apache-2.0
// AMD CDNA3 (MMA-Sim sections IV, VI.C). Rounding down in alignment makes results asymmetric.
//     FDRDA  = round RNE(sum(sum(product [24 RZ]) [31 RD], c [24 RD]))
//     GFDRDA = round RNE(sum(sum(sum(product of even k [24 RZ]) [24 RD], the same for odd k) [31 RD],
//                            c [24 RD, cut-off 25]))
// CoFDRDA and CoGFDRDA are chains of two.
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

/// Step 4: products aligned to their largest exponent, truncated to F fraction bits. Step 5: exact sum.
Sum products(const Spec& spec, std::string label) {
    Term all = aligned(product(), spec.F, spec.align_rounding);
    all.zero = zero_part(spec.zero_product);
    Sum out;
    out.label = {std::move(label)};
    out.terms = {all};
    out.zero_sum = spec.zero_sum;
    return out;
}

/// GFDRDA step 6: group sums aligned to their largest exponent, rounded down. Step 7: exact sum.
Sum groups(const Spec& spec) {
    const int count = spec.terms_or_default() / spec.group_or_default();
    Term each_group = each(count, spec.group_pattern,
                           aligned(of(products(spec, "group")), spec.F_group, spec.group_rounding));
    each_group.zero = ZeroPart::counted;
    Sum out;
    out.label = {"sum of groups"};
    out.terms = {each_group};
    out.zero_sum = spec.zero_sum;
    return out;
}

/// FDRDA step 6: the sum of products and c aligned to the larger exponent, rounded down. A tiny negative c
/// becomes minus one unit of the last kept bit, for example -0.25. Step 7: exact sum. Step 8: rounding, added
/// by chained().
Sum with_c(const Spec& spec, Sum dot, const Expression& start) {
    Term sum = aligned(of(std::move(dot)), spec.F_sum, spec.sum_rounding);
    sum.zero = ZeroPart::counted;
    Term c = aligned(start, spec.F_c_or_default(), spec.c_rounding_or_default());
    c.zero = zero_part(spec.zero_c);
    c.flush = flushes_acc(spec, start);
    c.cutoff = spec.c_cutoff;  // GFDRDA step 8: a c too far below e_max counts as 0
    Sum out;
    out.label = {"sum of products and c"};
    out.terms = {sum, c};
    out.floor = spec.exponent_floor;
    out.zero_sum = spec.zero_sum;
    // Step 1: specials of the operands and c take precedence. Step 2: products of magnitude 2^128 or more
    // become infinite. Step 3: then these infinities decide.
    out.specials = SpecialsOf::operands;
    return out;
}

Sum fdrda_operation(const Spec& spec, const Expression& start) {
    return with_c(spec, products(spec, "sum of products"), start);
}
Sum gfdrda_operation(const Spec& spec, const Expression& start) { return with_c(spec, groups(spec), start); }

}  // namespace

Expression fdrda(const Spec& spec) { return chained(spec, fdrda_operation); }
Expression gfdrda(const Spec& spec) { return chained(spec, gfdrda_operation); }

Spec cdna3_spec(Format a, Format b, int k, int terms) {
    Spec spec;
    spec.algorithm = info(a).bits == 8 ? Algorithm::gfdrda : Algorithm::fdrda;
    spec.a = a;
    spec.b = b;
    spec.k = k;
    if (terms != k) spec.terms = terms;
    spec.F = {24};
    spec.align_rounding = Rounding::RZ;
    spec.F_sum = {31};
    spec.sum_rounding = Rounding::RD;
    spec.F_c = Width{24};
    spec.c_rounding = Rounding::RD;
    spec.product_overflow = ProductOverflow::inf;
    spec.zero_c = ZeroExponent::minus126;
    spec.output_rounding = Rounding::RNE;
    spec.nan = NanEncoding::any;
    if (spec.algorithm == Algorithm::gfdrda) {
        spec.group = terms / 2;
        spec.group_pattern = Pattern::interleaved;  // even k, odd k
        spec.F_group = {24};
        spec.group_rounding = Rounding::RD;
        spec.c_cutoff = 25;
    }
    return spec;
}

}  // namespace karat::families
