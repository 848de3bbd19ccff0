// SPDX-License-Identifier: Apache-2.0
// GFDA(F, G), the grouped fused dot-add (TensorGauge); GDFS, the FP4 unit of NVIDIA Blackwell (MMA-Sim
// section IV).
//     GFDA(F, G) = round RZ(sum(scale(sum(product)) of each group of G [F RZ], c [F RZ]))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

ComparedBy compared_by(GroupExponent rule) {
    switch (rule) {
        case GroupExponent::scale:
            return ComparedBy::scale;
        case GroupExponent::normalised:
            return ComparedBy::leading;
        case GroupExponent::max:
            break;
    }
    return ComparedBy::held;
}

ZeroPart zero_group(ZeroGroup rule) {
    switch (rule) {
        case ZeroGroup::counted:
            return ZeroPart::counted;
        case ZeroGroup::terms:
            return ZeroPart::terms;
        case ZeroGroup::ignored:
            break;
    }
    return ZeroPart::ignored;
}

Sum grouped_operation(const Spec& spec, const Expression& start) {
    // step 2: exact products; step 3: group sums
    Term products = aligned(product(), spec.F_inner, spec.inner_rounding);
    products.zero = zero_part(spec.zero_product);
    Sum group;
    group.label = {"group"};
    group.terms = {products};
    group.zero_sum = spec.zero_sum;
    // step 4: multiplied by the scale factors of their block
    const int groups = spec.terms_or_default() / spec.group_or_default();
    Term sums = each(groups, spec.group_pattern, aligned(of(std::move(group)), spec.F, spec.align_rounding));
    sums.scaled = spec.scale.has_value();
    sums.compared_by = compared_by(spec.group_exponent);
    sums.zero = zero_group(spec.zero_group);
    // step 5: group sums and c aligned to the largest exponent, truncated to F fraction bits
    Term c = aligned(start, spec.F_c_or_default(), spec.c_rounding_or_default());
    c.zero = zero_part(spec.zero_c);
    c.flush = flushes_acc(spec, start);
    Sum out;
    out.label = {"grouped fused dot-add"};
    out.terms = {sums, c};
    out.floor = spec.exponent_floor;
    // step 6: exact sum
    out.sticky = spec.sticky;
    out.zero_sum = spec.zero_sum;
    out.specials = specials_of(spec);  // step 1
    return out;                        // step 7, rounding, is added by chained()
}

}  // namespace

Expression gfda(const Spec& spec) { return chained(spec, grouped_operation); }

Spec gdfs_spec(Format input, int k, Format scale, int block) {
    Spec spec;
    spec.algorithm = Algorithm::gfda;
    spec.a = spec.b = input;
    spec.k = k;
    spec.scale = scale;
    spec.scale_block = block;
    spec.group = 16;
    spec.group_exponent = GroupExponent::scale;
    return spec;
}

}  // namespace karat::families
