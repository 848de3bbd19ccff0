// SPDX-License-Identifier: Apache-2.0
// Encodings as text: hexadecimal, values, and user input.
#include "karat/text/text.hpp"

#include <cmath>

#include "formats.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/error.hpp"

namespace karat::test {
namespace {

template <class Action>
void expect_operand_error(Action action, const std::string& typed, const std::vector<std::string>& parts) {
    try {
        const std::uint64_t got = action();
        ADD_FAILURE() << '"' << typed << "\" was accepted as 0x" << std::hex << got;
    } catch (const OperandError& error) {
        const std::string sentence = error.what();
        EXPECT_NE(sentence.find(typed), std::string::npos) << sentence;
        for (const std::string& part : parts)
            EXPECT_NE(sentence.find(part), std::string::npos) << "no \"" << part << "\" in: " << sentence;
    }
}
void expect_value_refused(const std::string& typed, Format format,
                          const std::vector<std::string>& parts = {}) {
    SCOPED_TRACE(std::string(name_of(format)));
    expect_operand_error([&] { return encoding_from_value(typed, format); }, typed, parts);
}
void expect_hex_refused(const std::string& typed, Format format, const std::vector<std::string>& parts) {
    expect_operand_error([&] { return encoding_from_hex(typed, format); }, typed, parts);
}

TEST(Hex, AsWideAsTheFormat) {
    EXPECT_EQ(to_hex(0x3F800000, Format::fp32), "3f800000");
    EXPECT_EQ(to_hex(1, Format::fp64), "0000000000000001");
    EXPECT_EQ(to_hex(~std::uint64_t{0}, Format::fp64), "ffffffffffffffff");
    EXPECT_EQ(to_hex(0x2000, Format::tf32), "00002000");
    EXPECT_EQ(to_hex(0x7F, Format::bf16), "007f");
    EXPECT_EQ(to_hex(0xA, Format::e4m3), "0a");
    EXPECT_EQ(to_hex(0x3F, Format::e3m2), "3f");
    EXPECT_EQ(to_hex(0x1, Format::e2m3), "01");
    EXPECT_EQ(to_hex(0xF, Format::e2m1), "f");
    EXPECT_EQ(to_hex(0xFE, Format::ue8m0), "fe");
}

TEST(Hex, ReadsWithOrWithoutPrefixAndRefusesTheRest) {
    EXPECT_EQ(encoding_from_hex("3F80", Format::bf16), 0x3F80U);
    EXPECT_EQ(encoding_from_hex("0x3f80", Format::bf16), 0x3F80U);
    EXPECT_EQ(encoding_from_hex("0X1", Format::bf16), 1U);
    EXPECT_EQ(encoding_from_hex("000000000000000000f", Format::e2m1), 0xFU);
    EXPECT_EQ(encoding_from_hex("ffffffffffffffff", Format::fp64), ~std::uint64_t{0});
    EXPECT_EQ(encoding_from_hex("80", Format::ue4m3), 0x80U) << "the ignored bit is part of the storage";
    for (const char* text : {"", "0x", "g", "3f8g", "-1", "+1", " 1", "1 ", "1.0", "0x0x1", "nan"})
        expect_hex_refused(text, Format::fp16, {"hexadecimal"});
    expect_hex_refused("10", Format::e2m1, {"4 bits of e2m1"});
    expect_hex_refused("40", Format::e3m2, {"6 bits of e3m2"});
    expect_hex_refused("0x100", Format::e4m3, {"8 bits of e4m3"});
    expect_hex_refused("10000", Format::fp16, {"16 bits of fp16"});
    expect_hex_refused("100000000", Format::tf32, {"32 bits of tf32"});
    expect_hex_refused("10000000000000000", Format::fp64, {"64 bits of fp64"});
}

class EveryFormatAsText : public ::testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(Format, EveryFormatAsText, ::testing::ValuesIn(kAllFormats), FormatName());

TEST_P(EveryFormatAsText, ValuesComeBack) {
    const FormatInfo& f = info(GetParam());
    int failures = 0;
    for_encodings(GetParam(), 20'000, [&](std::uint64_t encoding) {
        const std::string text = to_value_text(encoding, GetParam());
        std::uint64_t wanted = meaning(encoding, f);
        if (is_nan(encoding, GetParam())) {
            if (text == "nan" && is_nan(encoding_from_value(text, GetParam()), GetParam())) return;
        } else {
            try {
                if (encoding_from_value(text, GetParam()) == wanted) return;
            } catch (const OperandError&) {
                wanted = ~wanted;
            }
        }
        if (++failures <= 5)
            ADD_FAILURE() << "0x" << std::hex << encoding << " is \"" << text
                          << "\", which does not read back";
    });
    EXPECT_EQ(failures, 0);
}

TEST_P(EveryFormatAsText, HexComesBackAndPrefixedHexIsAnEncoding) {
    int failures = 0;
    for_encodings(GetParam(), 2'000, [&](std::uint64_t encoding) {
        const std::string text = to_hex(encoding, GetParam());
        const bool same = encoding_from_hex(text, GetParam()) == encoding &&
                          encoding_from_value("0x" + text, GetParam()) == encoding &&
                          text.size() == static_cast<std::size_t>((info(GetParam()).bits + 3) / 4);
        failures += same ? 0 : 1;
    });
    EXPECT_EQ(failures, 0);
}

