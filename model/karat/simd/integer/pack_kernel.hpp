// SPDX-License-Identifier: Apache-2.0
// The vector part of packing integer operands into panels: words of two int16, for two consecutive k.
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Lines that are packed together. Widths of panels are multiples of it.
inline constexpr std::size_t kPackLines = 4;
/// Words that are packed together. Panels and lines have storage for a multiple of it.
inline constexpr std::size_t kPackWords = 4;

struct PackKernel {
    /// Reads integers of 8 or 4 bits that start at a byte. `sign`: 2^(bits - 1), or 0 if they are unsigned.
    /// `count` is even for 4 bits.
    void (*widen8)(const std::byte* from, std::size_t count, std::int16_t sign, std::int16_t* out) = nullptr;
    void (*widen4)(const std::byte* from, std::size_t count, std::int16_t sign, std::int16_t* out) = nullptr;
    /// Packs kPackLines lines, line i of which starts at lines[i * stride]: word p of line i goes to out[p *
    /// width + i]. `words` is rounded up to a multiple of kPackWords.
    void (*transpose)(const std::int16_t* lines, std::size_t stride, std::size_t words, std::int32_t* out,
                      std::size_t width) = nullptr;
    /// Packs one word of `count` lines, rounded up to a multiple of kPackLines: the halves of line i are
    /// first[i] and second[i]. `panel`: the distance between panels of `width` lines.
    void (*zip)(const std::int16_t* first, const std::int16_t* second, std::size_t count, std::int32_t* out,
                std::size_t width, std::size_t panel) = nullptr;
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] PackKernel pack_kernel(Simd simd);

}  // namespace karat::simd
