// SPDX-License-Identifier: Apache-2.0
// Numbers of the suites: encodings, factors and words are exact.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "karat/text/text.hpp"
#include "karat_probe/suites/values.hpp"

namespace karat::probe::test {
namespace {

/// Some encodings of a format: all of the narrow ones, and those around the powers of two of the others.
std::vector<std::uint64_t> encodings(Format format) {
    const FormatInfo& f = info(format);
    std::vector<std::uint64_t> out;
    if (f.bits <= 16) {
        for (std::uint64_t x = 0; x <= f.encoding_mask(); ++x) out.push_back(x);
        return out;
    }
    for (int i = 0; i < f.bits; ++i) {
        for (const std::uint64_t offset : {0ULL, 1ULL, 3ULL})
            out.push_back(((std::uint64_t{1} << i) + offset) & f.encoding_mask());
        out.push_back(((~std::uint64_t{0}) << i) & f.encoding_mask());
    }
    return out;
}

TEST(SuiteValues, EveryValueHasItsEncoding) {
    for (const FormatInfo& f : kFormats) {
        std::size_t checked = 0;
        for (const std::uint64_t encoding : encodings(f.id)) {
            const double value = to_double(encoding, f.id);
            const auto found = exact_encoding(value, f.id);
            ASSERT_TRUE(found.has_value()) << f.name() << " " << to_hex(encoding, f.id);
            if (std::isnan(value)) {
                EXPECT_TRUE(is_nan(*found, f.id)) << f.name();
                continue;
            }
            // two encodings may have one value (ignored bits), but not two values one encoding
            EXPECT_EQ(to_double(*found, f.id), value) << f.name() << " " << to_hex(encoding, f.id);
            EXPECT_EQ(std::signbit(to_double(*found, f.id)), std::signbit(value)) << f.name();
            ++checked;
        }
        EXPECT_GT(checked, 1U) << f.name();
    }
}

TEST(SuiteValues, OtherValuesHaveNone) {
    EXPECT_FALSE(exact_encoding(1 + two(-11), Format::fp16));
    EXPECT_FALSE(exact_encoding(two(-25), Format::fp16));
    EXPECT_FALSE(exact_encoding(65536.0, Format::fp16));
    EXPECT_FALSE(exact_encoding(480.0, Format::e4m3));
    EXPECT_FALSE(exact_encoding(std::numeric_limits<double>::infinity(), Format::e4m3));
    EXPECT_FALSE(exact_encoding(std::nan(""), Format::e2m1));
    EXPECT_FALSE(exact_encoding(-0.0, Format::e4m3fnuz));
    EXPECT_FALSE(exact_encoding(-1.0, Format::uint8));
    EXPECT_FALSE(exact_encoding(128.0, Format::int8));
    EXPECT_FALSE(exact_encoding(0.5, Format::int32));
    EXPECT_FALSE(exact_encoding(0.0, Format::ue8m0));
    EXPECT_FALSE(exact_encoding(1.5, Format::ue8m0));
}

TEST(SuiteValues, FactorsMultiplyToTheValue) {
    for (const Format format : {Format::fp16, Format::bf16, Format::tf32, Format::fp32, Format::fp64,
                                Format::e4m3, Format::e5m2, Format::e2m1, Format::int8}) {
        std::size_t found = 0;
        for (int e = -60; e < 60; ++e) {
            for (const double odd : {1.0, -1.0, 1.5, 1.75, 2.25}) {
                const double value = odd * two(e);
                const auto pair = factors(value, format, format);
                if (!pair) continue;
                ++found;
                EXPECT_EQ(pair->first * pair->second, value) << name_of(format);
                EXPECT_TRUE(exact_encoding(pair->first, format)) << name_of(format) << " " << pair->first;
                EXPECT_TRUE(exact_encoding(pair->second, format)) << name_of(format) << " " << pair->second;
            }
        }
        EXPECT_GT(found, 10U) << name_of(format);
    }
    // subnormal factors only where there are no others
    const auto normal = factors(two(-28), Format::fp16, Format::fp16);
    ASSERT_TRUE(normal);
    EXPECT_TRUE(is_normal(normal->first, Format::fp16) && is_normal(normal->second, Format::fp16));
    EXPECT_TRUE(factors(two(-48), Format::fp16, Format::fp16));
    EXPECT_FALSE(factors(two(-49), Format::fp16, Format::fp16));
    EXPECT_FALSE(factors(1 + two(-16), Format::fp16, Format::fp16)) << "65537 is prime";
}

TEST(SuiteValues, WordsAreExactAndShort) {
    EXPECT_EQ(in_words(0.0), "0");
    EXPECT_EQ(in_words(-0.0), "-0");
    EXPECT_EQ(in_words(1.5), "1.5");
    EXPECT_EQ(in_words(-two(-24)), "-2^-24");
    EXPECT_EQ(in_words(1 + two(-23)), "1+2^-23");
    EXPECT_EQ(in_words(1 - two(-24)), "1-2^-24");
    EXPECT_EQ(in_words(-(1 - two(-24))), "-(1-2^-24)");
    EXPECT_EQ(in_words(1 + two(-22) + two(-23)), "1+2^-22+2^-23");
    EXPECT_EQ(in_words(4 - two(-8) + two(-20)), "4-2^-8+2^-20");
    EXPECT_EQ(in_words(1.25 * two(-10)), "1.25*2^-10");
    EXPECT_EQ(in_words(-std::numeric_limits<double>::infinity()), "-inf");
    EXPECT_EQ(in_words(0x1.23456789abcdep+3), "0x1.23456789abcdep+3");
}

}  // namespace
}  // namespace karat::probe::test
