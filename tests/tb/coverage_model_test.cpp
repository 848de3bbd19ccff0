// SPDX-License-Identifier: Apache-2.0
// The coverage model without samples: the bins of a specification, and the bins it excludes.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat_coverage/coverage.hpp"

namespace karat::test {
namespace {

/// The names of all bins of a specification, and the names of the excluded bins.
std::pair<std::vector<std::string>, std::vector<std::string>> bins_of(const Spec& spec) {
    const Coverage coverage(DotAdd(spec), 1, 1);
    std::pair<std::vector<std::string>, std::vector<std::string>> out;
    for (const Bin& bin : coverage.bins()) out.first.push_back(bin.name);
    for (const std::size_t i : coverage.excluded()) out.second.push_back(coverage.bins()[i].name);
    return out;
}

TEST(Coverage, BothPairingsOfATreeHaveItsAdditions) {
    Spec spec;
    spec.algorithm = Algorithm::gps;
    spec.k = 4;
    spec.group = 4;
    spec.pairing = Pairing::adjacent;
    const auto adjacent = bins_of(spec);
    spec.pairing = Pairing::half;
    EXPECT_EQ(bins_of(spec), adjacent);
}

TEST(Coverage, AZeroThatCountsIsAFloor) {
    Spec spec;
    spec.k = 1;
    for (const ZeroExponent rule :
         {ZeroExponent::ignored, ZeroExponent::minus126, ZeroExponent::format_min}) {
        spec.zero_c = rule;
        const auto bins = bins_of(spec).first;
        const bool has_floor = std::any_of(bins.begin(), bins.end(), [](const std::string& name) {
            return name.starts_with("max/") && name.ends_with("/floor");
        });
        EXPECT_EQ(has_floor, rule != ZeroExponent::ignored) << name_of(rule);
    }
}

/// Two ue8m0 scale factors move the exponent of a group by up to 254 in either direction, beyond every
/// exponent of c.
TEST(Coverage, AScaledGroupMayLieAnywhere) {
    Spec spec;
    spec.algorithm = Algorithm::gfda;
    spec.a = spec.b = Format::e2m1;
    spec.k = 4;
    spec.group = 2;
    spec.scale = Format::ue8m0;
    spec.scale_block = 2;
    const auto [all, excluded] = bins_of(spec);
    const auto shifts = [](const std::string& name) { return name.starts_with("shift/"); };
    EXPECT_GT(std::count_if(all.begin(), all.end(), shifts), 0);
    EXPECT_EQ(std::count_if(excluded.begin(), excluded.end(), shifts), 0);
}

/// No sum of fp16 products is an fp32 subnormal, but an fp16 output can be subnormal.
TEST(Coverage, TheLastOperationOfAChainHasTheOutputsRule) {
    Spec spec;
    spec.k = 4;
    spec.terms = 2;
    spec.c = Format::fp16;
    spec.chain_format = Format::fp32;
    for (const Format d : {Format::fp16, Format::fp32}) {
        spec.d = d;
        const auto [all, excluded] = bins_of(spec);
        EXPECT_EQ(std::count(all.begin(), all.end(), "result/subnormal"), 1);
        EXPECT_EQ(std::count(excluded.begin(), excluded.end(), "result/subnormal"), d == Format::fp16 ? 0 : 1)
            << name_of(d);
    }
}

/// The c of a later operation is the link before it, and the lowest bits of a link are those that a sum
/// leaves.
TEST(Coverage, AChainsLaterOperationsAddTheLinkBeforeThem) {
    Spec spec;
    spec.k = 4;
    spec.terms = 2;
    const auto all = bins_of(spec).first;
    for (const auto& [addend, all_ones] : {std::pair{"c", 1}, {"link1", 0}}) {
        const std::string dropped = std::string("dropped/") + addend;
        EXPECT_EQ(std::count(all.begin(), all.end(), dropped + "/half/plus"), 1) << addend;
        EXPECT_EQ(std::count(all.begin(), all.end(), dropped + "/all_ones/plus"), all_ones) << addend;
    }
}

/// fp16: four products and c with exponent 12 sum to less than 18 * 2^12, with exponent 11 to less than
/// 65504. The last bit of 65504 is 2^5, which is on the grid of exponent 12 if F is at least 7. fp32: no
/// product reaches the largest number, only c does, and an alignment to fewer bits drops the last bits of c.
TEST(Coverage, TheLargestResultNeedsAGridWithItsLastBit) {
    for (const auto& [format, needed] : {std::pair{Format::fp16, 7}, {Format::fp32, 23}}) {
        for (const int F : {needed - 1, needed}) {
            Spec spec;
            spec.k = 4;
            spec.c = spec.d = format;
            spec.F = Width{F};
            const auto excluded = bins_of(spec).second;
            EXPECT_EQ(std::count(excluded.begin(), excluded.end(), "result/largest"), F < needed ? 1 : 0)
                << name_of(format) << ' ' << F;
        }
    }
}

/// If the grid does not include the last bit of the largest number, only an overflow can give it, depending
/// on the overflow rule and the rounding.
TEST(Coverage, TheLargestResultMayBeAnOverflow) {
    struct Case {
        Overflow overflow;
        Rounding rounding;
        bool reached;
    };
    for (const auto& [overflow, rounding, reached] :
         {Case{Overflow::inf, Rounding::RZ, false}, Case{Overflow::saturate, Rounding::RNE, true},
          Case{Overflow::ieee, Rounding::RZ, true}, Case{Overflow::ieee, Rounding::RD, true},
          Case{Overflow::ieee, Rounding::RA, false}, Case{Overflow::ieee, Rounding::RNE, false}}) {
        Spec spec;
        spec.k = 4;
        spec.c = spec.d = Format::fp16;
        spec.F = Width{6};
        spec.overflow = overflow;
        spec.output_rounding = rounding;
        const auto excluded = bins_of(spec).second;
        EXPECT_EQ(std::count(excluded.begin(), excluded.end(), "result/largest"), reached ? 0 : 1)
            << name_of(overflow) << ' ' << name_of(rounding);
    }
}

/// c is the largest number of the output, 2^13 below the next power of two. With F = 2 the alignment rounds a
/// product of at least 2^12 to 2^13 and drops smaller ones.
TEST(Coverage, AProductBesideTheLargestCCountsIfItsRoundingKeepsIt) {
    Spec spec;
    spec.a = Format::e4m3;
    spec.c = Format::e5m2fnuz;  // has no infinity, so an infinite result is an overflow
    spec.d = Format::e5m2;
    spec.k = 1;
    spec.F = Width{2};
    spec.F_c = Width::exact();
    spec.align_rounding = Rounding::RNE;
    for (const auto& [b, overflows] :
         {std::pair{Format::e2m3, false}, {Format::e4m3, true}, {Format::e3m2, true}}) {
        spec.b = b;
        const auto excluded = bins_of(spec).second;
        EXPECT_EQ(std::count(excluded.begin(), excluded.end(), "result/infinity"), overflows ? 0 : 1)
            << name_of(b);
    }
}

/// The least scaled product is 2^-20 for e2m1 and 2^-36 for e4m3. The least fp16 number is 2^-24, and a
/// negative sum below half of it becomes -0.
TEST(Coverage, ScaledProductsVanishWhereTheOutputEndsBeforeThem) {
    Spec spec;
    spec.c = spec.d = Format::fp16;
    spec.k = 2;
    spec.F = Width::exact();
    spec.scale = Format::ue4m3;
    spec.scale_block = 2;
    for (const auto& [format, vanish] : {std::pair{Format::e2m1, false}, {Format::e4m3, true}}) {
        spec.a = spec.b = format;
        const auto excluded = bins_of(spec).second;
        EXPECT_EQ(std::count(excluded.begin(), excluded.end(), "result/minus_zero"), vanish ? 0 : 1)
            << name_of(format);
    }
}

/// The exponents of ue4m3 scale factors go from -6 to 8, those of a product of two from -12 to 16: no group
/// lies more than 28 below another.
TEST(Coverage, GroupsThatCountByTheirScalesLieAsFarApartAsScalesDo) {
    Spec spec;
    spec.algorithm = Algorithm::gfda;
    spec.a = spec.b = Format::e2m1;
    spec.c = spec.d = Format::fp16;
    spec.k = 4;
    spec.group = 2;
    spec.scale = Format::ue4m3;
    spec.scale_block = 2;
    spec.group_exponent = GroupExponent::scale;
    spec.F = Width{29};
    const auto excluded = bins_of(spec).second;
    const auto is_excluded = [&](const char* name) {
        return std::count(excluded.begin(), excluded.end(), name) == 1;
    };
    EXPECT_FALSE(is_excluded("shift/group1/F-1"));
    EXPECT_TRUE(is_excluded("shift/group1/F"));
    EXPECT_FALSE(is_excluded("shift/c/F+1"));  // an fp16 number of 2^-14 next to 2^16
    EXPECT_TRUE(is_excluded("shift/c/F+2"));
}

}  // namespace
}  // namespace karat::test
