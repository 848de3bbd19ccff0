// SPDX-License-Identifier: Apache-2.0
// Exact: the correctly rounded dot-add (Kulisch), the reference for all error metrics; and the arithmetic of
// integers.
//     Exact = round(sum(product, c))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {

Expression exact(const Spec& spec) {
    Sum out = addition({product(), operand_c()}, output(spec), "exact sum");
    out.terms[0].scaled = spec.scale.has_value();
    out.zero_sum = spec.zero_sum;
    return of(std::move(out));
}

Spec integer_spec(Format a, Format b, int k, Overflow overflow) {
    Spec spec;
    spec.algorithm = Algorithm::exact;
    spec.a = a;
    spec.b = b;
    spec.c = spec.d = Format::int32;
    spec.k = k;
    spec.overflow = overflow;
    return spec;
}

}  // namespace karat::families
