// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "karat/enum_names.hpp"

namespace karat {

/// Directed: RZ to zero, RD to -inf, RU to +inf, RA away from zero.
/// To nearest, with ties: RNE to even, RNU up, RND down, RNZ to zero, RNA away, RNO to odd.
/// RO to odd: truncate the magnitude and OR what was lost into its last bit (in an alignment this is called
/// jamming).
enum class Rounding : std::uint8_t { RZ, RD, RU, RA, RNE, RNU, RND, RNZ, RNA, RNO, RO };

template <>
struct EnumNames<Rounding> {
    static constexpr std::array<std::string_view, 11> names{"RZ",  "RD",  "RU",  "RA",  "RNE", "RNU",
                                                            "RND", "RNZ", "RNA", "RNO", "RO"};
};

/// Whether a truncated magnitude must be incremented by one unit.
/// `odd`: its last kept bit; `half`: the first dropped bit; `rest`: whether any later dropped bit is set.
[[nodiscard]] constexpr bool rounds_away(Rounding mode, bool negative, bool odd, bool half, bool rest) {
    const bool inexact = half || rest;
    const bool tie = half && !rest;
    const bool above = half && rest;
    switch (mode) {
        case Rounding::RZ:
            return false;
        case Rounding::RD:
            return inexact && negative;
        case Rounding::RU:
            return inexact && !negative;
        case Rounding::RA:
            return inexact;
        case Rounding::RNE:
            return above || (tie && odd);
        case Rounding::RNU:
            return above || (tie && !negative);
        case Rounding::RND:
            return above || (tie && negative);
        case Rounding::RNZ:
            return above;
        case Rounding::RNA:
            return half;
        case Rounding::RNO:
            return above || (tie && !odd);
        case Rounding::RO:
            return inexact && !odd;
    }
    return false;
}

}  // namespace karat