TEST_P(EveryFormatAsText, DoubleIsExact) {
    const FormatInfo& f = info(GetParam());
    for_encodings(GetParam(), 5'000, [&](std::uint64_t encoding) {
        const reference::Number number = reference::decode(encoding, counterpart(GetParam()));
        const double value = to_double(encoding, GetParam());
        ASSERT_EQ(std::isnan(value), number.is_nan()) << encoding;
        ASSERT_EQ(std::isinf(value), number.is_infinity()) << encoding;
        if (number.is_nan()) return;
        ASSERT_EQ(std::signbit(value), number.negative) << encoding;
        if (!number.is_finite()) return;
        int exponent = 0;
        const auto significand = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
        ASSERT_EQ(reference::Dyadic(significand, exponent - 53), number.value)
            << f.name() << " 0x" << std::hex << encoding;
    });
}

TEST(ValueText, ReadsWell) {
    for (const auto& [encoding, format, text] : {std::tuple{std::uint64_t{0x3FC00000}, Format::fp32, "1.5"},
                                                 {0x80000000, Format::fp32, "-0"},
                                                 {0xBE800000, Format::fp32, "-0.25"},
                                                 {0x0000000B, Format::fp32, "0x1.6p-146"},
                                                 {0xFF800000, Format::fp32, "-inf"},
                                                 {0x7FFFFFFF, Format::fp32, "nan"},
                                                 {0xFFFF, Format::fp16, "nan"},
                                                 {0xFBFF, Format::fp16, "-65504"},
                                                 {0x7F800001, Format::tf32, "inf"},
                                                 {0x80, Format::e5m2fnuz, "nan"},
                                                 {0x7E, Format::e4m3, "448"},
                                                 {0x9, Format::e2m1, "-0.5"},
                                                 {0x7F, Format::ue8m0, "1"},
                                                 {0x80, Format::ue4m3, "0"}}) {
        EXPECT_EQ(to_value_text(encoding, format), text) << name_of(format);
    }
}

TEST(ValueText, WhatAPersonTypes) {
    for (const auto& [typed, format, encoding] : {std::tuple{"1.5", Format::fp16, std::uint64_t{0x3E00}},
                                                  {"15e-1", Format::fp16, 0x3E00},
                                                  {"0x1.8p0", Format::fp16, 0x3E00},
                                                  {"0x1.8", Format::fp16, 0x3E00},
                                                  {"-0", Format::fp16, 0x8000},
                                                  {"+2", Format::fp16, 0x4000},
                                                  {"inf", Format::fp16, 0x7C00},
                                                  {"-INF", Format::fp16, 0xFC00},
                                                  {"infinity", Format::fp32, 0x7F800000},
                                                  {"0x1p-24", Format::fp16, 1},
                                                  {"0x3f80", Format::bf16, 0x3F80},
                                                  {"0x7f800001", Format::fp32, 0x7F800001},
                                                  {"-448", Format::e4m3, 0xFE},
                                                  {"0x1p-149", Format::fp32, 1},
                                                  {"0x1p-1074", Format::fp64, 1}}) {
        EXPECT_EQ(encoding_from_value(typed, format), encoding) << typed << ' ' << name_of(format);
    }
    EXPECT_TRUE(is_nan(encoding_from_value("NaN", Format::e4m3), Format::e4m3));
    for (const char* typed : {"", "one", "1,5", "1.5x", "0x", "0xg", "--1", "1e", ".", "0x1.8p"})
        expect_value_refused(typed, Format::fp16);
    expect_value_refused("0x10000", Format::fp16, {"16 bits"});
}

TEST(ValueText, InexactNamesTheNeighbours) {
    expect_value_refused("0.1", Format::fp16, {"not representable in fp16", "0x1.998p-4", "0x1.99cp-4"});
    expect_value_refused("2049", Format::fp16, {"2048 and 2050"});
    expect_value_refused("-2049", Format::fp16, {"-2050 and -2048"});
    expect_value_refused("0x1.7fp0", Format::e4m3, {"1.375 and 1.5"});
    expect_value_refused("5", Format::e2m1, {"4 and 6"});
    expect_value_refused("3", Format::ue8m0, {"2 and 4"});
    expect_value_refused("0.01", Format::e3m2, {"0 and 0.0625"});
    expect_value_refused("-0.01", Format::e3m2, {"-0.0625 and -0"});
    expect_value_refused("65510", Format::fp16, {"65504 and inf"});
    expect_value_refused("1e10", Format::fp16, {"1e10 is beyond fp16's 65504"});
    expect_value_refused("0x1.8p-149", Format::fp32, {"0x1p-149", "0x1p-148"});
    for (const Format format :
         {Format::e4m3, Format::e5m2fnuz, Format::e3m2, Format::e2m1, Format::ue8m0, Format::ue4m3}) {
        expect_value_refused("inf", format);
        expect_value_refused("-inf", format);
        expect_value_refused("1e300", format);
    }
    for (const Format format : {Format::e3m2, Format::e2m3, Format::e2m1})
        expect_value_refused("nan", format);
}

