// SPDX-License-Identifier: Apache-2.0
// SDA(F), the separated dot-add (TensorGauge): a fused dot product without c, then an ordinary addition of c.
//     SDA(F) = round(sum(round(sum(product [F RZ])), c))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {
namespace {

Sum separated_operation(const Spec& spec, const Expression& start) {
    // step 1: products aligned to their largest exponent; step 2: exact sum
    Term products = aligned(product(), spec.F, spec.align_rounding);
    products.scaled = spec.scale.has_value();
    products.zero = zero_part(spec.zero_product);
    Sum dot;
    dot.label = {"separated dot product"};
    dot.terms = {products};
    dot.floor = spec.exponent_floor;
    dot.sticky = spec.sticky;
    // step 3: rounded to the input format of the adder, unless the adder takes the exact sum
    if (!spec.dot_exact) {
        dot.round = rounded_to(spec, spec.dot_format_or_default(), spec.dot_rounding_or_default());
        dot.round->flush = false;
        dot.round->flush_when = FlushWhen::encoded;
    }
    // step 4: an ordinary addition of c
    Sum out = addition({of(std::move(dot)), start}, {}, "addition of c");
    out.terms[1].flush = flushes_acc(spec, start);
    out.specials = SpecialsOf::operands;
    return out;
}

}  // namespace

Expression sda(const Spec& spec) { return chained(spec, separated_operation); }

}  // namespace karat::families
