// SPDX-License-Identifier: Apache-2.0
// The status flags of a dot-add, as IEEE 754 section 7 has them for one operation, extended to a tree of
// sums. docs/reference/flags.md defines what raises each.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "karat/arithmetic/round.hpp"

namespace karat {

struct Flags {
    bool invalid = false;
    bool overflow = false;
    bool underflow = false;
    bool inexact = false;

    /// Bit 3: invalid, 2: overflow, 1: underflow, 0: inexact.
    [[nodiscard]] constexpr std::uint32_t bits() const {
        return (invalid ? 8U : 0U) | (overflow ? 4U : 0U) | (underflow ? 2U : 0U) | (inexact ? 1U : 0U);
    }
    friend constexpr bool operator==(const Flags&, const Flags&) = default;
};

/// The names of the flags, indexed by their bit.
inline constexpr std::array<std::string_view, 4> kFlagNames{"inexact", "underflow", "overflow", "invalid"};

/// What IEEE 754 leaves to the implementation, and what it does not say about a sum of many addends.
struct FlagRule {
    /// Which result is judged for underflow. None: as the recipe's rounding flushes; `unbounded`, after
    /// rounding with an unbounded exponent, if it does not flush.
    std::optional<FlushWhen> tiny_when = {};
    /// Whether bits that an alignment drops raise inexact. If not, only roundings to a format do.
    bool alignment = true;
};

}  // namespace karat
