// SPDX-License-Identifier: Apache-2.0
// C ABI: numbers become encodings, and what a format cannot hold is refused or converted by the named rule.
#include <cmath>

#include "c_abi.hpp"

namespace karat::test {
namespace {

using Words = std::vector<std::uint64_t>;

TEST(CAbiEncode, RoundsWithoutRefusing) {
    const std::vector<double> values{1, -2, 0.1, 65519, std::nan("")};
    Words out(5);
    karat_conversion_counts counts{};
    ASSERT_EQ(karat_encode("fp16", KARAT_REFUSE, values.data(), 5, out.data(), &counts), KARAT_OK)
        << karat_last_error();
    EXPECT_EQ(out, (Words{0x3C00, 0xC000, 0x2E66, 0x7BFF, 0x7E00}));
    EXPECT_EQ(counts.rounded, 2U);
    EXPECT_EQ(counts.converted + counts.refused, 0U);
    EXPECT_EQ(counts.first, 5U);
}

TEST(CAbiEncode, RefusesWithTheCountTheFirstPositionAndTheLimit) {
    const std::vector<double> values{1, 1e6, -7e4};
    Words out(3, 77);
    karat_conversion_counts counts{};
    expect_refused(KARAT_BAD_OPERAND, {"values[1]", "1e+06 is beyond fp16's 65504", "2 of 3 values"},
                   [&] { return karat_encode("fp16", KARAT_REFUSE, values.data(), 3, out.data(), &counts); });
    EXPECT_EQ(out, Words(3, 77)) << "a refused call wrote its result";
    EXPECT_EQ(counts.refused, 2U);
    EXPECT_EQ(counts.first, 1U);
}

TEST(CAbiEncode, ConvertsByTheRule) {
    const std::vector<double> values{1e6, -1e6};
    for (const auto& [rule, expected] : {std::pair{KARAT_SATURATE, Words{0x7BFF, 0xFBFF}},
                                         {KARAT_TO_INF, Words{0x7C00, 0xFC00}},
                                         {KARAT_TO_NAN, Words{0x7E00, 0x7E00}}}) {
        Words out(2);
        karat_conversion_counts counts{};
        ASSERT_EQ(karat_encode("fp16", rule, values.data(), 2, out.data(), &counts), KARAT_OK);
        EXPECT_EQ(out, expected);
        EXPECT_EQ(counts.converted, 2U);
    }
}

TEST(CAbiEncode, RefusesBadArguments) {
    const double one = 1;
    std::uint64_t out = 0;
    expect_refused(KARAT_BAD_NAME, {"fp17"},
                   [&] { return karat_encode("fp17", KARAT_REFUSE, &one, 1, &out, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"format is NULL"},
                   [&] { return karat_encode(nullptr, KARAT_REFUSE, &one, 1, &out, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"values is NULL"},
                   [&] { return karat_encode("fp16", KARAT_REFUSE, nullptr, 1, &out, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"encodings is NULL"},
                   [&] { return karat_encode("fp16", KARAT_REFUSE, &one, 1, nullptr, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"rule: 9"},
                   [&] { return karat_encode("fp16", 9, &one, 1, &out, nullptr); });
    EXPECT_EQ(karat_encode("fp16", KARAT_REFUSE, nullptr, 0, nullptr, nullptr), KARAT_OK);
}

TEST(CAbiEncode, TakesTheNamesOfTheCommandLine) {
    const double value = -1.5;
    for (const auto& [name, code] : std::vector<std::pair<const char*, std::uint64_t>>{
             {"half", 0xBE00}, {"FP8", 0xBC}, {"bf8", 0xBE}, {"fp4", 0xB}, {"bfloat16", 0xBFC0}}) {
        std::uint64_t out = 0;
        EXPECT_EQ(karat_encode(name, KARAT_REFUSE, &value, 1, &out, nullptr), KARAT_OK) << karat_last_error();
        EXPECT_EQ(out, code) << name;
    }
}

}  // namespace
}  // namespace karat::test
