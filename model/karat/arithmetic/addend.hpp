// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <span>

#include "karat/arithmetic/integers.hpp"
#include "karat/format/unpack.hpp"

namespace karat {

/// Exponent of an addend that does not take part in the maximum exponent. Far below any real exponent, and
/// far enough above INT_MIN that sums with it do not overflow.
inline constexpr int kNoExponent = -(1 << 24);

/// One addend: `(-1)^negative * significand * 2^(exponent - fraction)`. Alignment compares `exponent`; the
/// significand need not be normalised. The zero rule determines the exponent of a zero. The members have no
/// initialisers, so that creating an array costs nothing.
template <class Significand>
struct Addend {
    Significand significand;
    int exponent;
    int fraction;
    NumberClass number_class;
    bool negative;
    bool overflowed;  ///< an infinity from a product beyond the limit, not from an operand
    bool has_terms;   ///< a fixed-point sum that contains at least one nonzero product

    /// Weight of the significand's last bit.
    [[nodiscard]] constexpr int lsb() const { return exponent - fraction; }
};

/// Copies member by member: a copy of all at once would wait for the stores of the members.
template <class Significand>
void store(const Addend<Significand>& from, Addend<Significand>& to) {
    to.significand = from.significand;
    to.exponent = from.exponent;
    to.fraction = from.fraction;
    to.number_class = from.number_class;
    to.negative = from.negative;
    to.overflowed = from.overflowed;
    to.has_terms = from.has_terms;
}

template <class Significand>
[[nodiscard]] constexpr int max_exponent(std::span<const Addend<Significand>> addends) {
    int e_max = kNoExponent;
    for (const auto& addend : addends) e_max = std::max(e_max, addend.exponent);
    return e_max;
}

/// The special classes that occur among the addends, as flags that are cheap to accumulate.
struct SpecialsSeen {
    bool nan = false;
    bool positive_infinity = false;
    bool negative_infinity = false;

    constexpr void note(NumberClass number_class, bool negative) {
        if (number_class <= NumberClass::finite) return;
        nan |= number_class == NumberClass::nan;
        positive_infinity |= number_class == NumberClass::infinity && !negative;
        negative_infinity |= number_class == NumberClass::infinity && negative;
    }
    [[nodiscard]] constexpr bool any() const { return nan || positive_infinity || negative_infinity; }
    /// A NaN gives NaN, infinities of both signs give NaN, and infinities of one sign give infinity.
    /// Precondition: any().
    [[nodiscard]] constexpr NumberClass verdict() const {
        return nan || (positive_infinity && negative_infinity) ? NumberClass::nan : NumberClass::infinity;
    }
};

}  // namespace karat
