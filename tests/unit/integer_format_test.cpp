// SPDX-License-Identifier: Apache-2.0
// Integers: decoding, encoding, rounding to an integer, texts; by hand and against the independent reference.
#include <limits>

#include "formats.hpp"
#include "karat/arithmetic/round.hpp"
#include "karat/error.hpp"
#include "karat/text/text.hpp"
#include "reference/families/integer.hpp"

namespace karat::test {
namespace {

std::int64_t value_of(std::uint64_t encoding, Format format) {
    const FormatInfo& f = info(format);
    const Unpacked x = unpack(encoding, f);
    EXPECT_EQ(x.exponent, f.fraction_bits) << "the last bit has weight 1";
    const auto magnitude = static_cast<std::int64_t>(x.significand);
    return x.negative ? -magnitude : magnitude;
}

TEST(IntegerFormats, DecodeAsTheReference) {
    for (const Format format : kIntegerFormats) {
        const reference::IntegerFormat& same = reference::integer_format_named(name_of(format));
        EXPECT_EQ(static_cast<int>(same.width), info(format).bits);
        for_encodings(format, 10'000, [&](std::uint64_t encoding) {
            const std::uint64_t x = encoding & info(format).encoding_mask();
            ASSERT_EQ(reference::Integer(value_of(x, format)), reference::decode_integer(x, same))
                << name_of(format) << ' ' << x;
        });
    }
}

TEST(IntegerFormats, DecodeByHand) {
    EXPECT_EQ(value_of(0x8, Format::int4), -8);
    EXPECT_EQ(value_of(0xF, Format::uint4), 15);
    EXPECT_EQ(value_of(0x80, Format::int8), -128);
    EXPECT_EQ(value_of(0x7F, Format::int8), 127);
    EXPECT_EQ(value_of(0xFF, Format::int8), -1);
    EXPECT_EQ(value_of(0xFF, Format::uint8), 255);
    EXPECT_EQ(value_of(0x8000, Format::int16), -32768);
    EXPECT_EQ(value_of(0x80000000, Format::int32), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(value_of(1, Format::b1), 1);
}

TEST(IntegerFormats, EveryEncodingIsMadeFromItsSignAndMagnitude) {
    for (const Format format : kIntegerFormats) {
        const FormatInfo& f = info(format);
        for_encodings(format, 1'000, [&](std::uint64_t encoding) {
            const std::uint64_t code = encoding & f.encoding_mask();
            const Unpacked x = unpack(code, f);
            ASSERT_EQ(f.encoding(x.negative, x.significand), code) << f.name();
            const std::int64_t opposite = value_of(f.negated(code), format);
            const bool stays = !f.is_signed || (x.negative && x.significand == f.max_finite_code());
            ASSERT_EQ(opposite, stays ? value_of(code, format) : -value_of(code, format)) << f.name();
        });
        EXPECT_EQ(f.encoding(false, ~std::uint64_t{0}), f.max_finite_code(false)) << "clamped";
    }
}

std::uint64_t rounded(Format format, Overflow overflow, bool negative, std::uint64_t magnitude, int lsb,
                      RoundFlags& flags, Rounding rounding = Rounding::RNE) {
    OutputRule rule = OutputRule::ieee(format, rounding);
    rule.overflow = overflow;
    return round_to(rule, negative, magnitude, lsb, false, flags);
}

TEST(IntegerFormats, SumsWrapOrSaturate) {
    struct Case {
        bool negative;
        std::uint64_t magnitude;
        std::uint64_t wraps, saturates;
        bool overflows;
    };
    for (const auto& [negative, magnitude, wraps, saturates, overflows] :
         {Case{false, 127, 0x7F, 0x7F, false}, Case{false, 128, 0x80, 0x7F, true},
          Case{true, 128, 0x80, 0x80, false}, Case{true, 129, 0x7F, 0x80, true},
          Case{false, 256, 0x00, 0x7F, true}, Case{true, 300, 0xD4, 0x80, true}, Case{true, 0, 0, 0, false},
          Case{false, ~std::uint64_t{0}, 0xFF, 0x7F, true}}) {
        for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
            RoundFlags flags;
            EXPECT_EQ(rounded(Format::int8, overflow, negative, magnitude, 0, flags),
                      overflow == Overflow::wrap ? wraps : saturates)
                << negative << ' ' << magnitude;
            EXPECT_EQ(flags.overflow, overflows) << negative << ' ' << magnitude;
        }
    }
    RoundFlags flags;
    EXPECT_EQ(rounded(Format::int32, Overflow::wrap, false, 3, 31, flags), 0x80000000U);  // 3 * 2^31
    EXPECT_EQ(rounded(Format::int32, Overflow::wrap, false, 1, 64, flags), 0U);
    EXPECT_EQ(rounded(Format::int32, Overflow::saturate, true, 1, 90, flags), 0x80000000U);
}

