// SPDX-License-Identifier: Apache-2.0
// A tile packed as on the candidate's ports.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "candidate/karat_candidate.h"
#include "karat/recipe/spec.hpp"
#include "karat_tb/stimulus/tile_source.hpp"

namespace karat::tb {

/// The bits of a port as 32-bit words; element i is at bits [(i+1)W-1 : iW].
using PortWords = std::vector<std::uint32_t>;

/// A port of `elements` elements of `width` bits, all 0. It has spare words at the end, because Verilator
/// stores small ports as whole machine words.
[[nodiscard]] PortWords make_port(std::size_t elements, std::uint32_t width);
void put_element(std::span<std::uint32_t> port, std::size_t index, std::uint32_t width, std::uint64_t value);
[[nodiscard]] std::uint64_t get_element(std::span<const std::uint32_t> port, std::size_t index,
                                        std::uint32_t width);

/// The shape of the ports that a specification with the given lanes needs. Widths are in bits per element.
/// `scales` is S, the scale factors per row or column; 0 if there are none.
struct TileShape {
    std::size_t m = 1, n = 1, k = 1, scales = 0;
    std::size_t k_of_b = 1, groups = 0;  ///< 2k and the groups of a row of A with metadata
    std::uint32_t aw = 0, bw = 0, cw = 0, dw = 0, sw = 0;

    TileShape(const Spec& spec, std::size_t rows, std::size_t columns);
    [[nodiscard]] std::size_t lanes() const { return m * n; }
};

/// The packed ports of one tile: operands, and the answer with its unknown (X or Z) bits.
struct TilePorts {
    PortWords a, b, c, scale_a, scale_b, metadata, d, d_unknown;

    explicit TilePorts(const TileShape& shape);
    void load(const Tile& tile, const TileShape& shape);
    /// Points `io` to these ports. They must outlive it and must not move.
    void connect(karat_candidate_cycle& io);
};

/// Throws karat::Error if the candidate's lanes (0: unknown, fits any number) are not m x n.
void require_lanes(std::size_t built_m, std::size_t built_n, std::size_t m, std::size_t n);

/// Throws karat::Error as above, and if the size of a port does not fit; the message names the port.
void require_ports(const karat_candidate_ports& ports, const TileShape& shape);
/// Throws karat::Error unless the candidate has the status flags of `elements` lanes.
void require_flags(const karat_candidate_ports& ports, std::size_t elements);

}  // namespace karat::tb
