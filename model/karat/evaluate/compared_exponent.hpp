// SPDX-License-Identifier: Apache-2.0
// The exponent by which an addend is compared in the search for e_max, and whether a zero takes part. See
// docs/reference/recipes.md, "A sum".
#pragma once
#include <algorithm>

#include "karat/arithmetic/addend.hpp"
#include "karat/recipe/recipe.hpp"

namespace karat {

/// Of a number that is not scaled. A zero that does not take part has kNoExponent.
template <class Significand>
void apply_zero_rule(Addend<Significand>& x, const Term& term) {
    if (x.number_class != NumberClass::zero) return;
    switch (term.zero) {
        case ZeroPart::ignored:
            x.exponent = kNoExponent;
            break;
        case ZeroPart::minus126:
            x.exponent = -126;
            break;
        case ZeroPart::terms:
            if (!x.has_terms) x.exponent = kNoExponent;
            break;
        case ZeroPart::format_min:  // a number keeps its stored exponent
        case ZeroPart::counted:
            break;
    }
}

/// Of a sum. `zero_factor`: one of its scale factors is zero.
template <class Significand>
[[nodiscard]] bool takes_part_if_zero(const Addend<Significand>& x, const Term& term, bool zero_factor) {
    if (x.number_class != NumberClass::zero) return true;
    if (term.zero == ZeroPart::terms) return x.has_terms && !zero_factor;
    return term.zero == ZeroPart::counted;
}

/// ComparedBy::scale. `exponents`: the sum of those of its scale factors.
template <class Significand>
void compare_by_scale(Addend<Significand>& x, const Term& term, int exponents, bool zero_factor) {
    const int lsb = x.lsb();
    x.exponent = takes_part_if_zero(x, term, zero_factor) ? exponents : kNoExponent;
    x.fraction = x.exponent - lsb;
}

/// ComparedBy::leading.
template <class Significand>
void compare_by_leading_bit(Addend<Significand>& x, const Term& term) {
    const int lsb = x.lsb();
    const bool zero = x.significand == 0;
    x.exponent = zero ? kNoExponent : lsb + bit_length(x.significand) - 1;
    if (term.least_exponent && x.number_class <= NumberClass::finite)
        x.exponent = std::max(x.exponent, *term.least_exponent);
    x.fraction = zero ? 0 : x.exponent - lsb;
}

}  // namespace karat
