// SPDX-License-Identifier: Apache-2.0
// Faults of the library, with bits worked out by hand: products, e_max, alignment and sums.
#include "fault_rows.hpp"

namespace karat::test {
namespace {

const std::vector<FaultCase> kRows{
    kVolta("rare_product", {0x3bff}, {0x3bff}, 0, 0x3f7fc004, 0x3f7ffffc),
    // 2.25 - 1 + 2^-23. With e_max = 1 the unit is 2^-22, and c is lost.
    kVolta("product_normalised", {0x3e00, 0xbc00}, {0x3e00, 0x3c00}, 0x34000000, 0x3fa00001, 0x3fa00000),
    kVolta("product_sign[a,k=2]", {0, 0, 0xbc00}, {0, 0, 0x3c00}, 0, 0xbf800000, 0x3f800000),
    kVolta("product_dropped[k=3]", {0, 0, 0, 0x3c00}, {0, 0, 0, 0x3c00}, 0x40000000, 0x40400000, 0x40000000),
    // 1 + 4: c lies above e_max, and its shift amount wraps.
    kVolta("c_not_in_max", {0x3c00}, {0x3c00}, 0x40800000, 0x40a00000, 0x3f800000),
    // Without products e_max has its least value, -126. A subnormal c lies on it.
    kVolta("c_not_in_max", {}, {}, 0x003096fc, 0x003096fc, 0x003096fc),
    // 1 + 2: the biased exponents are 126 and 127. The last comparator takes the product.
    kVolta("max_last_bit[even,second]", {0x3c00}, {0x3c00}, 0x40000000, 0x40400000, 0x3f800000),
    // 1 + 2.25 * 2^-24: the product is shifted by 24 and would keep its leading bit.
    kVolta("shift_saturates", {0x0e00}, {0x0e00}, 0x3f800000, 0x3f800001, 0x3f800000),
    kVolta("shift_saturates", {0x3c00}, {0x3c00}, 0x34000000, 0x3f800001, 0x3f800000),
    // 1 + 2^-22: c stays at 2^-20.
    kVolta("shift_limited[places=20]", {0x3c00}, {0x3c00}, 0x34800000, 0x3f800002, 0x3f800008),
    kVolta("shift_limited[places=20]", {0x3c00}, {0x3c00}, 0x35800000, 0x3f800008, 0x3f800008),
    // 2 - 1: e_max = 1, and the negative addend is one unit of 2^-22 too low.
    kVolta("ones_complement", {0xbc00}, {0x3c00}, 0x40000000, 0x3f800000, 0x3f7ffffc),
    // A product of -0 is one unit of the least grid, 2^-149, too low.
    kVolta("ones_complement", {0x8000}, {0x3c00}, 0, 0, 0x80000001),
    // 2^-12 + 2^-12 + 1: bit 11 twice.
    kVolta("carry_cut_tree[bit=12]", {0x2400, 0x2400}, {0x2400, 0x2400}, 0x3f800000, 0x3f801000, 0x3f800000),
    // 3 * 2^-14 + 2^-14 + 2^-12 + 1: each level of the tree moves a carry by one bit, the last adder to
    // bit 12.
    kVolta("carry_cut_last[bit=12]", {0x2400, 0, 0, 0x2000}, {0x2200, 0, 0, 0x2000}, 0x3f800800, 0x3f801000,
           0x3f800000),
    kVolta("carry_cut_tree[bit=12]", {0x2400, 0, 0, 0x2000}, {0x2200, 0, 0, 0x2000}, 0x3f800800, 0x3f801000,
           0x3f801000),
    // Four times 1.999^2, and 1: 142475296 units, of which 28 bits in two's complement are -125960160.
    kVolta("sum_wraps[bits=28]", {0x3fff, 0x3fff, 0x3fff, 0x3fff}, {0x3fff, 0x3fff, 0x3fff, 0x3fff},
           0x3f800000, 0x4187e002, 0xc1703ffc),
    kVolta("zero_sum_sign", {}, {}, 0x80000000, 0, 0x80000000),
    // 4 - 4: e_max = 2. Without addends no exponent is there.
    kVolta("zero_keeps_exponent", {0x4000}, {0x4000}, 0xc0800000, 0, 0x40800000),
    kVolta("zero_keeps_exponent", {}, {}, 0, 0, 0),
    // 2^128 - 2^127
    Design{"CDNA3", "v_mfma_f32_32x32x8_bf16"}("product_overflow_late", {0x5f80}, {0x5f80}, 0xff000000,
                                               0x7f800000, 0x7f000000),
    // Scale factors: 2^-127, and NaN, which counts as 2^128.
    Design{"RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8"}("scale_nan", {0x38}, {2}, 0, 0x7fffffff,
                                                             0x40000000, {0}, {255}),
    Design{"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"}("scale_fraction[b]", {2}, {2}, 0,
                                                                   0x3fc00000, 0x3f800000, {0x38}, {0x3c}),
    // 4 * 4 has exponent 4. Without the top bit it is placed as 1.
    Design{"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"}("place_top_exponent[sum=result.sum[0].of]",
                                                                   {6}, {6}, 0, 0x41800000, 0x3f800000),
    // 321 * 28059810762433 = 2^53 + 1, a tie. 2^-60 lies below the window of 107 bits.
    kDouble("window_without_sticky[bits=107]", {0x4074100000000000},
            {std::bit_cast<std::uint64_t>(28059810762433.0)}, 0x3c30000000000000, 0x4340000000000001,
            0x4340000000000000),
    // The smallest subnormal becomes the smallest normal number.
    kDouble("normalised_without_exponent[c]", {}, {}, 1, 1, 0x0010000000000000),
    // 1.1 * 1.1 without 0.1 * 1 is 1.11, without the row of 0.1 it is 1.1.
    kVolta("multiplier_cell[a=9,b=10]", {0x3e00}, {0x3e00}, 0, 0x40100000, 0x3fe00000),
    kVolta("multiplier_row[b,bit=9]", {0x3e00}, {0x3e00}, 0, 0x40100000, 0x3fc00000),
    // 10.01 becomes 0.01 in product 1 only.
    kVolta("product_top_bit[k=1]", {0, 0x3e00}, {0, 0x3e00}, 0, 0x40100000, 0x3e800000),
    kVolta("product_top_bit[k=1]", {0x3e00}, {0x3e00}, 0, 0x40100000, 0x40100000),
    // 10.01 becomes 0.1.
    kVolta("product_shifted_left", {0x3e00}, {0x3e00}, 0, 0x40100000, 0x3f000000),
    // 0 * 2^15 has exponent -15 + 15, and 2^-24 lies below the unit.
    kVolta("zero_in_max", {0}, {0x7800}, 0x33800000, 0x33800000, 0),
    // 2^17 has the biased exponent 32, of which 5 bits are 0.
    kVolta("product_exponent_wraps[bits=5]", {0x6000}, {0x5c00}, 0, 0x48000000, 0x38000000),
    // 1 + 2: the 2 is shifted out.
    kDouble("compare_swapped", {0x3ff0000000000000}, {0x3ff0000000000000}, 0x4000000000000000,
            0x4008000000000000, 0x3ff0000000000000),
    // 1.5 + 1.5: the halves carry into 2^0. 1.5 * 2 - 1: its bit 0 is 2^1, and the inverted c makes a carry,
    // as no bit is borrowed.
    kDouble("carry_cut_two[product,bit=0]", {0x3ff8000000000000}, {0x3ff0000000000000}, 0x3ff8000000000000,
            0x4008000000000000, 0x4000000000000000),
    kDouble("carry_cut_two[product,bit=0]", {0x3ff8000000000000}, {0x4000000000000000}, 0xbff0000000000000,
            0x4000000000000000, 0),
    // 1.5 + 3: the larger addend has exponent 1, and 1.5 + 1 carries into 2^1.
    kDouble("carry_cut_two[larger,bit=0]", {0x3ff8000000000000}, {0x3ff0000000000000}, 0x4008000000000000,
            0x4012000000000000, 0x4004000000000000),
    // 1 - 1: the last step decides.
    kDouble("zero_sum_sign[product]", {0, 0, 0, 0xbff0000000000000}, {0, 0, 0, 0x3ff0000000000000},
            0x3ff0000000000000, 0, 0x8000000000000000),
};

TEST(FaultRowsOfSums, HaveTheBitsWorkedOutByHand) {
    for (const FaultCase& row : kRows) expect_bits(row);
}

}  // namespace
}  // namespace karat::test
