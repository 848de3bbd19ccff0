// SPDX-License-Identifier: Apache-2.0
// The behaviour of a tile module, without SystemC: memory, registers and the start of a batch.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "karat/simd/tile_engine.hpp"
#include "karat_systemc/memory_map.hpp"

namespace karat::systemc {

/// Operands and results of consecutive tiles, packed as in the windows.
struct TileData {
    std::span<const std::byte> a, b, c;
    std::span<const std::byte> scale_a, scale_b;
    std::span<std::byte> d;
    std::span<const std::byte> metadata = {};
};

/// The result of an access. Unless it is ok, nothing was read, written or started.
enum class Access : std::uint8_t {
    ok,
    bad_address,  ///< outside every window, or not a multiple of 4 in the registers
    bad_length,   ///< zero, beyond the end of the window or the registers, or not a multiple of 4 in the
                  ///< registers
    read_only,
};

class TileUnit {
   public:
    /// Throws SpecError for an invalid specification or geometry.
    TileUnit(const Spec& spec, const TileGeometry& geometry);

    /// Reads have no side effects.
    [[nodiscard]] Access read(std::uint64_t address, std::span<std::byte> out) const;
    /// Returns after the computation that the write starts, if any, has finished.
    [[nodiscard]] Access write(std::uint64_t address, std::span<const std::byte> in);

    /// Debug access. Transfers as many bytes as the window has from the address on, and none outside; returns
    /// the number. A poke can write every matrix, including D, but neither the registers nor the
    /// specification's text, so it cannot start anything.
    [[nodiscard]] std::size_t peek(std::uint64_t address, std::span<std::byte> out) const;
    [[nodiscard]] std::size_t poke(std::uint64_t address, std::span<const std::byte> in);

    /// Computes any number of tiles outside the windows. Returns false, and does nothing, unless every matrix
    /// has exactly `tiles` tiles (at least one) and the metadata is allowed.
    [[nodiscard]] bool compute(const TileData& data, std::size_t tiles);

    [[nodiscard]] const DotAdd& dot() const { return engine_.dot(); }
    [[nodiscard]] const MemoryMap& map() const { return map_; }
    /// The number since construction, which a reset does not clear.
    [[nodiscard]] std::uint64_t total_dot_adds() const { return total_dot_adds_; }

   private:
    /// A part of the map. An access must stay within one.
    struct Region {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        bool registers = false;
        bool writable = false;
        bool pokable = false;
    };
    [[nodiscard]] std::optional<Region> region_at(std::uint64_t address) const;
    [[nodiscard]] static Access check(const std::optional<Region>& region, std::uint64_t address,
                                      std::size_t length);
    [[nodiscard]] std::span<std::byte> bytes(Window window, std::size_t tiles);

    [[nodiscard]] std::uint32_t word(std::uint32_t offset) const;
    void set_word(std::uint32_t offset, std::uint32_t value);
    void identify(const TileGeometry& geometry);
    void control(std::uint32_t value);
    void start();
    void fail(ErrorCode code);
    /// Whether the metadata of every tile is allowed (sparse.hpp).
    [[nodiscard]] bool is_allowed(std::span<const std::byte> metadata, std::size_t tiles) const;
    void run_tiles(const TileData& data, std::size_t tiles);

    TileEngine engine_;
    TileWorkspace workspace_;
    std::size_t m_;
    std::size_t n_;
    MemoryMap map_;
    std::vector<std::byte> memory_;  // the whole map, including the registers
    std::uint64_t total_dot_adds_ = 0;
};

}  // namespace karat::systemc
