// SPDX-License-Identifier: Apache-2.0
// Where the ISA guides put the elements of A, B, C and D of AMD's matrix instructions. All shapes are square.
#pragma once
#include <cstdint>

#ifdef __HIP__
#define CAPTURE_HIP_BOTH __host__ __device__
#else
#define CAPTURE_HIP_BOTH
#endif

namespace capture {

enum class Wave {
    cdna,   ///< MFMA and SMFMAC, 64 lanes: "AMD Instinct MI300" ISA, 7.1.4
    rdna3,  ///< WMMA, 32 lanes: RDNA3 ISA, 7.9
    rdna4,  ///< WMMA and SWMMAC, 32 lanes: RDNA4 ISA, 7.12
    dot,    ///< V_DOT2: a dot-add in each of 32 lanes
};

struct WaveShape {
    Wave wave;
    unsigned m;             ///< rows and columns
    unsigned blocks;        ///< independent products, CDNA only
    unsigned element_bits;  ///< of C and D

    [[nodiscard]] CAPTURE_HIP_BOTH constexpr unsigned lanes() const { return wave == Wave::cdna ? 64 : 32; }
    /// Lanes that share a row of A: each holds k / groups() of it, in ascending order.
    [[nodiscard]] CAPTURE_HIP_BOTH constexpr unsigned groups() const {
        return wave == Wave::cdna ? 64 / (m * blocks) : wave == Wave::rdna4 ? 2 : 1;
    }
    /// Dot-adds on the diagonals.
    [[nodiscard]] CAPTURE_HIP_BOTH constexpr unsigned requests() const {
        return wave == Wave::dot ? 32 : m * blocks;
    }
};

struct WavePlace {
    unsigned line;  ///< row of A, column of B
    unsigned block;
    unsigned group;  ///< which part of k
};

/// MFMA: lane = i + M * (block + blocks * group). RDNA3: lanes 16 to 31 repeat lanes 0 to 15.
CAPTURE_HIP_BOTH constexpr WavePlace place_of_operand(WaveShape s, unsigned lane) {
    if (s.wave == Wave::dot) return {lane, 0, 0};
    if (s.wave == Wave::cdna) return {lane % s.m, lane / s.m % s.blocks, lane / (s.m * s.blocks)};
    return {lane % 16, 0, s.wave == Wave::rdna4 ? lane / 16 : 0};
}

struct ResultPlace {
    unsigned row, column, block;
    unsigned element;  ///< of the lane's registers, in units of the result's format
};

/// Elements of D that a lane holds.
CAPTURE_HIP_BOTH constexpr unsigned results_of_lane(WaveShape s) {
    return s.wave == Wave::dot ? 1 : s.m * s.m * s.blocks / s.lanes();
}

/// Element `item` of D in a lane. MFMA, for H = 4 (1 for fp64), B_I = blocks side by side in the lanes,
/// M_I = lanes / (B_I * N), G = M / (H * M_I):
///   item = i % H + H * (i / (H * M_I) + G * (block / B_I)),  lane = j + N * (i / H % M_I + M_I * (block %
///   B_I))
CAPTURE_HIP_BOTH constexpr ResultPlace place_of_result(WaveShape s, unsigned lane, unsigned item) {
    if (s.wave == Wave::dot) return {lane, lane, 0, 0};
    if (s.wave == Wave::rdna3) {
        // Results of 16 bits lie in the low halves of the registers.
        return {2 * item + lane / 16, lane % 16, 0, s.element_bits == 16 ? 2 * item : item};
    }
    if (s.wave == Wave::rdna4) return {item + 8 * (lane / 16), lane % 16, 0, item};
    const unsigned h = s.element_bits == 64 ? 1 : 4;
    const unsigned per_block = s.m * s.m / h;
    const unsigned side = per_block >= 64 ? 1 : 64 / per_block;
    const unsigned m_i = 64 / side / s.m, g = s.m / (h * m_i);
    const unsigned quotient = lane / s.m;
    return {item % h + h * (quotient % m_i) + h * m_i * (item / h % g), lane % s.m,
            quotient / m_i + side * (item / (h * g)), item};
}

}  // namespace capture
