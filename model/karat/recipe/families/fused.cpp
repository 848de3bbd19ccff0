// SPDX-License-Identifier: Apache-2.0
// FDA(F), the fused dot-add of NVIDIA's tensor cores (MMA-Sim section IV; Khattak & Mikaitis); CoFDA, a chain
// of two.
//     FDA(F) = round RZ(sum(product [F RZ], c [F RZ]))
// With a sticky flag it is the fused form of open designs; with F exact and RNE an exact fused add, rounded
// once.
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

Sum operation(const Spec& spec, const Expression& start) {
    Sum out;
    out.label = {"fused dot-add"};
    // 2. exact products, not normalised; 3. aligned to the largest exponent, truncated to F fraction bits
    Term products = aligned(product(), spec.F, spec.align_rounding);
    products.scaled = spec.scale.has_value();
    products.zero = zero_part(spec.zero_product);
    Term c = aligned(start, spec.F_c_or_default(), spec.c_rounding_or_default());
    c.zero = zero_part(spec.zero_c);
    c.flush = flushes_acc(spec, start);
    out.terms = {products, c};
    out.floor = spec.exponent_floor;
    // 4. exact sum
    out.sticky = spec.sticky;
    out.zero_sum = spec.zero_sum;
    out.specials = specials_of(spec);  // 1.
    return out;                        // 5. rounded by the chain
}

}  // namespace

Expression fda(const Spec& spec) { return chained(spec, operation); }

}  // namespace karat::families
