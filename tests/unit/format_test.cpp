// SPDX-License-Identifier: Apache-2.0
// Unpacking of encodings: against hand-written values, against the independent reference, and round trips.
#include <cmath>
#include <limits>
#include <vector>

#include "formats.hpp"
#include "karat/arithmetic/round.hpp"

namespace karat::test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Picked {
    std::uint64_t encoding;
    double value;
};

double value_of(const Unpacked& x, const FormatInfo& f) {
    const double sign = x.negative ? -1.0 : 1.0;
    if (x.number_class == NumberClass::nan) return kNan;
    if (x.number_class == NumberClass::infinity) return sign * kInf;
    return sign * std::ldexp(static_cast<double>(x.significand), x.exponent - f.fraction_bits);
}

void expect_values(Format format, const std::vector<Picked>& picked) {
    const FormatInfo& f = info(format);
    for (const auto& [encoding, value] : picked) {
        SCOPED_TRACE(std::string(f.name()) + " 0x" + ::testing::PrintToString(encoding));
        const Unpacked x = unpack(encoding, f);
        if (std::isnan(value)) {
            EXPECT_EQ(x.number_class, NumberClass::nan);
            continue;
        }
        EXPECT_EQ(value_of(x, f), value);
        EXPECT_EQ(x.negative, std::signbit(value));
        EXPECT_EQ(x.number_class == NumberClass::zero, value == 0);
    }
}

TEST(Unpack, Fp64) {
    expect_values(Format::fp64, {{0, 0.0},
                                 {0x8000000000000000, -0.0},
                                 {1, std::numeric_limits<double>::denorm_min()},
                                 {0x000FFFFFFFFFFFFF, std::numeric_limits<double>::min() -
                                                          std::numeric_limits<double>::denorm_min()},
                                 {0x0010000000000000, std::numeric_limits<double>::min()},
                                 {0x3FF8000000000000, 1.5},
                                 {0xFFEFFFFFFFFFFFFF, -std::numeric_limits<double>::max()},
                                 {0x7FF0000000000000, kInf},
                                 {0xFFF0000000000000, -kInf},
                                 {0x7FF0000000000001, kNan},
                                 {0xFFFFFFFFFFFFFFFF, kNan}});
}

TEST(Unpack, Fp32) {
    expect_values(Format::fp32, {{0, 0.0},
                                 {0x80000000, -0.0},
                                 {1, 0x1p-149},
                                 {0x807FFFFF, -0x1.fffffcp-127},
                                 {0x00800000, 0x1p-126},
                                 {0xB58637BD, static_cast<double>(-0.000001F)},
                                 {0x7F7FFFFF, 0x1.fffffep127},
                                 {0x7F800000, kInf},
                                 {0xFF800000, -kInf},
                                 {0x7F800001, kNan},
                                 {0x7FFFFFFF, kNan}});
}

TEST(Unpack, Tf32IgnoresItsLowBits) {
    expect_values(Format::tf32, {{0x7F800001, kInf},  // a NaN of fp32
                                 {0xFF801FFF, -kInf},
                                 {0x7F802000, kNan},
                                 {0x00001FFF, 0.0},  // a subnormal of fp32
                                 {0x80001FFF, -0.0},
                                 {0x00002000, 0x1p-136},
                                 {0x3F801FFF, 1.0},
                                 {0x3F803FFF, 1.0 + 0x1p-10},
                                 {0x7F7FFFFF, 0x1.ffcp127}});
}

TEST(Unpack, Fp16) {
    expect_values(Format::fp16, {{0x8000, -0.0},
                                 {0x0001, 0x1p-24},
                                 {0x03FF, 0x1.ff8p-15},
                                 {0x0400, 0x1p-14},
                                 {0xFBFF, -65504},
                                 {0x7C00, kInf},
                                 {0xFC00, -kInf},
                                 {0x7C01, kNan},
                                 {0x7FFF, kNan}});
}

TEST(Unpack, Bf16) {
    expect_values(Format::bf16, {{0x8000, -0.0},
                                 {0x0001, 0x1p-133},
                                 {0x0040, 0x1p-127},
                                 {0x0080, 0x1p-126},
                                 {0x7F7F, 0x1.fep127},
                                 {0xFF80, -kInf},
                                 {0x7F81, kNan}});
}

