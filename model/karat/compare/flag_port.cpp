// SPDX-License-Identifier: Apache-2.0
#include "karat/compare/flag_port.hpp"

#include "karat/compare/lane_mismatch.hpp"

namespace karat {

std::vector<std::uint32_t> raised_flags(const DotAdd& dot, const TileElements& tile, std::size_t n,
                                        const FlagPort& port) {
    const std::size_t lanes = tile.c.size();
    std::vector<std::uint32_t> out(port.elements(lanes));
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        Flags flags;
        (void)dot.flagged(tile.operands(lane / n, lane % n, n), port.rule, flags);
        out[port.per_lane ? lane : 0] |= flags.bits();
    }
    return out;
}

std::string flag_names(std::uint32_t bits) {
    std::string out;
    for (std::uint32_t bit = kFlagBits; bit-- > 0;)
        if ((bits >> bit & 1U) != 0) out += (out.empty() ? "" : ", ") + std::string(kFlagNames[bit]);
    return out.empty() ? "none" : out;
}

std::string place_of(const FlagMismatch& mismatch, std::size_t n, const FlagPort& port) {
    std::string out = "tile " + std::to_string(mismatch.tile);
    if (port.per_lane)
        out += ", lane (" + std::to_string(mismatch.element / n) + "," +
               std::to_string(mismatch.element % n) + ")";
    return out;
}

std::string describe(const DotAdd& dot, const FlagMismatch& mismatch, const TileElements& tile, std::size_t n,
                     const FlagPort& port) {
    std::string out = place_of(mismatch, n, port) + ": expected " + flag_names(mismatch.expected) + "; got " +
                      flag_names(mismatch.got);
    if (mismatch.unknown != 0) out += "; X or Z: " + flag_names(mismatch.unknown);
    out += '\n';
    if (!port.per_lane || port.sticky) return out;
    const std::size_t i = mismatch.element / n;
    const std::size_t j = mismatch.element % n;
    const Operands in = tile.operands(i, j, n);
    const std::uint64_t d = dot(in);
    return out + describe(dot, lane_mismatch(mismatch.tile, i, j, in, d, {d, 0}));
}

}  // namespace karat
