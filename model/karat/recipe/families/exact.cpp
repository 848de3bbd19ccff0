// SPDX-License-Identifier: Apache-2.0
// Exact: the correctly rounded dot-add (Kulisch), the reference for all error metrics.
//     Exact = round(sum(product, c))
#include "karat/recipe/families/parts.hpp"

namespace karat::families {

Expression exact(const Spec& spec) {
    Sum out = addition({product(), operand_c()}, output(spec), "exact sum");
    out.terms[0].scaled = spec.scale.has_value();
    out.zero_sum = spec.zero_sum;
    return of(std::move(out));
}

}  // namespace karat::families
