// SPDX-License-Identifier: Apache-2.0
// FDA(F), the fused dot-add of NVIDIA's tensor cores (MMA-Sim section IV; Khattak & Mikaitis); CoFDA, a chain
// of two.
//     FDA(F) = round RZ(sum(product [F RZ], c [F RZ]))
// With a sticky bit it is the fused dot-add of open designs. With exact F and RNE it is an exact fused add
// with a single rounding.
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

Sum fused_operation(const Spec& spec, const Expression& start) {
    Sum out;
    out.label = {"fused dot-add"};
    // Step 2: exact products, not normalised. Step 3: aligned to the largest exponent, truncated to F
    // fraction bits.
    Term products = aligned(product(), spec.F, spec.align_rounding);
    products.scaled = spec.scale.has_value();
    products.zero = zero_part(spec.zero_product);
    Term c = aligned(start, spec.F_c_or_default(), spec.c_rounding_or_default());
    c.zero = zero_part(spec.zero_c);
    c.flush = flushes_acc(spec, start);
    out.terms = {products, c};
    out.floor = spec.exponent_floor;
    // step 4: exact sum
    out.sticky = spec.sticky;
    out.zero_sum = spec.zero_sum;
    out.specials = specials_of(spec);  // step 1
    return out;                        // step 5, rounding, is added by chained()
}

}  // namespace

Expression fda(const Spec& spec) { return chained(spec, fused_operation); }

}  // namespace karat::families
