// SPDX-License-Identifier: Apache-2.0
// Numbers that a format cannot hold: why not, what each rule makes of them, and the account of it. The
// encodings are worked out by hand.
#include "karat/text/convert.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "karat/text/text.hpp"

namespace karat::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Case {
    double value;
    Format format;
    Misfit misfit;
    std::optional<std::uint64_t> saturate, inf, nan;
};

TEST(Convert, EachRuleHasItsEncoding) {
    const double none = std::nan("");
    for (const Case& c : {
             Case{1e6, Format::fp16, Misfit::above, 0x7BFF, 0x7C00, 0x7E00},
             Case{-1e6, Format::fp16, Misfit::below, 0xFBFF, 0xFC00, 0x7E00},
             Case{65520, Format::fp16, Misfit::above, 0x7BFF, 0x7C00, 0x7E00},  // a tie, which rounds up
             Case{500, Format::e4m3, Misfit::above, 0x7E, {}, 0x7F},
             Case{kInf, Format::e4m3, Misfit::infinity, 0x7E, {}, 0x7F},
             Case{-kInf, Format::e4m3fnuz, Misfit::infinity, 0xFF, {}, 0x80},
             Case{7, Format::e2m1, Misfit::above, 0x7, {}, {}},
             Case{none, Format::e2m1, Misfit::nan, {}, {}, {}},
             Case{-1, Format::ue4m3, Misfit::below, 0, {}, 0x7F},
             Case{0, Format::ue8m0, Misfit::zero, 0, {}, 0xFF},
             Case{300, Format::int8, Misfit::above, 0x7F, {}, {}},
             Case{-300, Format::int8, Misfit::below, 0x80, {}, {}},
             Case{2.5, Format::int8, Misfit::fraction, 2, {}, {}},
             Case{-3, Format::uint8, Misfit::below, 0, {}, {}},
             Case{none, Format::int8, Misfit::nan, {}, {}, {}},
         }) {
        SCOPED_TRACE(std::to_string(c.value) + ' ' + std::string(name_of(c.format)));
        EXPECT_TRUE(convert(c.value, c.format, Conversion::refuse).refused);
        for (const auto& [rule, expected] : {std::pair{Conversion::saturate, c.saturate},
                                             {Conversion::inf, c.inf},
                                             {Conversion::nan, c.nan}}) {
            const Converted got = convert(c.value, c.format, rule);
            EXPECT_EQ(got.misfit, c.misfit);
            EXPECT_EQ(got.refused, !expected) << name_of(rule);
            if (expected) {
                EXPECT_EQ(got.encoding, *expected) << name_of(rule);
            }
        }
    }
}

TEST(Convert, WhatIsHeldIsNeverRefused) {
    for (const FormatInfo& f : kFormats) {
        const Format format = f.id;
        const std::uint64_t top = f.bits > 16 ? 0xFFFF : f.encoding_mask();
        for (std::uint64_t i = 0; i <= top; ++i) {
            const std::uint64_t code = f.bits > 16 ? i << static_cast<unsigned>(f.bits - 16) : i;
            if (is_nan(code, format)) continue;
            const Converted got = convert(to_double(code, format), format, Conversion::refuse);
            ASSERT_EQ(got.misfit, Misfit::none) << to_hex(code, format) << ' ' << f.name();
            ASSERT_FALSE(got.rounded);
            ASSERT_EQ(to_double(got.encoding, format), to_double(code, format));
        }
    }
}

TEST(Convert, RoundingIsNoMisfit) {
    const Converted below = convert(65519, Format::fp16, Conversion::refuse);
    EXPECT_TRUE(below.rounded);
    EXPECT_EQ(below.encoding, 0x7BFFU);
    const Converted tiny = convert(1e-30, Format::fp16, Conversion::refuse);
    EXPECT_TRUE(tiny.rounded);
    EXPECT_EQ(tiny.encoding, 0U);
    EXPECT_FALSE(convert(kInf, Format::fp16, Conversion::refuse).refused);
    EXPECT_FALSE(convert(std::nan(""), Format::e4m3, Conversion::refuse).refused);
}

TEST(Convert, TextAndDoublesAreJudgedAlike) {
    for (const char* text : {"1e6", "-7e4", "0.1", "500", "-3", "2.5", "inf", "nan", "0"}) {
        for (const FormatInfo& f : kFormats) {
            const Format format = f.id;
            for (const Conversion rule :
                 {Conversion::refuse, Conversion::saturate, Conversion::inf, Conversion::nan}) {
                const Converted typed = convert(std::string_view(text), format, rule);
                const Converted number = convert(std::stod(text), format, rule);
                EXPECT_EQ(typed.misfit, number.misfit) << text << ' ' << name_of(format);
                EXPECT_EQ(typed.refused, number.refused) << text << ' ' << name_of(format);
                if (!typed.refused) {
                    EXPECT_EQ(typed.encoding, number.encoding) << text << ' ' << name_of(format);
                }
            }
        }
    }
}

TEST(Convert, CountsAndTheFirstMisfit) {
    Converter converter(Format::fp16, Conversion::refuse);
    converter(0.1, 0);
    converter(1e6, 1);
    converter(-1e6, 2);
    EXPECT_EQ(converter.counts().values, 3U);
    EXPECT_EQ(converter.counts().rounded, 1U);
    EXPECT_EQ(converter.counts().refused, 2U);
    EXPECT_EQ(converter.counts().first->at, 1U);
    EXPECT_EQ(converter.counts().misfits(), "1e+06 is beyond fp16's 65504; 2 of 3 values do not fit");
    EXPECT_EQ(converter.counts().first->alternatives, "saturate, inf or nan");
    Converter earlier(Format::fp16, Conversion::saturate);
    earlier(-1e5, 0);
    ConversionCounts sum = converter.counts();
    sum.add(earlier.counts());
    EXPECT_EQ(sum.first->at, 0U);
    EXPECT_EQ(sum.converted, 1U);
    EXPECT_EQ(sum.misfits(), "-1e+05 is below fp16's -65504; 3 of 4 values do not fit");
}

TEST(Convert, ARuleThatTheFormatLacksIsRefusedWithTheReason) {
    const Converted got = convert(500, Format::e4m3, Conversion::inf);
    EXPECT_EQ(refusal("500", got, Format::e4m3, Conversion::inf),
              "500 is beyond e4m3's 448, and inf has no encoding there");
    EXPECT_EQ(rules_for(Misfit::above, Format::e4m3), "saturate or nan");
    EXPECT_EQ(rules_for(Misfit::above, Format::int8), "saturate");
    EXPECT_EQ(rules_for(Misfit::nan, Format::int8), "");
}

}  // namespace
}  // namespace karat::test
