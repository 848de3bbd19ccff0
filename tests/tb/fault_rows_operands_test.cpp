// SPDX-License-Identifier: Apache-2.0
// Faults of the library, with bits worked out by hand: operands that are read or chosen wrongly, and special
// values.
#include "fault_rows.hpp"

namespace karat::test {
namespace {

const std::vector<FaultCase> kRows{
    // Volta, F = 23, truncated. Unless a comment says otherwise, e_max is 0 and the unit is 2^-23.
    // 2^-15 becomes 2^-16
    kVolta("subnormal_exponent_low[a]", {0x0200}, {0x3c00}, 0, 0x38000000, 0x37800000),
    kVolta("b_significands_swapped", {0x3c00}, {0x3e00, 0x3c00}, 0, 0x3fc00000, 0x3f800000),
    kVolta("infinity_sign", {}, {}, 0x7f800000, 0x7f800000, 0xff800000),
    kVolta("inf_minus_inf", {0x7c00}, {0x3c00}, 0xff800000, 0x7fffffff, 0xff800000),
    kVolta("zero_times_infinity[zero]", {0}, {0x7c00}, 0x3f800000, 0x7fffffff, 0x3f800000),
    Design{"Ada", "QMMA.16816.F32.E4M3.E5M2"}("nan_as_number[a]", {0x7f}, {0x3c}, 0, 0x7fffffff, 0x43f00000),
    Design{"Ada", "QMMA.16816.F32.E4M3.E5M2"}("infinity_as_number[b]", {0x38}, {0x7c}, 0, 0x7f800000,
                                              0x47800000),
    // Scale factors: 2 and 1.
    Design{"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8"}("scale_of_other[b]", {0x38}, {2}, 0, 0x40000000,
                                                             0x40800000, {128}, {127}),
    Design{"x86", "VPDPWSSD"}("least_integer[a]", {0x8000}, {1}, 0, 0xffff8000, 0),
    // b is 2, 0, 1, 0: the index is 2, and 0 without its high bit.
    Design{"Ampere", "HMMA.SP.16816.F32"}("metadata_high_bit", {0x3c00}, {0x4000, 0, 0x3c00}, 0, 0x3f800000,
                                          0x40000000, {}, {}, {0b1110}),
    Design{"Ampere", "HMMA.SP.16816.F32"}("metadata_swapped", {0x3c00}, {0x3c00, 0x4000}, 0, 0x3f800000,
                                          0x40000000, {}, {}, {0b0100}),
    // -0 is read as -2^-15.
    kVolta("minus_zero_hidden_bit[a]", {0x8000}, {0x3c00}, 0, 0, 0xb8000000),
    // A NaN with fraction 1/8 counts as 1.125 * 2^128, which overflows.
    kVolta("nan_if_canonical[c]", {}, {}, 0x7f900000, 0x7fffffff, 0x7f800000),
    kVolta("nan_if_canonical[c]", {}, {}, 0x7fc00000, 0x7fffffff, 0x7fffffff),
    // inf * 1 - inf
    kVolta("nan_sign[c]", {0x7c00}, {0x3c00}, 0xff800000, 0x7fffffff, 0xffffffff),
    kVolta("nan_sign[product]", {0xfc00}, {0x3c00}, 0x7f800000, 0x7fffffff, 0xffffffff),
    // inf * 0 has the NaN of every multiplication.
    kVolta("nan_sign[c]", {0x7c00}, {0}, 0xff800000, 0x7fffffff, 0x7fffffff),
    kVolta("nan_encoding[ffffffff]", {0x7c00}, {0}, 0, 0x7fffffff, 0xffffffff),
    kVolta("nan_encoding[7f800001]", {}, {}, 0x7fc00000, 0x7fffffff, 0x7f800001),
    // -2^16 + 2^17
    kVolta("infinity_sign_of_numbers", {0xfc00}, {0x3c00}, 0x48000000, 0xff800000, 0x7f800000),
};

TEST(FaultRowsOfOperands, HaveTheBitsWorkedOutByHand) {
    for (const FaultCase& row : kRows) expect_bits(row);
}

/// special_early: NaN and infinity reach the result one tile too early. The arithmetic takes those of its own
/// tile for numbers: the infinity of fp16 for 65536.
TEST(BrokenPipeline, SpecialsOfTheNextTile) {
    const Recipe recipe = expand(find_instruction("Volta", "HMMA.884.F32.F32").spec);
    const std::vector<tb::NeighbourFault> faults = tb::neighbour_faults_of(recipe);
    const auto fault = std::find_if(faults.begin(), faults.end(),
                                    [](const tb::NeighbourFault& x) { return x.key == "specials_next"; });
    ASSERT_NE(fault, faults.end());
    const tb::NeighbourModel faulty(recipe, *fault);
    const List one{0x3c00, 0, 0, 0};
    const List infinite{0x7c00, 0, 0, 0};
    const Operands number{one, one, {}, {}, 0};
    const Operands special{infinite, one, {}, {}, 0};
    EXPECT_EQ(faulty(number, {number, special}), 0x7f800000U);
    EXPECT_EQ(faulty(special, {special, number}), 0x47800000U);
    EXPECT_EQ(faulty(number, {special, number}), 0x3f800000U);
}

}  // namespace
}  // namespace karat::test
