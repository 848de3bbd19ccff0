// SPDX-License-Identifier: Apache-2.0
// Faults of the library against faults of real RTL: the rows of tests/rtl/broken/variants.txt that no change
// of the recipe explains. The bits are worked out by hand from the patches.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "karat/evaluate/dot_add.hpp"
#include "karat/evaluate/sparse.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat_tb/faults/faults.hpp"

namespace karat::test {
namespace {

using List = std::vector<std::uint64_t>;

struct Row {
    const char* variant;  ///< the name in variants.txt
    const char* arch;
    const char* instruction;
    const char* fault;
    List a, b;  ///< further elements are zero
    std::uint64_t c;
    std::uint64_t correct;
    std::uint64_t faulty;
    List scale_a = {}, scale_b = {};  ///< further ones are 0x38
    List metadata = {};               ///< further ones select elements 0 and 1

    friend void PrintTo(const Row& row, std::ostream* out) { *out << row.variant; }
};

// fp16: 3c00 is 1, 4000 is 2, 3e00 is 1.5, 2400 is 2^-6, 1400 is 2^-10. fp32: 3f800000 is 1.
const std::vector<Row> kRows{
    // Volta, F = 23, truncated. Unless a comment says otherwise, e_max is 0 and the unit is 2^-23.
    {"subnormal_exponent",
     "Volta",
     "HMMA.884.F32.F32",
     "subnormal_exponent_low[a]",
     {0x0200},
     {0x3c00},
     0,
     0x38000000,
     0x37800000},  // 2^-15 becomes 2^-16
    {"b_swapped",
     "Volta",
     "HMMA.884.F32.F32",
     "b_significands_swapped",
     {0x3c00},
     {0x3e00, 0x3c00},
     0,
     0x3fc00000,
     0x3f800000},
    {"rare_pattern",
     "Volta",
     "HMMA.884.F32.F32",
     "rare_product",
     {0x3bff},
     {0x3bff},
     0,
     0x3f7fc004,
     0x3f7ffffc},
    {"inf_sign", "Volta", "HMMA.884.F32.F32", "infinity_sign", {}, {}, 0x7f800000, 0x7f800000, 0xff800000},
    {"inf_minus_inf",
     "Volta",
     "HMMA.884.F32.F32",
     "inf_minus_inf",
     {0x7c00},
     {0x3c00},
     0xff800000,
     0x7fffffff,
     0xff800000},
    {"zero_times_inf",
     "Volta",
     "HMMA.884.F32.F32",
     "zero_times_infinity[zero]",
     {0},
     {0x7c00},
     0x3f800000,
     0x7fffffff,
     0x3f800000},
    // 2.25 - 1 + 2^-23. With e_max = 1 the unit is 2^-22, and c is lost.
    {"product_normalised",
     "Volta",
     "HMMA.884.F32.F32",
     "product_normalised",
     {0x3e00, 0xbc00},
     {0x3e00, 0x3c00},
     0x34000000,
     0x3fa00001,
     0x3fa00000},
    {"product_sign",
     "Volta",
     "HMMA.884.F32.F32",
     "product_sign[a,k=2]",
     {0, 0, 0xbc00},
     {0, 0, 0x3c00},
     0,
     0xbf800000,
     0x3f800000},
    {"product_dropped",
     "Volta",
     "HMMA.884.F32.F32",
     "product_dropped[k=3]",
     {0, 0, 0, 0x3c00},
     {0, 0, 0, 0x3c00},
     0x40000000,
     0x40400000,
     0x40000000},
    // 1 + 4: c lies above e_max, and its shift amount wraps.
    {"c_not_in_max",
     "Volta",
     "HMMA.884.F32.F32",
     "c_not_in_max",
     {0x3c00},
     {0x3c00},
     0x40800000,
     0x40a00000,
     0x3f800000},
    // 1 + 2: the biased exponents are 126 and 127. The last comparator takes the product.
    {"max_last_bit",
     "Volta",
     "HMMA.884.F32.F32",
     "max_last_bit[even,second]",
     {0x3c00},
     {0x3c00},
     0x40000000,
     0x40400000,
     0x3f800000},
    // 1 + 2.25 * 2^-24: the product is shifted by 24 and would keep its leading bit.
    {"shift_saturates",
     "Volta",
     "HMMA.884.F32.F32",
     "shift_saturates",
     {0x0e00},
     {0x0e00},
     0x3f800000,
     0x3f800001,
     0x3f800000},
    {"shift_saturates, c",
     "Volta",
     "HMMA.884.F32.F32",
     "shift_saturates",
     {0x3c00},
     {0x3c00},
     0x34000000,
     0x3f800001,
     0x3f800000},
    // 2 - 1: e_max = 1, and the negative addend is one unit of 2^-22 too low.
    {"ones_complement",
     "Volta",
     "HMMA.884.F32.F32",
     "ones_complement",
     {0xbc00},
     {0x3c00},
     0x40000000,
     0x3f800000,
     0x3f7ffffc},
    // 2^-12 + 2^-12 + 1: bit 11 twice.
    {"carry_cut",
     "Volta",
     "HMMA.884.F32.F32",
     "carry_cut_tree[bit=12]",
     {0x2400, 0x2400},
     {0x2400, 0x2400},
     0x3f800000,
     0x3f801000,
     0x3f800000},
    // Four times 1.999^2, and 1: 142475296 units, of which 28 bits in two's complement are -125960160.
    {"sum_narrow",
     "Volta",
     "HMMA.884.F32.F32",
     "sum_wraps[bits=28]",
     {0x3fff, 0x3fff, 0x3fff, 0x3fff},
     {0x3fff, 0x3fff, 0x3fff, 0x3fff},
     0x3f800000,
     0x4187e002,
     0xc1703ffc},
    // 1 - 0.90625 = 1.5 * 2^-4 becomes 2^-5: the leading one is shifted out.
    {"lzc_one_position",
     "Volta",
     "HMMA.884.F32.F32",
     "lzc_one_position[bit=19]",
     {0x3c00},
     {0x3c00},
     0xbf680000,
     0x3dc00000,
     0x3d000000},
    {"zero_sum_sign", "Volta", "HMMA.884.F32.F32", "zero_sum_sign", {}, {}, 0x80000000, 0, 0x80000000},
    // fp16 results, to nearest. 1 + 2^-11 + 2^-20 counts as a tie.
    {"sticky_lost",
     "Volta",
     "HMMA.884.F16.F16",
     "sticky_lost",
     {0x3c00, 0x2800, 0x1400},
     {0x3c00, 0x2400, 0x1400},
     0,
     0x3c01,
     0x3c00},
    {"sticky_short",
     "Volta",
     "HMMA.884.F16.F16",
     "sticky_short[bits=8]",
     {0x3c00, 0x2800, 0x1400},
     {0x3c00, 0x2400, 0x1400},
     0,
     0x3c01,
     0x3c00},
    // 2^-19 is the eighth bit below the guard bit.
    {"sticky_short, eighth bit",
     "Volta",
     "HMMA.884.F16.F16",
     "sticky_short[bits=8]",
     {0x3c00, 0x2800, 0x1800},
     {0x3c00, 0x2400, 0x1400},
     0,
     0x3c01,
     0x3c01},
    // 2 - 2^-11 rounds up to 2.
    {"rounding_carry",
     "Volta",
     "HMMA.884.F16.F16",
     "rounding_carry",
     {0x4000, 0xa800},
     {0x3c00, 0x2400},
     0,
     0x4000,
     0x3c00},
    {"overflow_compare",
     "Volta",
     "HMMA.884.F16.F16",
     "overflow_late",
     {0x5c00},
     {0x5e00},
     0,
     0x7c00,
     0x7e00},  // 1.5 * 2^16
    {"subnormal_bias",
     "Ampere",
     "HMMA.1684.F32.TF32",
     "subnormal_field",
     {},
     {},
     0x00400000,
     0x00400000,
     0x00c00000},
    {"e4m3_nan_is_480",
     "Ada",
     "QMMA.16816.F32.E4M3.E5M2",
     "nan_as_number[a]",
     {0x7f},
     {0x3c},
     0,
     0x7fffffff,
     0x43f00000},
    {"e5m2_inf_finite",
     "Ada",
     "QMMA.16816.F32.E4M3.E5M2",
     "infinity_as_number[b]",
     {0x38},
     {0x7c},
     0,
     0x7f800000,
     0x47800000},
    // 2^128 - 2^127
    {"product_overflow",
     "CDNA3",
     "v_mfma_f32_32x32x8_bf16",
     "product_overflow_late",
     {0x5f80},
     {0x5f80},
     0xff000000,
     0x7f800000,
     0x7f000000},
    // Scale factors: 2 and 1; 2^-127 and NaN, which counts as 2^128.
    {"scale_of_b",
     "RTXBlackwell",
     "QMMA.SF.16832.F32.E4M3.E2M1.E8",
     "scale_of_other[b]",
     {0x38},
     {2},
     0,
     0x40000000,
     0x40800000,
     {128},
     {127}},
    {"scale_nan",
     "RTXBlackwell",
     "QMMA.SF.16832.F32.E4M3.E2M1.E8",
     "scale_nan",
     {0x38},
     {2},
     0,
     0x7fffffff,
     0x40000000,
     {0},
     {255}},
    {"scale_fraction",
     "RTXBlackwell",
     "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X",
     "scale_fraction[b]",
     {2},
     {2},
     0,
     0x3fc00000,
     0x3f800000,
     {0x38},
     {0x3c}},
    // 4 * 4 has exponent 4. Without the top bit it is placed as 1.
    {"place_top_exponent",
     "RTXBlackwell",
     "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X",
     "place_top_exponent[sum=result.sum[0].of]",
     {6},
     {6},
     0,
     0x41800000,
     0x3f800000},
    // 321 * 28059810762433 = 2^53 + 1, a tie. 2^-60 lies below the window of 107 bits.
    {"exact_add_sticky",
     "Ampere",
     "DMMA.884",
     "window_without_sticky[bits=107]",
     {0x4074100000000000},
     {std::bit_cast<std::uint64_t>(28059810762433.0)},
     0x3c30000000000000,
     0x4340000000000001,
     0x4340000000000000},
    // The smallest subnormal becomes the smallest normal number.
    {"exact_add_subnormal",
     "Ampere",
     "DMMA.884",
     "normalised_without_exponent[c]",
     {},
     {},
     1,
     1,
     0x0010000000000000},
    {"saturate_compare",
     "x86",
     "VPDPBUSDS",
     "saturate_compare",
     {1},
     {1},
     0x7fffffff,
     0x7fffffff,
     0x80000000},
    {"least_integer", "x86", "VPDPWSSD", "least_integer[a]", {0x8000}, {1}, 0, 0xffff8000, 0},
    // b is 2, 0, 1, 0: the index is 2, and 0 without its high bit.
    {"metadata_high_bit",
     "Ampere",
     "HMMA.SP.16816.F32",
     "metadata_high_bit",
     {0x3c00},
     {0x4000, 0, 0x3c00},
     0,
     0x3f800000,
     0x40000000,
     {},
     {},
     {0b1110}},
    {"metadata_swapped",
     "Ampere",
     "HMMA.SP.16816.F32",
     "metadata_swapped",
     {0x3c00},
     {0x3c00, 0x4000},
     0,
     0x3f800000,
     0x40000000,
     {},
     {},
     {0b0100}},
};

List padded(List list, std::size_t size, std::uint64_t with) {
    list.resize(size, with);
    return list;
}

class BrokenRtl : public testing::TestWithParam<Row> {};

TEST_P(BrokenRtl, HasTheSameBitsAsTheFault) {
    const Row& row = GetParam();
    const Spec spec = find_instruction(row.arch, row.instruction).spec;
    const Recipe recipe = expand(spec);
    const OperandRules& rules = recipe.operands;
    const DotAdd model(spec);
    const List a = padded(row.a, static_cast<std::size_t>(rules.k), 0);
    const List b = padded(row.b, static_cast<std::size_t>(rules.k_of_b()), 0);
    const List scale_a = padded(row.scale_a, model.scale_count(), 0x38);
    const List scale_b = padded(row.scale_b, model.scale_count(), 0x38);
    const List metadata = padded(row.metadata, static_cast<std::size_t>(rules.metadata_count()), 0b0100);
    const Operands in{a, b, scale_a, scale_b, row.c, metadata};
    ASSERT_NO_THROW(model.check(in));
    EXPECT_EQ(model(in), row.correct);
    const std::vector<tb::Fault> faults = tb::faults_of(recipe);
    const auto fault =
        std::find_if(faults.begin(), faults.end(), [&](const tb::Fault& x) { return x.key == row.fault; });
    ASSERT_NE(fault, faults.end()) << row.fault;
    EXPECT_EQ(tb::FaultyModel(recipe, *fault)(in), row.faulty);
}

INSTANTIATE_TEST_SUITE_P(Variants, BrokenRtl, testing::ValuesIn(kRows), [](const auto& info) {
    std::string name = info.param.variant;
    name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return c == ',' || c == ' '; }),
               name.end());
    return name;
});

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
