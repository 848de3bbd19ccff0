// SPDX-License-Identifier: Apache-2.0
// The drawing of a trace, compared character by character: bit columns and labels.
#include "karat/trace/draw.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "karat/evaluate/dot_add.hpp"

namespace karat::test {
namespace {

std::string drawing(const Spec& spec, const std::vector<std::uint64_t>& a,
                    const std::vector<std::uint64_t>& b, std::uint64_t c) {
    Trace trace;
    (void)DotAdd(spec).traced({.a = a, .b = b, .scale_a = {}, .scale_b = {}, .c = c}, trace);
    return draw(trace);
}

/// 1 * 1.5 + 2^-3 * 1.25 - 2^-5 * 1.75 + 2: the third product extends below the grid, so truncation drops its
/// low bits.
TEST(Draw, DroppedBitsStandBehindTheBar) {
    Spec spec;
    spec.k = 3;
    spec.F = {6};
    EXPECT_EQ(drawing(spec, {0x3c00, 0x3000, 0xa800}, {0x3e00, 0x3d00, 0x3f00}, 0x40000000),
              "fused dot-add: e_max = 1, unit 2^-5\n"
              "                                  2^1| dropped\n"
              "  a0*b0       + e = 0               110000|000000000000000\n"
              "  a1*b1       + e = -3                 101|000000000000000000\n"
              "  a2*b2       - e = -5                   1|11000000000000000000\n"
              "  c           + e = 1             1.000000|00000000000000000\n"
              "  sum         +                   1.110100|\n"
              "  = fp32 0x40680000 (3.625)\n");
}

/// If no addend contributes to e_max, there is no grid.
TEST(Draw, ASumOfZerosHasNoGrid) {
    Spec spec;
    spec.k = 3;
    EXPECT_EQ(drawing(spec, {0, 0, 0}, {0, 0, 0}, 0),
              "fused dot-add\n"
              "  (3 addends, all 0)\n"
              "  c           +                   0\n"
              "  sum         +                   0\n"
              "  = fp32 0x00000000 (0)\n");
}

/// 5 + 1 + 2 + 3 + 4 in a tree: the last product stays unpaired until the final addition, and keeps its name.
TEST(Draw, AnUnpairedLeafKeepsItsName) {
    Spec spec;
    spec.algorithm = Algorithm::gps;
    spec.k = 4;
    spec.group = 4;
    spec.c_place = CPlace::leaf_first;
    EXPECT_EQ(drawing(spec, {0x3c00, 0x4000, 0x4200, 0x4400}, {0x3c00, 0x3c00, 0x3c00, 0x3c00}, 0x40a00000),
              "product 0: e_max = 0, unit 2^-20\n"
              "                                  2^0              2^-20| dropped\n"
              "  a0*b0       + e = 0             1.00000000000000000000|\n"
              "  sum         +                   1.00000000000000000000|\n"
              "  = fp32 0x3f800000 (1)\n"
              "pair: e_max = 2, unit 2^-23\n"
              "                                  2^2                   2^-23| dropped\n"
              "  c           + e = 2             1.01000000000000000000000  |\n"
              "  product 0   + e = 0                100000000000000000000000|\n"
              "  sum         +                   1.1000000000000000000000000|\n"
              "  = fp32 0x40c00000 (6)\n"
              "product 1: e_max = 1, unit 2^-19\n"
              "                                  2^1              2^-19| dropped\n"
              "  a1*b1       + e = 1             1.00000000000000000000|\n"
              "  sum         +                   1.00000000000000000000|\n"
              "  = fp32 0x40000000 (2)\n"
              "product 2: e_max = 1, unit 2^-19\n"
              "                                  2^1              2^-19| dropped\n"
              "  a2*b2       + e = 1             1.10000000000000000000|\n"
              "  sum         +                   1.10000000000000000000|\n"
              "  = fp32 0x40400000 (3)\n"
              "pair: e_max = 1, unit 2^-22\n"
              "                                  2^2                  2^-22| dropped\n"
              "  product 1   + e = 1              1.00000000000000000000000|\n"
              "  product 2   + e = 1              1.10000000000000000000000|\n"
              "  sum         +                   10.10000000000000000000000|\n"
              "  = fp32 0x40a00000 (5)\n"
              "pair: e_max = 2, unit 2^-21\n"
              "                                  2^3                  2^-21| dropped\n"
              "  pair        + e = 2              1.10000000000000000000000|\n"
              "  pair        + e = 2              1.01000000000000000000000|\n"
              "  sum         +                   10.11000000000000000000000|\n"
              "  = fp32 0x41300000 (11)\n"
              "product 3: e_max = 2, unit 2^-18\n"
              "                                  2^2              2^-18| dropped\n"
              "  a3*b3       + e = 2             1.00000000000000000000|\n"
              "  sum         +                   1.00000000000000000000|\n"
              "  = fp32 0x40800000 (4)\n"
              "pair: e_max = 3, unit 2^-21\n"
              "                                  2^3                  2^-21| dropped\n"
              "  pair        + e = 3             1.01100000000000000000000 |\n"
              "  product 3   + e = 2               100000000000000000000000|\n"
              "  sum         +                   1.111000000000000000000000|\n"
              "  = fp32 0x41700000 (15)\n");
}

}  // namespace
}  // namespace karat::test