TEST(Unpack, OcpFp8) {
    expect_values(Format::e5m2, {{0x80, -0.0},
                                 {0x01, 0x1p-16},
                                 {0x03, 0x1.8p-15},
                                 {0x04, 0x1p-14},
                                 {0x7B, 57344},
                                 {0xFC, -kInf},
                                 {0x7C, kInf},
                                 {0x7D, kNan},
                                 {0xFF, kNan}});
    expect_values(Format::e4m3, {{0x80, -0.0},
                                 {0x01, 0x1p-9},
                                 {0x07, 0x1.cp-7},
                                 {0x08, 0x1p-6},
                                 {0x78, 256},
                                 {0x7E, 448},
                                 {0xFE, -448},
                                 {0x7F, kNan},
                                 {0xFF, kNan}});
    expect_values(
        Format::e4m3ieee,
        {{0x80, -0.0}, {0x01, 0x1p-9}, {0x77, 240}, {0x78, kInf}, {0xF8, -kInf}, {0x79, kNan}, {0x7F, kNan}});
}

TEST(Unpack, E3M4) {
    expect_values(Format::e3m4, {{0x80, -0.0},
                                 {0x01, 0x1p-6},
                                 {0x0F, 0x1.ep-3},
                                 {0x10, 0x1p-2},
                                 {0x30, 1},
                                 {0x6F, 15.5},
                                 {0xEF, -15.5},
                                 {0x70, kInf},
                                 {0xF0, -kInf},
                                 {0x71, kNan}});
}

TEST(Unpack, FnuzHasOneNanAndNoNegativeZero) {
    expect_values(Format::e5m2fnuz, {{0x00, 0.0},
                                     {0x80, kNan},
                                     {0x01, 0x1p-17},
                                     {0x81, -0x1p-17},
                                     {0x04, 0x1p-15},
                                     {0x7F, 57344},
                                     {0xFF, -57344}});
    expect_values(Format::e4m3fnuz, {{0x00, 0.0},
                                     {0x80, kNan},
                                     {0x01, 0x1p-10},
                                     {0x81, -0x1p-10},
                                     {0x08, 0x1p-7},
                                     {0x7F, 240},
                                     {0xFF, -240}});
}

TEST(Unpack, Fp6AndFp4HaveFiniteValuesOnly) {
    expect_values(Format::e3m2,
                  {{0x00, 0.0}, {0x20, -0.0}, {0x01, 0.0625}, {0x04, 0.25}, {0x1F, 28}, {0x3F, -28}});
    expect_values(Format::e2m3,
                  {{0x00, 0.0}, {0x20, -0.0}, {0x01, 0.125}, {0x08, 1}, {0x1F, 7.5}, {0x3F, -7.5}});
    const std::vector<double> fp4{0, 0.5, 1, 1.5, 2, 3, 4, 6};
    for (std::uint64_t code = 0; code < 8; ++code) {
        expect_values(Format::e2m1, {{code, fp4[code]}, {code | 8, -fp4[code]}});
    }
}

TEST(Unpack, ScaleFactors) {
    expect_values(Format::ue8m0, {{0x00, 0x1p-127}, {0x7F, 1}, {0x80, 2}, {0xFE, 0x1p127}, {0xFF, kNan}});
    expect_values(Format::ue4m3, {{0x00, 0.0},
                                  {0x01, 0x1p-9},
                                  {0x38, 1},
                                  {0x7E, 448},
                                  {0x7F, kNan},  //
                                  {0x80, 0.0},
                                  {0xB8, 1},
                                  {0xFE, 448},
                                  {0xFF, kNan}});
    for (std::uint64_t code = 0; code < 255; ++code) {
        EXPECT_EQ(unpack(code, info(Format::ue8m0)).number_class, NumberClass::finite) << code;
    }
}

TEST(Unpack, SubnormalsKeepTheLeastNormalExponent) {
    const FormatInfo& f = info(Format::fp16);
    const Unpacked least = unpack(0x0001, f);
    EXPECT_EQ(least.significand, 1U);
    EXPECT_EQ(least.exponent, -14);
    EXPECT_TRUE(least.is_subnormal(f.fraction_bits));
    EXPECT_FALSE(unpack(0x0400, f).is_subnormal(f.fraction_bits));
    EXPECT_FALSE(unpack(0x0000, f).is_subnormal(f.fraction_bits));
    EXPECT_EQ(unpack(0x0000, f).exponent, -14);
    EXPECT_EQ(unpack(0x3C00, f).significand, 1U << 10);
}

