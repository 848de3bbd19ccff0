// SPDX-License-Identifier: Apache-2.0
// Decoding of operands, several elements at a time.
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/decode/panel.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Four lines (or fewer: `lines`) of encodings, one a 32-bit word, become columns [j, j + 4) of a panel;
/// lines that are missing become zeros. `codes`: element p of line i at [i * stride + p], p < count.
using DecodeRows = void (*)(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride,
                            int lines, std::size_t count, const RowPanel& panel, std::size_t j);
using DecodeLanes = void (*)(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride,
                             int lines, std::size_t count, const LanePanel& panel, std::size_t j);

/// `count` encodings of 8 or 16 bits, one after the other, to one a 32-bit word.
using Widen = void (*)(const std::byte* from, std::size_t count, std::uint32_t* out);

struct DecodeKernel {
    DecodeRows rows = nullptr;
    DecodeLanes lanes = nullptr;
    Widen widen8 = nullptr;
    Widen widen16 = nullptr;
};

/// Precondition: `simd` is one of usable_simd().
[[nodiscard]] DecodeKernel decode_kernel(Simd simd);

}  // namespace karat::simd
