// SPDX-License-Identifier: Apache-2.0
// The memory map of a tile module: 32-bit registers, then one window for each matrix.
// docs/reference/systemc.md specifies it.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "karat/evaluate/dot_add.hpp"

namespace karat::systemc {

/// The shape of a tile (m x n dot-adds) and the number of tiles that the windows hold: `batch` instructions
/// of `blocks` tiles. Each value is 1..65536.
struct TileGeometry {
    int m = 16;
    int n = 8;
    int batch = 1;
    int blocks = 1;
};

/// Byte offsets of the registers. The gaps between them read as 0. `tiles` precedes `control`, so that one
/// burst can set both.
namespace reg {
inline constexpr std::uint32_t magic = 0x00;
inline constexpr std::uint32_t version = 0x04;
inline constexpr std::uint32_t algorithm = 0x08;  ///< index of the specification's Algorithm
inline constexpr std::uint32_t m = 0x0C;
inline constexpr std::uint32_t n = 0x10;
inline constexpr std::uint32_t k = 0x14;
inline constexpr std::uint32_t scale_count = 0x18;     ///< per row of A and column of B; 0 without scales
inline constexpr std::uint32_t capacity = 0x1C;        ///< number of tiles that the windows hold
inline constexpr std::uint32_t blocks = 0x20;          ///< tiles of one instruction
inline constexpr std::uint32_t metadata_count = 0x24;  ///< per row of A; 0 without metadata
inline constexpr std::uint32_t tiles = 0x80;           ///< read-write: number of tiles that a start computes
inline constexpr std::uint32_t control = 0x84;         ///< write-only; reads as 0
inline constexpr std::uint32_t status = 0x88;
inline constexpr std::uint32_t error = 0x8C;          ///< an ErrorCode
inline constexpr std::uint32_t dot_adds_low = 0x90;   ///< dot-adds since construction or the last reset
inline constexpr std::uint32_t dot_adds_high = 0x94;  ///< upper half
inline constexpr std::uint32_t windows = 0x100;       ///< a WindowInfo for each Window
}  // namespace reg

inline constexpr std::uint32_t kMagic = 0x6172616B;  ///< the bytes "kara"
inline constexpr std::uint32_t kMapVersion = 1;
inline constexpr std::uint32_t kRegisterBytes = 0x200;
inline constexpr std::uint32_t kFirstWindow = 0x1000;
inline constexpr std::uint32_t kWindowAlignment = 0x100;
inline constexpr std::uint32_t kNoFormat = 0xFFFFFFFF;

// bits of `control`
inline constexpr std::uint32_t kStart = 1;
inline constexpr std::uint32_t kReset = 2;
// bits of `status`
inline constexpr std::uint32_t kDone = 1;
inline constexpr std::uint32_t kError = 2;

enum class ErrorCode : std::uint32_t {
    none,
    bad_tile_count,        ///< start while `tiles` is 0 or above `capacity`
    reserved_control_bit,  ///< a reserved bit was written to `control`; nothing was done
    bad_metadata,          ///< start while an element of metadata is not allowed
};

enum class Window : std::uint8_t { a, b, c, scale_a, scale_b, d, spec, metadata };
inline constexpr std::size_t kWindows = 8;

/// Eight words that describe a window, as in the registers. `size` is 0 if the window does not exist. Line i
/// of tile t starts at bit `8 * (offset + t * tile_bytes) + i * line_elements * element_bits`.
struct WindowInfo {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::uint32_t tile_bytes = 0;
    std::uint32_t format = kNoFormat;  ///< index of the Format; kNoFormat for the text of `spec`
    std::uint32_t element_bits = 0;
    std::uint32_t lines = 0;  ///< lines of a tile: rows, or columns if column_major
    std::uint32_t line_elements = 0;
    std::uint32_t column_major = 0;

    [[nodiscard]] bool holds(std::uint64_t address) const {
        return address >= offset && address - offset < size;
    }
};
static_assert(sizeof(WindowInfo) == 32);

struct MemoryMap {
    std::array<WindowInfo, kWindows> windows;
    std::uint32_t end = 0;  ///< first address after the map

    [[nodiscard]] const WindowInfo& operator[](Window window) const {
        return windows[static_cast<std::size_t>(window)];
    }
};

/// Places the windows; `spec_text` fills that of the specification. Throws SpecError for a geometry out of
/// range or a map of 4 GiB or more.
[[nodiscard]] MemoryMap lay_out(const DotAdd& dot, const TileGeometry& geometry, std::string_view spec_text);

}  // namespace karat::systemc