class EveryFormat : public ::testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(Format, EveryFormat, ::testing::ValuesIn(kAllFormats), FormatName());

TEST_P(EveryFormat, UnpackAgreesWithTheIndependentDecoder) {
    const FormatInfo& f = info(GetParam());
    const reference::Format& r = counterpart(GetParam());
    std::size_t differences = 0;
    for_encodings(GetParam(), 200'000, [&](std::uint64_t encoding) {
        const Unpacked x = unpack(encoding, f);
        const reference::Number number = reference::decode(encoding, r);
        bool same = (x.number_class == NumberClass::nan) == number.is_nan() &&
                    (x.number_class == NumberClass::infinity) == number.is_infinity() &&
                    (x.number_class == NumberClass::zero) == number.is_zero() &&
                    x.is_finite() == (number.is_finite() || number.is_zero());
        if (!number.is_nan()) same = same && x.negative == number.negative;
        if (x.is_finite()) same = same && exact_value(x, f) == number.value && x.exponent == number.e;
        if (!same && ++differences <= 5) ADD_FAILURE() << f.name() << " 0x" << std::hex << encoding;
    });
    EXPECT_EQ(differences, 0U);
}

TEST_P(EveryFormat, UnpackIgnoresBitsAboveTheFormat) {
    const FormatInfo& f = info(GetParam());
    const std::uint64_t above = ~f.encoding_mask();  // none for fp64
    for (const std::uint64_t code : {std::uint64_t{0}, f.magnitude_mask() << f.ignored_low_bits,
                                     f.encoding_mask(), f.encoding_mask() / 3}) {
        const Unpacked clean = unpack(code, f);
        const Unpacked dirty = unpack(code | above, f);
        EXPECT_EQ(clean.significand, dirty.significand);
        EXPECT_EQ(clean.exponent, dirty.exponent);
        EXPECT_EQ(clean.number_class, dirty.number_class);
        EXPECT_EQ(clean.negative, dirty.negative);
    }
}

TEST_P(EveryFormat, PackedAgainIsTheSameEncoding) {
    const FormatInfo& f = info(GetParam());
    std::size_t differences = 0;
    for (const Rounding rounding :
         {Rounding::RNE, Rounding::RA, Rounding::RNO}) {  // the value is exact, so the mode has no effect
        const OutputRule rule = OutputRule::ieee(GetParam(), rounding);
        for_encodings(GetParam(), 50'000, [&](std::uint64_t encoding) {
            const Unpacked x = unpack(encoding, f);
            RoundFlags flags;
            std::uint64_t back = 0;
            if (x.number_class == NumberClass::nan) {
                back = encode_nan(GetParam(), NanEncoding::nvidia);
                if (unpack(back, f).number_class == NumberClass::nan)
                    back = meaning(encoding, f);  // any NaN is accepted
            } else if (x.number_class == NumberClass::infinity) {
                back = encode_infinity(rule, x.negative);
            } else {
                back = round_to(rule, x.negative, x.significand, x.exponent - f.fraction_bits, false, flags);
            }
            const bool same =
                back == meaning(encoding, f) && !flags.inexact && !flags.overflow && !flags.underflow;
            if (!same && ++differences <= 5)
                ADD_FAILURE() << f.name() << " 0x" << std::hex << encoding << " became 0x" << back;
        });
    }
    EXPECT_EQ(differences, 0U);
}

TEST_P(EveryFormat, LimitsOfTheTableAgree) {
    const FormatInfo& f = info(GetParam());
    const reference::Format& r = counterpart(GetParam());
    EXPECT_EQ(f.min_exponent(), r.least_exponent());
    EXPECT_EQ(f.max_exponent(), r.largest_exponent());
    EXPECT_EQ(f.max_finite_code(), r.last_finite_pattern());
    EXPECT_EQ(f.has_infinity(), r.has_infinity());
    EXPECT_EQ(f.has_nan(), r.has_nan());
}

}  // namespace
}  // namespace karat::test
