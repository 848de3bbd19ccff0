// SPDX-License-Identifier: Apache-2.0
// The status flags at the ports of a design, and their comparison with those of the model. Used by the C++
// scoreboard, the C ABI and the SystemVerilog checkers.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/tile_elements.hpp"

namespace karat {

/// What a design has at its port flags_o.
struct FlagPort {
    FlagRule rule = {};
    std::uint32_t compared = 15;  ///< the bits of Flags::bits() that the design has; the others are ignored
    bool per_lane = true;         ///< if not, one set of flags for the tile: those of any lane
    bool sticky = false;          ///< those of all answers since the last reset

    /// Sets of flags of a tile with that many lanes.
    [[nodiscard]] std::size_t elements(std::size_t lanes) const { return per_lane ? lanes : 1; }
};

inline constexpr std::uint32_t kFlagBits = 4;

/// The flags that the model raises for a tile of n columns, as Flags::bits(): element after element of the
/// port. Those of earlier tiles are not among them.
[[nodiscard]] std::vector<std::uint32_t> raised_flags(const DotAdd& dot, const TileElements& tile,
                                                      std::size_t n, const FlagPort& port);

/// "overflow, inexact"; "none".
[[nodiscard]] std::string flag_names(std::uint32_t bits);

/// A set of flags that differs from the model's.
struct FlagMismatch {
    std::uint64_t tile = 0;  ///< 0-based
    std::size_t element = 0;
    std::uint32_t expected = 0, got = 0;  ///< only the flags that are compared
    std::uint32_t unknown = 0;            ///< those that are X or Z
};

/// "tile 3, lane (1,0)", or "tile 3" for one set of flags per tile.
[[nodiscard]] std::string place_of(const FlagMismatch& mismatch, std::size_t n, const FlagPort& port);

/// A report of several lines: the place, the flags, and the drawing of the dot-add, unless other operands may
/// have raised the flags.
[[nodiscard]] std::string describe(const DotAdd& dot, const FlagMismatch& mismatch, const TileElements& tile,
                                   std::size_t n, const FlagPort& port);

}  // namespace karat
