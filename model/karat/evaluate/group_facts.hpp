// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <span>

#include "karat/arithmetic/addend.hpp"

namespace karat {

/// The addends of a group, as far as it depends on them whether a sum drops bits.
struct GroupFacts {
    int e_max = kNoExponent;
    bool any_nonzero = false;  ///< if not, the rest has no meaning
    int least_exponent = 0;    ///< of a nonzero addend
    int lowest_bit = 0;        ///< weight of the lowest bit that is set
};

/// Precondition: all are zero or finite.
template <class Significand>
[[nodiscard]] GroupFacts facts_of(std::span<const Addend<Significand>> addends) {
    GroupFacts out;
    for (const Addend<Significand>& x : addends) {
        out.e_max = std::max(out.e_max, x.exponent);
        if (x.significand == 0) continue;
        const int lowest = x.lsb() + lowest_set_bit(x.significand);
        out.lowest_bit = out.any_nonzero ? std::min(out.lowest_bit, lowest) : lowest;
        out.least_exponent = out.any_nonzero ? std::min(out.least_exponent, x.exponent) : x.exponent;
        out.any_nonzero = true;
    }
    return out;
}

}  // namespace karat