TEST(ValueText, WhatScaleFormatsLackIsRefused) {
    for (const Format format : {Format::ue8m0, Format::ue4m3}) {
        expect_value_refused("-1", format);
        expect_value_refused("-0.5", format);
    }
    expect_value_refused("0", Format::ue8m0);
    EXPECT_EQ(encoding_from_value("0", Format::ue4m3), 0U);
}

TEST(ValueText, NumbersThatADoubleCannotHoldAreInexactToo) {
    expect_value_refused("1e400", Format::fp32);  // infinity as a double, but a finite number
    expect_value_refused("-1e400", Format::fp64);
    expect_value_refused("1e-400", Format::fp32);  // zero as a double, but not zero
    expect_value_refused("1.00000000000000000001", Format::fp16);
    expect_value_refused("0x1.00000000000001p0", Format::fp16);
}

TEST(ValueText, DecimalsAreSeldomValuesOfFp64) { expect_value_refused("0.1", Format::fp64); }

TEST(ValueText, NearestIfAskedFor) {
    for (const auto& [typed, format, encoding, inexact] :
         {std::tuple{"0.1", Format::fp16, std::uint64_t{0x2E66}, true},
          {"2049", Format::fp16, 0x6800, true},
          {"2051", Format::fp16, 0x6802, true},
          {"-0.000001", Format::fp32, 0xB58637BD, true},
          {"1e-9", Format::fp16, 0, true},
          {"1.5", Format::fp16, 0x3E00, false},
          {"0x3f80", Format::bf16, 0x3F80, false},
          {"inf", Format::fp16, 0x7C00, false},
          {"65519", Format::fp16, 0x7BFF, true},
          {"3", Format::ue8m0, 0x81, true}}) {
        bool rounded = false;
        EXPECT_EQ(encoding_from_value(typed, format, rounded), encoding) << typed;
        EXPECT_EQ(rounded, inexact) << typed;
        rounded = true;
        (void)encoding_from_value(typed, format, rounded);
        EXPECT_TRUE(rounded) << "`rounded` must not be cleared";
    }
    bool rounded = false;
    for (const char* typed : {"65520", "-1e10", "1e400", "one"}) {
        EXPECT_THROW((void)encoding_from_value(typed, Format::fp16, rounded), OperandError) << typed;
    }
}

TEST(UlpDistance, CountsValuesThroughZero) {
    EXPECT_EQ(ulp_distance(0x3F800000, 0x3F800000, Format::fp32), 0U);
    EXPECT_EQ(ulp_distance(0x3F800000, 0x3F800001, Format::fp32), 1U);
    EXPECT_EQ(ulp_distance(0x3F800001, 0x3F7FFFFF, Format::fp32), 2U);
    EXPECT_EQ(ulp_distance(0, 0x80000000, Format::fp32), 0U);
    EXPECT_EQ(ulp_distance(1, 0x80000001, Format::fp32), 2U);
    EXPECT_EQ(ulp_distance(0x7F7FFFFF, 0x7F800000, Format::fp32), 1U);
    EXPECT_EQ(ulp_distance(0x7F800000, 0xFF800000, Format::fp32), 2ULL * 0x7F800000);
    EXPECT_EQ(ulp_distance(0x3F801FFF, 0x3F802000, Format::tf32), 1U) << "the low bits of tf32 are ignored";
    EXPECT_EQ(ulp_distance(0x3F800000, 0x3F801FFF, Format::tf32), 0U);
    EXPECT_EQ(ulp_distance(0x01, 0x81, Format::e4m3fnuz), 2U);
    EXPECT_EQ(ulp_distance(0x38, 0xB8, Format::ue4m3), 0U) << "the top bit of ue4m3 is ignored";
    EXPECT_EQ(ulp_distance(0x7F, 0x81, Format::ue8m0), 2U);
    EXPECT_EQ(ulp_distance(0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, Format::fp64), 2 * 0x7FEFFFFFFFFFFFFFULL);
}

TEST_P(EveryFormatAsText, UlpDistanceIsAStepBetweenNeighbours) {
    const FormatInfo& f = info(GetParam());
    const std::uint64_t step = f.bits <= 16 ? 1 : f.max_finite_code() / 1009;
    for (std::uint64_t code = 0; code + step <= f.max_finite_code(); code += step) {
        for (const std::uint64_t sign : {std::uint64_t{0}, f.sign_bit()}) {
            const std::uint64_t x = (code | sign) << f.ignored_low_bits;
            const std::uint64_t y = ((code + step) | sign) << f.ignored_low_bits;
            ASSERT_EQ(ulp_distance(x, y, GetParam()), step) << code;
            ASSERT_EQ(ulp_distance(y, x, GetParam()), step) << code;
        }
    }
}

}  // namespace
}  // namespace karat::test
