// SPDX-License-Identifier: Apache-2.0
// The memory map of a tile module: 32-bit registers, then one window for each matrix. docs/systemc.md is its
// contract.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "karat/evaluate/dot_add.hpp"

namespace karat::systemc {

/// Shape of a tile (m x n dot-adds) and how many the windows hold: `batch` instructions of `blocks` tiles.
/// All 1..65536.
struct TileGeometry {
    int m = 16;
    int n = 8;
    int batch = 1;
    int blocks = 1;
};

/// Byte offsets of the registers. What lies between them reads as 0. `tiles` stands before `control`, so that
/// one burst may set both.
namespace reg {
inline constexpr std::uint32_t magic = 0x00;
inline constexpr std::uint32_t version = 0x04;
inline constexpr std::uint32_t algorithm = 0x08;  ///< index of the specification's Algorithm
inline constexpr std::uint32_t m = 0x0C;
inline constexpr std::uint32_t n = 0x10;
inline constexpr std::uint32_t k = 0x14;
inline constexpr std::uint32_t scale_count = 0x18;  ///< of a row of A, and of a column of B; 0 without scales
inline constexpr std::uint32_t capacity = 0x1C;     ///< tiles that the windows hold
inline constexpr std::uint32_t blocks = 0x20;       ///< tiles of one instruction
inline constexpr std::uint32_t tiles = 0x80;        ///< read-write: tiles that a start processes
inline constexpr std::uint32_t control = 0x84;      ///< write; reads as 0
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

// bits of control
inline constexpr std::uint32_t kStart = 1;
inline constexpr std::uint32_t kReset = 2;
// bits of status
inline constexpr std::uint32_t kDone = 1;
inline constexpr std::uint32_t kError = 2;

enum class ErrorCode : std::uint32_t {
    none,
    bad_tile_count,        ///< start with tiles of 0 or above capacity
    reserved_control_bit,  ///< control written with a bit that means nothing; nothing was done
};

enum class Window : std::uint8_t { a, b, c, scale_a, scale_b, d, spec };
inline constexpr std::size_t kWindows = 7;

/// Eight words that describe a window, as they stand in the registers. `size` 0: there is none. Line i of
/// tile t begins at bit `8 * (offset + t * tile_bytes) + i * line_elements * element_bits`.
struct WindowInfo {
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    std::uint32_t tile_bytes = 0;
    std::uint32_t format = kNoFormat;  ///< index of the Format; spec: kNoFormat, it is text
    std::uint32_t element_bits = 0;
    std::uint32_t lines = 0;  ///< of a tile: rows, or columns if column_major
    std::uint32_t line_elements = 0;
    std::uint32_t column_major = 0;

    [[nodiscard]] bool holds(std::uint64_t address) const {
        return address >= offset && address - offset < size;
    }
};
static_assert(sizeof(WindowInfo) == 32);

struct MemoryMap {
    std::array<WindowInfo, kWindows> windows;
    std::uint32_t end = 0;  ///< first address behind the map

    [[nodiscard]] const WindowInfo& operator[](Window window) const {
        return windows[static_cast<std::size_t>(window)];
    }
};

/// Places the windows; `spec_text` fills the last. Throws SpecError for a geometry out of range, or a map of
/// 4 GiB and more.
[[nodiscard]] MemoryMap lay_out(const DotAdd& dot, const TileGeometry& geometry, std::string_view spec_text);

}  // namespace karat::systemc
