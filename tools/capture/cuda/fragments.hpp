// SPDX-License-Identifier: Apache-2.0
// Where the PTX ISA puts the elements of A, B, C, D, metadata and scale factors of a warp-level mma.
//
// Rows of A and columns of B are packed along k into 32-bit words (64-bit words for f64), lowest k in the
// lowest bits. With g = lane / 4 and t = lane % 4, the formulas of PTX ISA 9.2, sections 9.7.14.5.1 to
// 9.7.14.5.13 and 9.7.14.6.2, become, for every type and every shape but m8n8k4.f16:
//
//   register r of A: word t + 4 * (r / 2) of row g + 8 * (r % 2) if m = 16; word t + 4 * r of row g if m = 8
//   register r of B: word t + 4 * r of column g
//   element i of C, D: row g + 8 * (i / 2), column 2 * t + i % 2
//
// The words of A of a sparse mma count stored elements. tests/probe/capture_fragments_test.cpp compares this
// with the formulas as printed, element by element.
#pragma once
#include <cstdint>

#ifdef __CUDACC__
#define CAPTURE_BOTH __host__ __device__
#else
#define CAPTURE_BOTH
#endif

namespace capture {

struct Place {
    unsigned line;  ///< row of A, C or D; column of B
    unsigned word;  ///< packed word of A or B; column of C or D
};

CAPTURE_BOTH constexpr Place place_of_a(unsigned lane, unsigned r, bool m16) {
    return m16 ? Place{lane / 4 + 8 * (r % 2), lane % 4 + 4 * (r / 2)} : Place{lane / 4, lane % 4 + 4 * r};
}

CAPTURE_BOTH constexpr Place place_of_b(unsigned lane, unsigned r) { return {lane / 4, lane % 4 + 4 * r}; }

/// Element i of C or D. An fp16 register holds elements 2r (low half) and 2r + 1.
CAPTURE_BOTH constexpr Place place_of_c(unsigned lane, unsigned i) {
    return {lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2};
}

// m8n8k4.f16 computes four products, one for each of the lane groups {0-3, 16-19}, {4-7, 20-23}, ... A lane
// holds a row of A (register r: elements 2r, 2r + 1) and a column of B of the same number.

CAPTURE_BOTH constexpr unsigned quad_of(unsigned lane) { return lane % 16 / 4; }
CAPTURE_BOTH constexpr unsigned quad_line(unsigned lane) { return lane % 4 + (lane < 16 ? 0 : 4); }

CAPTURE_BOTH constexpr Place quad_place_of_c16(unsigned lane, unsigned i) { return {quad_line(lane), i}; }
CAPTURE_BOTH constexpr Place quad_place_of_c32(unsigned lane, unsigned i) {
    return {(lane & 1) + (i & 2) + (lane < 16 ? 0 : 4), (i & 4) + (lane & 2) + (i & 1)};
}

/// How the lanes of a group of four share the metadata of rows g and g + 8.
enum class MetadataLayout {
    one_lane,   ///< m16n8k16 16-bit, m16n8k8 tf32: lane f: row g in bits 15..0, row g + 8 in bits 31..16
    lane_pair,  ///< m16n8k32 16-bit, m16n8k16 tf32: lanes 2f, 2f + 1: lower, upper half of k, rows as above
    row_pair,   ///< m16n8k32 8-bit: lane 2f: row g, lane 2f + 1: row g + 8, all of k
    all_lanes,  ///< m16n8k64 8-bit: lanes 0, 1: rows g, g + 8, lower half of k; lanes 2, 3: upper half
};

/// Selectors f that a layout allows: 0 .. result - 1.
CAPTURE_BOTH constexpr unsigned selectors(MetadataLayout layout) {
    return layout == MetadataLayout::one_lane ? 4 : layout == MetadataLayout::all_lanes ? 1 : 2;
}

/// The metadata register of a lane. `low` and `high` are the metadata of rows g and g + 8, the digit of group
/// 0 in the lowest bits. Lanes that selector f does not name get `other`.
CAPTURE_BOTH constexpr std::uint32_t metadata_register(MetadataLayout layout, unsigned lane, unsigned f,
                                                       std::uint64_t low, std::uint64_t high,
                                                       std::uint32_t other) {
    const unsigned t = lane % 4;
    switch (layout) {
        case MetadataLayout::one_lane:
            return t != f ? other : static_cast<std::uint32_t>((low & 0xffff) | (high & 0xffff) << 16);
        case MetadataLayout::lane_pair: {
            const unsigned shift = 16 * (t % 2);
            if (t / 2 != f) return other;
            return static_cast<std::uint32_t>((low >> shift & 0xffff) | (high >> shift & 0xffff) << 16);
        }
        case MetadataLayout::row_pair:
            return t / 2 != f ? other : static_cast<std::uint32_t>(t % 2 == 0 ? low : high);
        case MetadataLayout::all_lanes:
            return static_cast<std::uint32_t>((t % 2 == 0 ? low : high) >> 32 * (t / 2));
    }
    return other;
}

// Warpgroup matrices in shared memory, k-major, without swizzling: blocks of 8 lines by 16 bytes, one after
// another. A line (row of A, column of B) has 32 bytes of k. PTX ISA 9.2, 9.7.15.5.1 and 9.7.16.4.1.

constexpr unsigned kBlockBytes = 128;  ///< 8 lines of 16 bytes: the offset to the next 16 bytes of k
constexpr unsigned kLinesBytes = 2 * kBlockBytes;  ///< the offset to the next 8 lines

CAPTURE_BOTH constexpr unsigned shared_offset(unsigned line, unsigned byte) {
    return line / 8 * kLinesBytes + byte / 16 * kBlockBytes + line % 8 * 16 + byte % 16;
}

/// A matrix descriptor: address, leading offset (along k) and stride offset (along the lines) in 16 bytes.
CAPTURE_BOTH constexpr std::uint64_t shared_descriptor(std::uint32_t address) {
    return (address & 0x3ffff) >> 4 | std::uint64_t{kBlockBytes >> 4} << 16 |
           std::uint64_t{kLinesBytes >> 4} << 32;
}

/// The descriptor of tcgen05 has a constant 1 in bits 46 to 48.
CAPTURE_BOTH constexpr std::uint64_t tcgen05_descriptor(std::uint32_t address) {
    return shared_descriptor(address) | std::uint64_t{1} << 46;
}

}  // namespace capture
