// SPDX-License-Identifier: Apache-2.0
// round_to: ten modes and every format, against the independent reference.
#include "rounding.hpp"

#include <limits>

namespace karat::test {
namespace {

constexpr int kShown = 5;  ///< failures printed per test

/// Counts failures and prints the first few.
class Tally {
   public:
    ~Tally() { EXPECT_EQ(failures_, 0) << "of " << checks_ << " roundings"; }
    void operator()(const OutputRule& rule, const Point& point) {
        ++checks_;
        const auto result = rounds_as_expected(rule, point);
        if (!result && ++failures_ <= kShown) ADD_FAILURE() << result.message();
    }

   private:
    int checks_ = 0;
    int failures_ = 0;
};

/// Calls `visit` with both signs, or only with + if the format is unsigned.
template <class Visit>
void for_signs(Format format, Visit visit) {
    visit(false);
    if (info(format).is_signed) visit(true);
}

/// The value of `code`, and the points 1/4, 1/2 and 3/4 of the way to the next value.
template <class Visit>
void for_points_after(Format format, std::uint64_t code, Visit visit) {
    const FormatInfo& f = info(format);
    const Unpacked x = unpack(code << f.ignored_low_bits, f);
    for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
        const std::uint64_t units = 4 * x.significand + quarter;
        if (units == 0) continue;
        for (const bool sticky : {false, true}) {
            for_signs(format, [&](bool negative) {
                visit(Point{units, x.exponent - f.fraction_bits - 2, negative, sticky});
            });
        }
    }
}

class EveryFormatRounds : public ::testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(Format, EveryFormatRounds, ::testing::ValuesIn(kAllFormats), FormatName());

TEST_P(EveryFormatRounds, QuartersBetweenNeighbours) {
    const FormatInfo& f = info(GetParam());
    Tally check;
    const std::uint64_t step = f.bits <= 8 ? 1 : f.max_finite_code() / 997;
    for (const Rounding rounding : kAllRoundings) {
        const OutputRule rule = OutputRule::ieee(GetParam(), rounding);
        for (std::uint64_t code = 0; code <= f.max_finite_code() - step; code += step) {
            for_points_after(GetParam(), code, [&](const Point& point) { check(rule, point); });
        }
        for (const std::uint64_t code : {std::uint64_t{0}, std::uint64_t{1}, f.fraction_mask(),
                                         f.fraction_mask() + 1, f.max_finite_code()}) {
            for_points_after(GetParam(), code, [&](const Point& point) { check(rule, point); });
        }
    }
}

TEST_P(EveryFormatRounds, OverflowPoliciesAtAndBeyondTheLargestFinite) {
    const FormatInfo& f = info(GetParam());
    Tally check;
    const Unpacked largest = unpack(f.max_finite_code() << f.ignored_low_bits, f);
    const int lsb = largest.exponent - f.fraction_bits - 3;
    for (const Overflow overflow : kAllOverflows) {
        for (const Rounding rounding : kAllRoundings) {
            for (const NanEncoding nan : {NanEncoding::nvidia, NanEncoding::riscv}) {
                OutputRule rule = OutputRule::ieee(GetParam(), rounding);
                rule.overflow = overflow;
                rule.nan = nan;
                for_signs(GetParam(), [&](bool negative) {
                    for (std::uint64_t eighth = 0; eighth <= 16; ++eighth)
                        check(rule, {8 * largest.significand + eighth, lsb, negative});
                    for (const int beyond : {1, 2, 3, 64, 5000})
                        check(rule, {largest.significand, lsb + 3 + beyond, negative});
                });
            }
        }
    }
}

TEST_P(EveryFormatRounds, ReducedFraction) {
    const FormatInfo& f = info(GetParam());
    Tally check;
    std::mt19937_64 random(7);
    for (int fraction = 0; fraction <= f.fraction_bits; ++fraction) {
        for (int i = 0; i < 600; ++i) {
            OutputRule rule = OutputRule::ieee(GetParam(), kAllRoundings[random() % 10]);
            rule.fraction = fraction;
            rule.overflow = kAllOverflows[random() % 3];
            const int reach = f.max_exponent() - f.min_exponent() + f.fraction_bits + 6;
            const int lsb = f.min_exponent() - f.fraction_bits - 4 +
                            static_cast<int>(random() % static_cast<unsigned>(reach));
            const std::uint64_t units = (random() >> (random() % 64)) | 1;
            check(rule, {units, lsb, f.is_signed && random() % 2 == 0, random() % 4 == 0});
        }
    }
}

TEST(Rounding, E8M13) {
    Tally check;
    std::mt19937_64 random(13);
    for (const Rounding rounding : kAllRoundings) {
        for (const Overflow overflow : kAllOverflows) {
            OutputRule rule = OutputRule::ieee(Format::fp32, rounding);
            rule.fraction = 13;
            rule.overflow = overflow;
            for (const bool negative : {false, true}) {
                for (int top = -142; top <= 130; ++top) {  // 2^-139 is the least subnormal
                    const std::uint64_t units = (std::uint64_t{1} << 16) | (random() & 0xFFFF);
                    check(rule, {units, top - 16, negative});
                    check(rule, {(std::uint64_t{1} << 16) | 4, top - 16, negative});  // a tie between normals
                    check(rule, {(std::uint64_t{1} << 16) - 1, top - 15, negative});  // carries
                }
            }
        }
    }
    OutputRule rz{Format::fp32, Rounding::RZ, 13};
    EXPECT_EQ(round_to(rz, false, std::uint64_t{0xFFFFFF}, 0), 0x4B7FFC00U);
    EXPECT_EQ(round_to(rz, true, std::uint64_t{1}, -139), 0x80000400U);
    EXPECT_EQ(round_to(rz, true, std::uint64_t{1}, -140), 0x80000000U);
    rz.overflow = Overflow::saturate;
    EXPECT_EQ(round_to(rz, false, std::uint64_t{1}, 128), 0x7F7FFC00U);
}

TEST(Rounding, FlushAndSignOfUnderflow) {
    Tally check;
    for (const Format format : kAllFormats) {
        const FormatInfo& f = info(format);
        if (!f.has_zero || !f.is_signed) continue;
        for (const Rounding rounding : kAllRoundings) {
            for (const bool flush : {false, true}) {
                for (const UnderflowSign sign : {UnderflowSign::keep, UnderflowSign::positive}) {
                    OutputRule rule = OutputRule::ieee(format, rounding);
                    rule.flush = flush;
                    rule.underflow_sign = sign;
                    const std::uint64_t codes = std::min<std::uint64_t>(2 * f.fraction_mask(), 20);
                    for (std::uint64_t code = 0; code <= codes; ++code) {  // subnormals and the first normals
                        for_points_after(format, code, [&](const Point& point) { check(rule, point); });
                        const std::uint64_t below = f.fraction_mask() + 1 - std::min(code, f.fraction_mask());
                        for_points_after(format, below, [&](const Point& point) { check(rule, point); });
                    }
                    check(rule, {1, f.min_exponent() - f.fraction_bits - 90, true});
                }
            }
        }
    }
    OutputRule rule = OutputRule::ieee(Format::fp16, Rounding::RNE);
    rule.flush = true;
    EXPECT_EQ(round_to(rule, true, std::uint64_t{1023}, -24), 0x8000U);
    EXPECT_EQ(round_to(rule, true, std::uint64_t{4095}, -26),
              0x8400U);  // rounds up to the least normal, which is not flushed
}

TEST(Rounding, ZeroMagnitudeIsAZeroOfItsSignWhateverTheSticky) {
    const OutputRule up = OutputRule::ieee(Format::fp32, Rounding::RA);
    for (const bool sticky : {false, true}) {
        EXPECT_EQ(round_to(up, false, std::uint64_t{0}, 10, sticky), 0U);
        EXPECT_EQ(round_to(up, true, std::uint64_t{0}, 10, sticky), 0x80000000U);
    }
    EXPECT_EQ(round_to(OutputRule::ieee(Format::e4m3fnuz, Rounding::RNE), true, std::uint64_t{0}, 0),
              0U);  // no -0
}

TEST(Rounding, SizesOfMagnitudeAgree) {
    std::mt19937_64 random(128);
    for (int i = 0; i < 20'000; ++i) {
        const Format format = kAllFormats[random() % kAllFormats.size()];
        OutputRule rule = OutputRule::ieee(format, kAllRoundings[random() % 10]);
        rule.overflow = kAllOverflows[random() % 3];
        const FormatInfo& f = info(format);
        const std::uint64_t units = (random() >> (random() % 64)) | 1;
        const int reach = f.max_exponent() - f.min_exponent() + 80;
        const int lsb = f.min_exponent() - 75 + static_cast<int>(random() % static_cast<unsigned>(reach));
        const bool negative = f.is_signed && random() % 2 == 0;
        const bool sticky = random() % 4 == 0;
        const int shift = static_cast<int>(random() % 64);  // the same value on a finer grid
        const int far = static_cast<int>(random() % 4000);
        const std::uint64_t expected = round_to(rule, negative, units, lsb, sticky);
        const Point point{units, lsb, negative, sticky};
        ASSERT_EQ(round_to(rule, negative, static_cast<uint128>(units), lsb, sticky), expected) << point;
        ASSERT_EQ(round_to(rule, negative, static_cast<uint128>(units) << shift, lsb - shift, sticky),
                  expected)
            << point << " << " << shift;
        ASSERT_EQ(round_to(rule, negative, BigInt(units), lsb, sticky), expected) << point;
        if (i % 8 == 0) {
            ASSERT_EQ(round_to(rule, negative, BigInt(BigInt(units) << far), lsb - far, sticky), expected)
                << point << " << " << far;
            // a single bit far below has the same effect as sticky
            ASSERT_EQ(
                round_to(rule, negative, BigInt((BigInt(units) << (far + 70)) + 1), lsb - far - 70, false),
                round_to(rule, negative, units, lsb, true))
                << point << " << " << far;
        }
    }
}

TEST(Rounding, FarExponentsDoNotWrap) {
    for (const Format format : kAllFormats) {
        const FormatInfo& f = info(format);
        for (const Rounding rounding : kAllRoundings) {
            for (const int far : {5'000, 70'000, 1'000'000'000}) {
                for (const std::uint64_t units : {std::uint64_t{1}, ~std::uint64_t{0}}) {
                    for (const bool negative : {false, true}) {
                        if (negative && !f.is_signed) continue;
                        const OutputRule rule = OutputRule::ieee(format, rounding);
                        // the same results as just outside the exponent range, which the tests above cover
                        EXPECT_EQ(round_to(rule, negative, units, far),
                                  round_to(rule, negative, units, f.max_exponent() + 2))
                            << f.name() << ' ' << name_of(rounding) << " 2^" << far;
                        EXPECT_EQ(round_to(rule, negative, units, -far),
                                  round_to(rule, negative, units, f.min_exponent() - f.fraction_bits - 66))
                            << f.name() << ' ' << name_of(rounding) << " 2^-" << far;
                        EXPECT_EQ(round_to(rule, negative, BigInt(units), -far),
                                  round_to(rule, negative, units, -far))
                            << f.name();
                        EXPECT_EQ(round_to(rule, negative, static_cast<uint128>(units), far),
                                  round_to(rule, negative, units, far))
                            << f.name();
                    }
                }
            }
        }
    }
}

/// FlushWhen::unbounded flushes a result that is below the least normal after rounding with an unbounded
/// exponent range.
TEST(Flush, UnboundedIsJudgedAfterTheRounding) {
    int kept_after_carry = 0;
    for (const Format format : {Format::fp16, Format::bf16, Format::e5m2}) {
        const FormatInfo& f = info(format);
        const int fraction = f.fraction_bits;
        for (const Rounding rounding : kAllRoundings) {
            OutputRule rule = OutputRule::ieee(format, rounding);
            OutputRule flushing = rule;
            flushing.flush = true;
            flushing.flush_when = FlushWhen::unbounded;
            // from half of the least normal number up to just above it, with 0 to 3 bits below the last bit
            for (int below = 0; below <= 3; ++below) {
                const std::uint64_t least = std::uint64_t{1} << (fraction + 1 + below);
                const int lsb = f.min_exponent() - fraction - 1 - below;
                for (std::uint64_t back = 0; back <= 40; ++back) {
                    for (int flags = 0; flags < 4; ++flags) {
                        const Point p{least - back, lsb, (flags & 1) != 0, (flags & 2) != 0};
                        if (p.units < least / 2) continue;
                        const reference::Integer units = p.units;
                        const reference::Dyadic value(p.negative ? reference::Integer(-units) : units, lsb);
                        const reference::Dyadic tiny = reference::Dyadic::power_of_two(lsb - 2);
                        const reference::Dyadic nudged = !p.sticky    ? value
                                                         : p.negative ? value - tiny
                                                                      : value + tiny;
                        const reference::Dyadic unbounded =
                            reference::round_to_multiple(nudged, value.leading_exponent() - fraction,
                                                         reference::rounding_named(name_of(rounding)))
                                .magnitude();
                        const bool keeps = !(unbounded < reference::Dyadic::power_of_two(f.min_exponent()));
                        kept_after_carry += keeps && p.units < least ? 1 : 0;
                        const std::uint64_t expected =
                            keeps ? expected_encoding(rule, p) : encode_zero(format, p.negative);
                        ASSERT_EQ(round_to(flushing, p.negative, p.units, lsb, p.sticky), expected)
                            << p << " to " << f.name() << " by " << name_of(rounding);
                    }
                }
            }
        }
    }
    EXPECT_GT(kept_after_carry, 100);
}

}  // namespace
}  // namespace karat::test
