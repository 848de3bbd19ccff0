// SPDX-License-Identifier: Apache-2.0
#include "karat/compare/difference_kind.hpp"

#include <gtest/gtest.h>

#include <set>

namespace karat::test {
namespace {

using enum DifferenceKind;

struct Row {
    std::uint64_t expected;
    std::uint64_t got;
    DifferenceKind kind;
};

void expect_kinds(Format format, const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        EXPECT_EQ(kind_name(difference_kind(row.expected, {row.got, 0}, format)), kind_name(row.kind))
            << std::hex << row.expected << ' ' << row.got;
    }
}

TEST(DifferenceKind, OfFloatingPoint) {
    expect_kinds(Format::fp32, {{0x3f800000, 0x3f800000, none},
                                {0x3f800000, 0x7fc00000, nan_for_number},
                                {0, 0x7fc00000, nan_for_number},
                                {0x7f800000, 0xffc00001, nan_for_infinity},
                                {0x7fc00000, 0x3f800000, number_for_nan},
                                {0x7fc00000, 0, number_for_nan},
                                {0x7fc00000, 0xff800000, infinity_for_nan},
                                {0x7fc00000, 0x7fffffff, other_nan},
                                {0x7f7fffff, 0x7f800000, infinity_for_number},
                                {0x7f800000, 0x7f7fffff, number_for_infinity},
                                {0x7f800000, 0, number_for_infinity},
                                {0x7f800000, 0xff800000, sign_flipped},
                                {0, 0x80000000, sign_of_zero},
                                {0xbf800000, 0x3f800000, sign_flipped},
                                {0x3f800000, 0, zero_for_number},
                                {1, 0x80000000, zero_for_number},
                                {0, 1, number_for_zero},
                                {0x3f800000, 0x3f7fffff, one_ulp},
                                {0x3f800000, 0x3f800002, few_ulps},
                                {0x3f800000, 0x3f800008, few_ulps},
                                {0x3f800000, 0x3f800009, far_off},
                                {0x3f800000, 0xc0000000, far_off}});
}

TEST(DifferenceKind, OfIntegersAndNarrowFormats) {
    expect_kinds(Format::int32, {{5, 0xfffffffb, sign_flipped},
                                 {5, 0, zero_for_number},
                                 {0, 0xffffffff, number_for_zero},
                                 {0xffffffff, 0xfffffffe, one_ulp},
                                 {0x7fffffff, 0x80000000, far_off}});
    expect_kinds(Format::e5m2fnuz, {{0x40, 0x80, nan_for_number}, {0, 0x80, nan_for_number}});
    expect_kinds(Format::e2m1, {{0x7, 0xf, sign_flipped}, {0x0, 0x8, sign_of_zero}});
}

TEST(DifferenceKind, UnknownBitsComeFirst) {
    EXPECT_EQ(difference_kind(0x3f800000, {0x3f800000, 1}, Format::fp32), unknown_bits);
    EXPECT_EQ(difference_kind(0x3f800000, {0x7fc00000, 1}, Format::fp32), unknown_bits);
}

TEST(DifferenceKind, EveryKindHasAName) {
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < kDifferenceKinds; ++i) {
        const auto kind = static_cast<DifferenceKind>(i);
        names.insert(kind_name(kind));
        EXPECT_EQ(find_difference_kind(kind_name(kind)), kind);
    }
    EXPECT_EQ(names.size(), kDifferenceKinds);
    EXPECT_EQ(find_difference_kind("ulp"), std::nullopt);
}

}  // namespace
}  // namespace karat::test
