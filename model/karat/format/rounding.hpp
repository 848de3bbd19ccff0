// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "karat/enum_names.hpp"

namespace karat {

/// Directed: RZ towards zero, RD towards -inf, RU towards +inf, RA away from zero.
/// To nearest, with ties: RNE to even, RNU up, RND down, RNZ towards zero, RNA away from zero, RNO to odd.
/// RO, to odd: truncates the magnitude and ORs the dropped bits into its last bit (jamming).
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
