// SPDX-License-Identifier: Apache-2.0
// Alignment: shifts an addend onto the fixed-point grid of a fused sum.
#pragma once
#include "karat/arithmetic/addend.hpp"
#include "karat/format/rounding.hpp"

namespace karat {

/// A magnitude shifted right by `drop` > 0. `half` is the first dropped bit; `rest` is the sticky bit of all
/// later ones.
template <class Magnitude>
struct Shifted {
    Magnitude kept{};
    bool half = false;
    bool rest = false;
};

template <class Magnitude>
[[nodiscard]] constexpr Shifted<Magnitude> shift_right(const Magnitude& magnitude, int drop) {
    if (drop > bit_length(magnitude)) return {Magnitude{}, false, magnitude != 0};
    // Here drop <= bit_length <= width. Two shifts, because a shift by the full width is undefined.
    Shifted<Magnitude> out;
    out.kept = (magnitude >> (drop - 1)) >> 1;
    out.half = bit_at(magnitude, drop - 1);
    out.rest = any_below(magnitude, drop - 1);
    return out;
}

/// The value of `addend`, rounded to a multiple of `2^lsb`, in units of `2^grid` (`grid <= lsb`). `lost` is
/// set if the value was not such a multiple; it is never cleared.
template <class Num>
[[nodiscard]] inline typename Num::Accumulator align(const Addend<typename Num::Significand>& addend, int lsb,
                                                     int grid, Rounding rounding, bool& lost) {
    using Significand = typename Num::Significand;
    if (addend.significand == 0) return {};
    const int shift = addend.lsb() - lsb;
    Significand kept = addend.significand;
    if (shift >= 0) {
        kept <<= shift;
    } else if (rounding == Rounding::RZ && -shift < Num::capacity) {  // fast path for the common case
        kept >>= -shift;
        lost |= Significand(kept << -shift) != addend.significand;
    } else {
        const Shifted<Significand> shifted = shift_right(addend.significand, -shift);
        kept = shifted.kept;
        lost |= shifted.half || shifted.rest;
        const bool odd = bit_at(kept, 0);
        if (rounds_away(rounding, addend.negative, odd, shifted.half, shifted.rest)) kept += 1;
    }
    kept <<= lsb - grid;
    const auto value = static_cast<typename Num::Accumulator>(kept);
    return addend.negative ? typename Num::Accumulator(-value) : value;
}

}  // namespace karat
