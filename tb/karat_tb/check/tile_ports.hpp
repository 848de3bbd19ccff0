// SPDX-License-Identifier: Apache-2.0
// A tile as the candidate's ports carry it.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "candidate/karat_candidate.h"
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// Bits of a port: 32-bit words, element i at bits [(i+1)W-1 : iW].
using PortWords = std::vector<std::uint32_t>;

/// Words of a port of `elements` elements of `width` bits. Two spare ones: Verilator's smallest ports are
/// machine words.
[[nodiscard]] PortWords make_port(std::size_t elements, std::uint32_t width);
void put_element(std::span<std::uint32_t> port, std::size_t index, std::uint32_t width, std::uint64_t value);
[[nodiscard]] std::uint64_t get_element(std::span<const std::uint32_t> port, std::size_t index,
                                        std::uint32_t width);

/// What the ports must be for a specification and so many lanes. Widths are those of one element; `scales` is
/// S, 0 without.
struct TileShape {
    std::size_t m = 1, n = 1, k = 1, scales = 0;
    std::uint32_t aw = 0, bw = 0, cw = 0, dw = 0, sw = 0;

    TileShape(const Spec& spec, std::size_t rows, std::size_t columns);
    [[nodiscard]] std::size_t lanes() const { return m * n; }
};

/// The ports of one tile, packed: operands, and the answer with its unknown bits.
struct TilePorts {
    PortWords a, b, c, scale_a, scale_b, d, d_unknown;

    explicit TilePorts(const TileShape& shape);
    void load(const Tile& tile, const TileShape& shape);
    /// `io` carries these ports from now on; they stay where they are.
    void connect(karat_candidate_cycle& io);
};

/// Throws karat::Error if a candidate built with m x n lanes (0: it does not say) is asked for others.
void require_lanes(std::size_t built_m, std::size_t built_n, std::size_t m, std::size_t n);

/// Throws karat::Error as above, and naming the port whose size does not fit.
void require_ports(const karat_candidate_ports& ports, const TileShape& shape);

}  // namespace karat::tb
