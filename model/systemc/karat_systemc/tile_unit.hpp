// SPDX-License-Identifier: Apache-2.0
// What a tile module does, without SystemC: memory, registers and the start of a batch.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "karat/simd/tile_engine.hpp"
#include "karat_systemc/memory_map.hpp"

namespace karat::systemc {

/// Operands and results of tiles that follow each other, packed as in the windows.
struct TileData {
    std::span<const std::byte> a, b, c;
    std::span<const std::byte> scale_a, scale_b;
    std::span<std::byte> d;
};

/// How an access ended. Unless ok, nothing was read, written or started.
enum class Access : std::uint8_t {
    ok,
    bad_address,  ///< outside every window, or not a multiple of 4 in the registers
    bad_length,   ///< nothing, beyond the end of the window or the registers, or not a multiple of 4 in the
                  ///< registers
    read_only,
};

class TileUnit {
   public:
    /// Throws SpecError for an impossible specification or geometry.
    TileUnit(const Spec& spec, const TileGeometry& geometry);

    /// Reads have no side effect.
    [[nodiscard]] Access read(std::uint64_t address, std::span<std::byte> out) const;
    /// A start is complete when this returns.
    [[nodiscard]] Access write(std::uint64_t address, std::span<const std::byte> in);

    /// Debug access: as many bytes as the window has from there on, 0 outside; returns how many. A poke
    /// reaches every matrix, D too, but neither the registers nor the specification's text, so that it starts
    /// nothing.
    [[nodiscard]] std::size_t peek(std::uint64_t address, std::span<std::byte> out) const;
    [[nodiscard]] std::size_t poke(std::uint64_t address, std::span<const std::byte> in);

    /// Computes tiles outside the windows; any number of them. False, and nothing done, unless every matrix
    /// has exactly `tiles` tiles (at least one).
    [[nodiscard]] bool compute(const TileData& data, std::size_t tiles);

    [[nodiscard]] const DotAdd& dot() const { return engine_.dot(); }
    [[nodiscard]] const MemoryMap& map() const { return map_; }
    /// Since construction, whatever resets there were.
    [[nodiscard]] std::uint64_t total_dot_adds() const { return total_dot_adds_; }

   private:
    /// A piece of the map that an access must stay inside of.
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
    void run_tiles(const TileData& data, std::size_t tiles);

    TileEngine engine_;
    TileWorkspace workspace_;
    std::size_t m_;
    std::size_t n_;
    MemoryMap map_;
    std::vector<std::byte> memory_;  // the whole map, the registers too
    std::uint64_t total_dot_adds_ = 0;
};

}  // namespace karat::systemc
