// SPDX-License-Identifier: Apache-2.0
// Integers: the exact sum, wrapped or saturated once, against the independent reference; and every integer
// instruction against its vendor's text, transcribed by hand.
#include "integer_check.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/bounds/integer_ranges.hpp"
#include "reference/families/integer.hpp"
#include "reference/families/integer_instructions.hpp"

namespace karat::test {
namespace {

using reference::IntegerOverflow;
using reference::IntegerProduct;

constexpr std::array kMultiplied{Format::int4,  Format::uint4, Format::int8,
                                 Format::uint8, Format::int16, Format::int32};

/// The independent reference for a specification.
std::function<std::uint32_t(const tb::Tile&)> exact_reference(const Spec& spec) {
    const reference::IntegerFormat& a = reference::integer_format_named(name_of(spec.a));
    const reference::IntegerFormat& b = reference::integer_format_named(name_of(spec.b));
    const bool bits = spec.a == Format::b1;
    const reference::IntegerRule rule{
        !bits                                    ? IntegerProduct::multiply
        : spec.multiplier == Multiplier::product ? IntegerProduct::bitwise_and
                                                 : IntegerProduct::bitwise_xor,
        spec.overflow == Overflow::wrap ? IntegerOverflow::wrap : IntegerOverflow::saturate};
    return [&a, &b, rule](const tb::Tile& x) {
        return reference::integer_dot_add(a, b, x.a, x.b, static_cast<std::uint32_t>(x.c[0]), rule);
    };
}

TEST(Integers, EveryPairOfFormatsIsTheReference) {
    for (const Format a : kMultiplied) {
        for (const Format b : kMultiplied) {
            for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
                for (const int k : {1, 2, 4, 16, 33}) {
                    const Spec spec = families::integer_spec(a, b, k, overflow);
                    compare_integers(spec,
                                     std::string(name_of(a)) + " x " + std::string(name_of(b)) +
                                         ", k = " + std::to_string(k) + ", " + std::string(name_of(overflow)),
                                     exact_reference(spec), 3'000);
                }
            }
        }
    }
}

TEST(Integers, SingleBitsAreTheReference) {
    for (const Multiplier multiplier : {Multiplier::product, Multiplier::xor_}) {
        for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
            for (const int k : {1, 8, 128, 256}) {
                Spec spec = families::integer_spec(Format::b1, Format::b1, k, overflow);
                spec.multiplier = multiplier;
                compare_integers(spec, "b1 " + std::string(name_of(multiplier)), exact_reference(spec),
                                 6'000);
            }
        }
    }
}

/// The transcription of an instruction's own text; empty if it has none.
std::function<std::uint32_t(const tb::Tile&)> transcription(const Instruction& one) {
    const auto c_of = [](const tb::Tile& x) { return static_cast<std::uint32_t>(x.c[0]); };
    const auto is_signed = [](Format format) { return info(format).is_signed; };
    const Spec& spec = one.spec;
    const std::string& name = one.name;
    if (spec.a == Format::b1) {
        const bool exclusive = spec.multiplier == Multiplier::xor_;
        return [=](const tb::Tile& x) { return reference::bmma(exclusive, x.a, x.b, c_of(x)); };
    }
    if (name == "VPDPBUSD") return [=](const tb::Tile& x) { return reference::vpdpbusd(x.a, x.b, c_of(x)); };
    if (name == "VPDPBUSDS")
        return [=](const tb::Tile& x) { return reference::vpdpbusds(x.a, x.b, c_of(x)); };
    if (name == "VPDPWSSD") return [=](const tb::Tile& x) { return reference::vpdpwssd(x.a, x.b, c_of(x)); };
    if (name == "VPDPWSSDS")
        return [=](const tb::Tile& x) { return reference::vpdpwssds(x.a, x.b, c_of(x)); };
    const bool a = is_signed(spec.a);
    const bool b = is_signed(spec.b);
    if (name.starts_with("TDPB")) {
        EXPECT_EQ(name, std::string("TDPB") + (a ? 'S' : 'U') + (b ? 'S' : 'U') + 'D');
        return [=](const tb::Tile& x) { return reference::tdpbd(a, b, x.a, x.b, c_of(x)); };
    }
    if (one.arch == Arch::Arm)
        return [=](const tb::Tile& x) { return reference::mmla(!a, !b, x.a, x.b, c_of(x)); };
    // NVIDIA's text, which AMD's describes as well
    const bool saturates = spec.overflow == Overflow::saturate;
    return [=](const tb::Tile& x) {
        return reference::imma({info(spec.a).bits, a}, {info(spec.b).bits, b}, saturates, x.a, x.b, c_of(x));
    };
}

TEST(Integers, EveryInstructionIsItsText) {
    int count = 0;
    for (const Instruction& one : registry()) {
        if (!info(one.spec.d).is_integer()) continue;
        ++count;
        EXPECT_EQ(one.spec.k, one.shape.k) << one.name;
        compare_integers(one.spec, std::string(name_of(one.arch)) + " " + one.name, transcription(one),
                         2'000);
    }
    EXPECT_GE(count, 239);
}

TEST(Integers, ATraceSumsUpToTheResult) {
    for (const Overflow overflow : {Overflow::wrap, Overflow::saturate}) {
        const DotAdd dot(families::integer_spec(Format::int8, Format::uint8, 16, overflow));
        IntegerCases cases(dot.operands(), 3);
        for (int i = 0; i < 2'000; ++i) {
            const tb::Tile x = cases.next();
            const Operands in{x.a, x.b, {}, {}, x.c[0]};
            Trace trace;
            const std::uint64_t d = dot.traced(in, trace);
            ASSERT_EQ(d, dot(in));
            ASSERT_EQ(trace.steps.size(), 1U);
            BigInt sum = 0;
            for (const TraceAddend& addend : trace.steps[0].addends) sum += addend.aligned;
            ASSERT_EQ(sum, trace.steps[0].sum);
            ASSERT_EQ(trace.steps[0].result, d);
        }
    }
}

/// What the names say about signs, saturation and shape, read without the registry's code.
TEST(Integers, NamesMeanWhatTheySay) {
    for (const Instruction& one : registry()) {
        if (!one.name.starts_with("IMMA.") || one.name.starts_with("IMMA.SP")) continue;
        const bool saturates = one.name.ends_with(".SAT");
        EXPECT_EQ(one.spec.overflow, saturates ? Overflow::saturate : Overflow::wrap) << one.name;
        const std::string types = one.name.substr(one.name.find('.', 5));
        const auto expected = [](const std::string& type) {
            return type == "S8"   ? Format::int8
                   : type == "U8" ? Format::uint8
                   : type == "S4" ? Format::int4
                                  : Format::uint4;
        };
        EXPECT_EQ(one.spec.a, expected(types.substr(1, 2))) << one.name;
        EXPECT_EQ(one.spec.b, expected(types.substr(4, 2))) << one.name;
        const std::string shape =
            std::to_string(one.shape.m) + std::to_string(one.shape.n) + std::to_string(one.shape.k);
        EXPECT_TRUE(one.name.starts_with("IMMA." + shape + ".")) << one.name;
    }
    EXPECT_EQ(find_instruction("RDNA4", "v_wmma_i32_16x16x32_iu4 neg_lo:[0,1,0] clamp").spec,
              families::integer_spec(Format::uint4, Format::int4, 32, Overflow::saturate));
    EXPECT_EQ(find_instruction("RDNA3", "v_wmma_i32_16x16x16_iu8 neg_lo:[0,0,0]").spec,
              families::integer_spec(Format::uint8, Format::uint8, 16, Overflow::wrap));
}

/// Searches for a sum or a result outside the ranges that coverage relies on.
TEST(Integers, RangesHoldAndAreReached) {
    for (const Format a : {Format::int8, Format::uint8, Format::int4}) {
        for (const Format b : {Format::int8, Format::uint8}) {
            const Spec spec = families::integer_spec(a, b, 4, Overflow::saturate);
            const Program program(expand(spec));
            const IntegerRanges ranges = integer_ranges(program);
            const auto most = [](Format format, bool negative) {
                return BigInt(info(format).max_finite_code(negative));
            };
            const BigInt low_a = info(a).is_signed ? -most(a, true) : BigInt(0);
            const BigInt low_b = info(b).is_signed ? -most(b, true) : BigInt(0);
            BigInt low = 0;
            BigInt high = 0;
            for (BigInt x = low_a; x <= most(a, false); ++x) {
                for (BigInt y = low_b; y <= most(b, false); ++y) {
                    low = std::min(low, BigInt(x * y));
                    high = std::max(high, BigInt(x * y));
                }
            }
            EXPECT_EQ(ranges.values[0].low, low);
            EXPECT_EQ(ranges.values[0].high, high);
            EXPECT_EQ(ranges.sums[0].low, 4 * low - most(Format::int32, true));
            EXPECT_EQ(ranges.sums[0].high, 4 * high + most(Format::int32, false));
        }
    }
}

}  // namespace
}  // namespace karat::test
