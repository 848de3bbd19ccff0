// SPDX-License-Identifier: Apache-2.0
// The coverage model alone: which bins a specification has and which it excludes, whatever is sampled.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat_coverage/coverage.hpp"

namespace karat::test {
namespace {

/// Names of the bins of a specification, and of those that are excluded.
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

/// ue8m0 scale factors move a group's exponent by up to 254 either way, past all of c's.
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

/// No sum of fp16 products is an fp32 subnormal; of the fp16 output there are some.
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

/// The c of a later operation is the link before it, whose lowest bits are what sums leave.
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

/// Four fp16 products and c of exponent 12 sum to less than 18 * 2^12, of exponent 11 to less than 65504,
/// whose last bit, 2^5, is on the grid of the first from F = 7 on. No product reaches the end of fp32, only
/// c, whose last bits an alignment to fewer drops.
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

/// Where the grid has not its last bit, the largest number comes of an overflow alone, if the rules say so.
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

/// c is the output's largest number, 2^13 below the next; with F = 2 the alignment makes 2^13 of a product of
/// 2^12 and more, and drops others.
TEST(Coverage, AProductBesideTheLargestCCountsIfItsRoundingKeepsIt) {
    Spec spec;
    spec.a = Format::e4m3;
    spec.c = Format::e5m2fnuz;  // no infinity: one has to be an overflow
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

/// The least scaled product is 2^-20 of e2m1, 2^-36 of e4m3; fp16 ends at 2^-24, and a sum below its half is
/// -0 if it is negative.
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

/// ue4m3 scale factors reach from 2^-6 to 2^8, two of them from 2^-12 to 2^16: no group lies more than 28
/// below another.
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
    EXPECT_FALSE(is_excluded("shift/c/F+1"));  // an fp16 of 2^-14 beside 2^16
    EXPECT_TRUE(is_excluded("shift/c/F+2"));
}

}  // namespace
}  // namespace karat::test
