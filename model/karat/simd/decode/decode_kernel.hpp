// SPDX-License-Identifier: Apache-2.0
// Vectorised decoding of operands.
#pragma once
#include <cstddef>
#include <cstdint>

#include "karat/simd/decode/panel.hpp"
#include "karat/simd/simd.hpp"

namespace karat::simd {

/// Decodes four lines of encodings, or fewer (`lines`), into columns [j, j + 4) of a panel. Missing lines
/// become zeros. `codes` has one encoding per 32-bit word: element p of line i is at [i * stride + p], p <
/// count.
using DecodeRows = void (*)(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride,
                            int lines, std::size_t count, const RowPanel& panel, std::size_t j);
using DecodeLanes = void (*)(const FieldLayout& layout, const std::uint32_t* codes, std::size_t stride,
                             int lines, std::size_t count, const LanePanel& panel, std::size_t j);

/// Widens `count` consecutive encodings of 8 or 16 bits to one per 32-bit word.
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
