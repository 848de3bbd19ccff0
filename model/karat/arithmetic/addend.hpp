// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <span>

#include "karat/arithmetic/integers.hpp"
#include "karat/format/unpack.hpp"

namespace karat {

/// Exponent of an addend that takes no part in a maximum exponent. Far below any real one, far above INT_MIN.
inline constexpr int kNoExponent = -(1 << 24);

/// One summand: `(-1)^negative * significand * 2^(exponent - fraction)`. `exponent` is the one that alignment
/// compares; the significand need not be normalised against it. For a zero it is whatever the zero rule lets
/// it contribute. No initialisers: arrays of it cost nothing.
template <class Significand>
struct Addend {
    Significand significand;
    int exponent;
    int fraction;
    NumberClass number_class;
    bool negative;
    bool overflowed;  ///< an infinity that the operands did not have: a product beyond the limit
    bool has_terms;   ///< a fixed-point sum with at least one nonzero product below it

    /// Weight of the significand's last bit.
    [[nodiscard]] constexpr int lsb() const { return exponent - fraction; }
};

template <class Significand>
[[nodiscard]] constexpr int max_exponent(std::span<const Addend<Significand>> addends) {
    int e_max = kNoExponent;
    for (const auto& addend : addends) e_max = std::max(e_max, addend.exponent);
    return e_max;
}

/// Which classes occur among addends, as a set of flags that is cheap to accumulate.
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
    /// NaN wins, opposite infinities make a NaN, one kind of infinity is the result. Only if any().
    [[nodiscard]] constexpr NumberClass verdict() const {
        return nan || (positive_infinity && negative_infinity) ? NumberClass::nan : NumberClass::infinity;
    }
};

}  // namespace karat
