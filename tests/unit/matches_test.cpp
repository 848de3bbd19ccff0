// SPDX-License-Identifier: Apache-2.0
// When a result matches the expected one: the same bits, or any NaN for any NaN if the specification says so.
#include <gtest/gtest.h>

#include "karat/evaluate/dot_add.hpp"

namespace karat::test {
namespace {

constexpr std::uint64_t kNan = 0x7fffffff;
constexpr std::uint64_t kOtherNan = 0xffc00001;
constexpr std::uint64_t kInfinity = 0x7f800000;
constexpr std::uint64_t kOne = 0x3f800000;
constexpr std::uint64_t kMinusZero = 0x80000000;

DotAdd with(NanEncoding nan) {
    Spec spec;
    spec.nan = nan;
    return DotAdd(spec);
}

TEST(Matches, AnyNanMeansAnyNanAndNothingElse) {
    const DotAdd dot = with(NanEncoding::any);
    EXPECT_TRUE(dot.matches(kNan, kNan));
    EXPECT_TRUE(dot.matches(kNan, kOtherNan));
    EXPECT_TRUE(dot.matches(kOtherNan, kNan));
    for (const std::uint64_t number : {kInfinity, kOne, kMinusZero, std::uint64_t{0}}) {
        EXPECT_TRUE(dot.matches(number, number));
        EXPECT_FALSE(dot.matches(kNan, number));
        EXPECT_FALSE(dot.matches(number, kNan));
    }
    EXPECT_FALSE(dot.matches(0, kMinusZero));
}

TEST(Matches, OtherwiseTheBitsCount) {
    const DotAdd dot = with(NanEncoding::nvidia);
    EXPECT_TRUE(dot.matches(kNan, kNan));
    EXPECT_FALSE(dot.matches(kNan, kOtherNan));
    EXPECT_FALSE(dot.matches(kNan, kOne));
}

}  // namespace
}  // namespace karat::test
