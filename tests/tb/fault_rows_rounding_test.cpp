// SPDX-License-Identifier: Apache-2.0
// Faults of the library, with bits worked out by hand: normalisation, rounding and encoding.
#include "fault_rows.hpp"

namespace karat::test {
namespace {

const std::vector<FaultCase> kRows{
    // The magnitude has 28 bits. 1 - 0.953125 = 1.5 * 2^-5 becomes 2^-6: the leading one is shifted out.
    kVolta("lzc_one_position[bit=18]", {0x3c00}, {0x3c00}, 0xbf740000, 0x3d400000, 0x3c800000),
    // 2^-20
    kVoltaHalf("subnormal_shifted[left]", {0x1400}, {0x1400}, 0, 0x0010, 0x0020),
    kVoltaHalf("subnormal_shifted[right]", {0x1400}, {0x1400}, 0, 0x0010, 0x0008),
    // -inf * -1
    kVolta("infinite_product_sign[a]", {0xfc00}, {0xbc00}, 0, 0x7f800000, 0xff800000),
    kVolta("infinite_product_sign[b]", {0xfc00}, {0x3c00}, 0, 0xff800000, 0x7f800000),
    // fp16 results, to nearest. 1 + 2^-11 + 2^-20 counts as a tie.
    kVoltaHalf("sticky_lost", {0x3c00, 0x2800, 0x1400}, {0x3c00, 0x2400, 0x1400}, 0, 0x3c01, 0x3c00),
    kVoltaHalf("sticky_short[bits=8]", {0x3c00, 0x2800, 0x1400}, {0x3c00, 0x2400, 0x1400}, 0, 0x3c01, 0x3c00),
    // 2^-19 is the eighth bit below the guard bit.
    kVoltaHalf("sticky_short[bits=8]", {0x3c00, 0x2800, 0x1800}, {0x3c00, 0x2400, 0x1400}, 0, 0x3c01, 0x3c01),
    // 2 - 2^-11 rounds up to 2.
    kVoltaHalf("rounding_carry", {0x4000, 0xa800}, {0x3c00, 0x2400}, 0, 0x4000, 0x3c00),
    // 1.5 * 2^16
    kVoltaHalf("overflow_late", {0x5c00}, {0x5e00}, 0, 0x7c00, 0x7e00),
    Design{"Ampere", "HMMA.1684.F32.TF32"}("subnormal_field", {}, {}, 0x00400000, 0x00400000, 0x00c00000),
    Design{"x86", "VPDPBUSDS"}("saturate_compare", {1}, {1}, 0x7fffffff, 0x7fffffff, 0x80000000),
    // 1 - 0.5 in units of 2^-23 is 0x400000, and the exponent stays 0.
    kVolta("sum_not_normalised[left]", {0x3c00}, {0x3c00}, 0xbf000000, 0x3f000000, 0x3fc00000),
    kVolta("sum_not_normalised[left,normal]", {0x3c00}, {0x3c00}, 0xbf000000, 0x3f000000, 0x3fc00000),
    // 2^-14 - 2^-15 is subnormal.
    kVoltaHalf("sum_not_normalised[left]", {0x0400}, {0x3c00}, 0x8200, 0x0200, 0x0600),
    kVoltaHalf("sum_not_normalised[left,normal]", {0x0400}, {0x3c00}, 0x8200, 0x0200, 0x0200),
    // 1 + 1: the bit above 2^0 is lost, and that at 2^0 is taken for the leading one.
    kVolta("sum_not_normalised[right]", {0x3c00}, {0x3c00}, 0x3f800000, 0x40000000, 0x3f800000),
    // 1 - 0.875 = 2^-3, with the exponent -2
    kVolta("normalisation_limit[places=2]", {0x3c00}, {0x3c00}, 0xbf600000, 0x3e000000, 0x3ec00000),
    // 2.25 + 2.25 has a bit above the two of each product.
    kVolta("carry_out_lost", {0x3e00, 0x3e00}, {0x3e00, 0x3e00}, 0, 0x40900000, 0x3f000000),
    // 1 + 1 + 2^-10 + 2^-23 becomes a tie.
    kVoltaHalf("carry_bit_lost", {0x3c00, 0x1400, 0x1400}, {0x3c00, 0x3c00, 0x0800}, 0x3c00, 0x4001, 0x4000),
    // 1 - 2 in units of 2^-22: 2^28 - 2^22 of them are 63.
    kVolta("sum_not_negated[bits=28]", {0x3c00}, {0x3c00}, 0xc0000000, 0xbf800000, 0xc27c0000),
    // 1 - 1.5
    kDouble("sign_of_one[other,equal]", {0x3ff0000000000000}, {0x3ff0000000000000}, 0xbff8000000000000,
            0xbfe0000000000000, 0x3fe0000000000000),
    // 1.5 - 1
    kDouble("sign_of_one[c,equal]", {0xbff0000000000000}, {0x3ff8000000000000}, 0x3ff0000000000000,
            0xbfe0000000000000, 0x3fe0000000000000),
    // 1 - 2
    kDouble("sign_of_one[other]", {0x3ff0000000000000}, {0x3ff0000000000000}, 0xc000000000000000,
            0xbff0000000000000, 0x3ff0000000000000),
    // 1.5 * 2^-16: the biased exponent is -1.
    kVoltaHalf("underflow_wraps", {0x0180}, {0x3c00}, 0, 0x0180, 0x7e00),
    // 1.5 * 2^17: the biased exponent is 32.
    kVoltaHalf("overflow_wraps", {0x6000}, {0x5e00}, 0, 0x7c00, 0x0200),
    // 2^-1022 - 2^-1023 is subnormal. Then three steps add zero; so do all four to a subnormal c.
    kDouble("subnormal_flushed", {0xbfe0000000000000}, {0x0010000000000000}, 0x0010000000000000,
            0x0008000000000000, 0),
    kDouble("subnormal_flushed", {}, {}, 0x0008000000000000, 0x0008000000000000, 0x0008000000000000),
    // 1.5 * 2^-24 is a tie.
    kVoltaHalf("subnormal_truncated", {0x0e00}, {0x0c00}, 0, 0x0002, 0x0001),
    kVolta("zero_times_infinity[infinity,a]", {0}, {0x7c00}, 0, 0x7fffffff, 0x7f800000),
    kVolta("zero_times_infinity[infinity,a]", {0x7c00}, {0}, 0, 0x7fffffff, 0x7fffffff),
    kVolta("zero_times_infinity[zero,b]", {0x7c00}, {0}, 0, 0x7fffffff, 0),
    // A NaN is the number that its encoding would be.
    kVolta("product_nan_ignored[k=0]", {0x7e00}, {0}, 0, 0x7fffffff, 0),
    kVolta("product_nan_ignored[k=0]", {0, 0x7e00}, {0, 0}, 0, 0x7fffffff, 0x7fffffff),
    kVolta("product_nan_ignored[k=0]", {0x7c00}, {0}, 0, 0x7fffffff, 0x7f800000),
    // The largest number of fp16, doubled.
    kVoltaHalf("overflow_saturates[negative]", {0xfbff}, {0x4000}, 0, 0xfc00, 0xfbff),
    kVoltaHalf("overflow_saturates[negative]", {0x7bff}, {0x4000}, 0, 0x7c00, 0x7c00),
    // 1 is bit 23: 0.1 with exponent 1, or the fraction of a subnormal number.
    kVolta("lzc_one_fewer[bit=23]", {}, {}, 0x3f800000, 0x3f800000, 0x40400000),
    kVolta("lzc_one_fewer[bit=23,subnormal]", {}, {}, 0x3f800000, 0x3f800000, 0x00400000),
    kVolta("lzc_one_fewer[bit=23]", {0x3c00}, {0x3c00}, 0x3f800000, 0x40000000, 0x40000000),
};

TEST(FaultRowsOfRounding, HaveTheBitsWorkedOutByHand) {
    for (const FaultCase& row : kRows) expect_bits(row);
}

}  // namespace
}  // namespace karat::test