TEST(IntegerFormats, FractionsAreRounded) {
    struct Case {
        bool negative;
        std::uint64_t quarters;
        Rounding rounding;
        std::uint64_t expected;
    };
    for (const auto& [negative, quarters, rounding, expected] :
         {Case{false, 10, Rounding::RNE, 2}, Case{false, 14, Rounding::RNE, 4},
          Case{true, 10, Rounding::RNE, 0xFE}, Case{false, 11, Rounding::RZ, 2},
          Case{true, 9, Rounding::RD, 0xFD}, Case{false, 9, Rounding::RU, 3},
          Case{true, 1, Rounding::RZ, 0}}) {
        RoundFlags flags;
        EXPECT_EQ(rounded(Format::int8, Overflow::saturate, negative, quarters, -2, flags, rounding),
                  expected)
            << quarters << " / 4";
        EXPECT_TRUE(flags.inexact);
    }
}

TEST(IntegerFormats, TextsAreReadAndWritten) {
    EXPECT_EQ(encoding_from_value("-128", Format::int8), 0x80U);
    EXPECT_EQ(encoding_from_value("-0", Format::int8), 0U);
    EXPECT_EQ(encoding_from_value("-2147483648", Format::int32), 0x80000000U);
    EXPECT_EQ(encoding_from_value("0xff", Format::int8), 0xFFU) << "an encoding";
    EXPECT_EQ(to_value_text(0xFF, Format::int8), "-1");
    EXPECT_EQ(to_value_text(0xFFFFFFFF, Format::int32), "-1");
    EXPECT_EQ(to_value_text(0x7FFFFFFF, Format::int32), "2147483647");
}

TEST(IntegerFormats, TextsOutOfRangeAreRefused) {
    for (const auto& [text, format] : {std::pair{"128", Format::int8},
                                       {"-129", Format::int8},
                                       {"-1", Format::uint8},
                                       {"256", Format::uint8},
                                       {"inf", Format::int32},
                                       {"nan", Format::int4},
                                       {"1.5", Format::int16},
                                       {"2147483648", Format::int32},
                                       {"2", Format::b1}}) {
        EXPECT_THROW((void)encoding_from_value(text, format), OperandError) << text;
    }
}

TEST(IntegerFormats, RefusesWhatIsNoIntegerOfTheFormat) {
    const auto refusal = [](const char* text, Format format) -> std::string {
        try {
            bool rounded = false;
            (void)encoding_from_value(text, format, rounded);
        } catch (const OperandError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(refusal("1.5", Format::int8), "1.5 is not an integer; int8 holds -128..127");
    EXPECT_EQ(refusal("-0.5", Format::uint8), "-0.5 is not an integer; uint8 holds 0..255");
    EXPECT_EQ(refusal("1e-400", Format::int32),
              "1e-400 is not an integer; int32 holds -2147483648..2147483647");
    EXPECT_EQ(refusal("nan", Format::b1), "nan is not an integer; b1 holds 0..1");
    EXPECT_EQ(refusal("300", Format::int8), "300 is beyond int8's 127");
    EXPECT_EQ(refusal("-129", Format::int8), "-129 is below int8's -128");
    EXPECT_EQ(refusal("-1", Format::uint4), "-1 is below uint4's 0");
    EXPECT_EQ(refusal("1e400", Format::int32), "1e400 is beyond int32's 2147483647");
    EXPECT_EQ(refusal("1.5e1", Format::uint4), "accepted");
}

TEST(IntegerFormats, DistanceIsThatOfTheValues) {
    EXPECT_EQ(ulp_distance(0xFF, 0x01, Format::int8), 2U);
    EXPECT_EQ(ulp_distance(0x80, 0x7F, Format::int8), 255U);
    EXPECT_EQ(ulp_distance(0x80000000, 0x80000005, Format::int32), 5U);
    EXPECT_EQ(ulp_distance(0xFF, 0x01, Format::uint8), 254U);
}

}  // namespace
}  // namespace karat::test
