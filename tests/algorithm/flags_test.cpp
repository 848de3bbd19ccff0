// SPDX-License-Identifier: Apache-2.0
// The status flags of a dot-add: by hand, and against exact numbers.
#include "../recipe/family_check.hpp"
#include "../recipe/random_operands.hpp"
#include "bridge.hpp"
#include "expected_flags.hpp"
#include "karat/instruction/registry.hpp"

namespace karat::test {
namespace {

Spec small(Algorithm algorithm, Format d, int k = 4) {
    Spec spec;
    spec.algorithm = algorithm;
    spec.a = spec.b = Format::fp16;
    spec.c = spec.d = d;
    spec.k = k;
    return spec;
}

Flags flags_of(const Spec& spec, std::vector<std::uint64_t> a, std::vector<std::uint64_t> b, std::uint64_t c,
               const FlagRule& rule = {}) {
    const DotAdd dot(spec);
    a.resize(static_cast<std::size_t>(spec.k));
    b.resize(static_cast<std::size_t>(spec.k));
    Flags out;
    const Operands in{a, b, {}, {}, c};
    EXPECT_EQ(dot.flagged(in, rule, out), dot(in));
    return out;
}

constexpr std::uint64_t kOne = 0x3c00, kInfinity = 0x7c00, kQuiet = 0x7e00, kSignalling = 0x7d00;
constexpr Flags kNone{};
constexpr Flags kInvalid{true, false, false, false};
constexpr Flags kInexact{false, false, false, true};

TEST(Flags, AreSetOnlyIfSomethingHappened) {
    const Spec fp16 = small(Algorithm::exact, Format::fp16);
    EXPECT_EQ(flags_of(fp16, {kOne}, {kOne}, kOne), kNone);
    EXPECT_EQ(flags_of(fp16, {kQuiet}, {kOne}, kOne), kNone);
    EXPECT_EQ(flags_of(fp16, {kInfinity}, {kOne}, kInfinity), kNone);
    EXPECT_EQ(flags_of(fp16, {}, {}, 0x0001), kNone);  // an exact subnormal
    EXPECT_EQ(kNone.bits(), 0U);
    EXPECT_EQ((Flags{true, true, true, true}.bits()), 15U);
}

TEST(Flags, InvalidIsZeroTimesInfinityAndInfinityMinusInfinityAndSignallingNans) {
    const Spec fp16 = small(Algorithm::exact, Format::fp16);
    EXPECT_EQ(flags_of(fp16, {0}, {kInfinity}, kOne), kInvalid);
    EXPECT_EQ(flags_of(fp16, {0}, {kInfinity}, kQuiet), kInvalid);
    EXPECT_EQ(flags_of(fp16, {kInfinity}, {kOne}, 0x8000 | kInfinity), kInvalid);
    EXPECT_EQ(flags_of(fp16, {kInfinity, kQuiet}, {kOne, kOne}, 0x8000 | kInfinity), kNone);
    EXPECT_EQ(flags_of(fp16, {kSignalling}, {kOne}, kOne), kInvalid);
    EXPECT_EQ(flags_of(fp16, {kOne}, {kOne}, kSignalling), kInvalid);
}

TEST(Flags, OverflowIsInexact) {
    const Spec fp16 = small(Algorithm::exact, Format::fp16);
    const Flags both{false, true, false, true};
    EXPECT_EQ(flags_of(fp16, {0x7bff}, {0x4000}, 0), both);
    Spec saturates = fp16;
    saturates.overflow = Overflow::saturate;
    EXPECT_EQ(flags_of(saturates, {0x7bff}, {0x4000}, 0), both);
    EXPECT_EQ(flags_of(fp16, {0x7bff}, {kOne}, 0), kNone);  // the largest finite value
}

TEST(Flags, AlignmentCountsUnlessOnlyRoundingsDo) {
    Spec narrow = small(Algorithm::fda, Format::fp32);
    narrow.F = Width{10};
    // 1 + 2^-14: the product drops out of the grid, and the rounding sees 1
    EXPECT_EQ(flags_of(narrow, {kOne, kOne}, {kOne, 0x0400}, 0), kInexact);
    EXPECT_EQ(flags_of(narrow, {kOne, kOne}, {kOne, 0x0400}, 0, {{}, false}), kNone);
    narrow.sticky = Sticky::ored;  // the rounding sees that something was lost
    EXPECT_EQ(flags_of(narrow, {kOne, kOne}, {kOne, 0x0400}, 0, {{}, false}), kInexact);
}

TEST(Flags, TinyBeforeRoundingAndAfterIt) {
    // (2^-14 - 2^-25) rounds to 2^-14, the least normal number, on the grid of subnormals; rounded to eleven
    // bits with an unbounded exponent it stays below
    const Spec fp16 = small(Algorithm::exact, Format::fp16);
    const Flags under{false, false, true, true};
    const auto just_below = [&](const FlagRule& rule) {
        return flags_of(fp16, {0x0400, 0x8c00}, {kOne, 0x0800}, 0, rule);
    };
    EXPECT_EQ(just_below({}), under);
    EXPECT_EQ(just_below({FlushWhen::before}), under);
    EXPECT_EQ(just_below({FlushWhen::encoded}), kInexact);
    // 2^-14 - 2^-27 is rounded up with an unbounded exponent too
    const auto closer = [&](const FlagRule& rule) {
        return flags_of(fp16, {0x0400, 0x8c00}, {kOne, 0x0200}, 0, rule);
    };
    EXPECT_EQ(closer({}), kInexact);
    EXPECT_EQ(closer({FlushWhen::before}), under);
}

TEST(Flags, FlushedResultsAndProducts) {
    Spec flushes = small(Algorithm::exact, Format::fp16);
    flushes.flush_output = true;
    const Flags under{false, false, true, true};
    EXPECT_EQ(flags_of(flushes, {}, {}, 0x0001), under);  // exact, but not delivered
    Spec products = small(Algorithm::fda, Format::fp32);
    products.F = Width{30};
    products.a = products.b = Format::bf16;
    products.flush_products = true;
    EXPECT_EQ(flags_of(products, {0x0080}, {0x3f00}, 0), under);  // 2^-126 * 0.5
    EXPECT_EQ(flags_of(products, {0x0080}, {0x3f80}, 0), kNone);
    EXPECT_EQ(flags_of(products, {0x0080}, {0}, 0), kNone);
    products.product_overflow = ProductOverflow::inf;
    EXPECT_EQ(flags_of(products, {0x7f00}, {0x4000}, 0), (Flags{false, true, false, true}));
}

/// Half directed operands, half with close exponents, so that sums cancel, overflow and become subnormal.
void compare(const Spec& spec, const FlagRule& rule, int count) {
    const DotAdd dot(spec);
    ExpectedFlags reference(to_params(spec), rule);
    reference::OperandSource directed(to_shape(spec), 5);
    CloseOperands close(dot.operands(), 6);
    std::array<int, 4> seen{};
    for (int i = 0; i < count; ++i) {
        const reference::Case x = i % 2 == 0 ? directed.next() : close.next();
        const Operands in{x.a, x.b, {}, {}, x.c};
        Flags got;
        ASSERT_EQ(dot.flagged(in, rule, got), dot(in));
        const Flags expected = reference.of(x.a, x.b, x.c);
        ASSERT_EQ(got.bits(), expected.bits())
            << "case " << i << " (" << x.kind << ")\nspec " << to_json_text(spec) << "\n"
            << describe(dot.operands(), in, {"d", dot(in)}, {"d", dot(in)});
        for (std::size_t bit = 0; bit < 4; ++bit) seen[bit] += got.bits() >> bit & 1U ? 1 : 0;
    }
    for (const int each : seen) EXPECT_GT(each, count / 1000) << "a flag is hardly ever raised";
}

TEST(Flags, AreThoseOfExactNumbers) {
    for (const Format d : {Format::fp16, Format::fp32}) {
        for (const Rounding rounding : {Rounding::RNE, Rounding::RZ, Rounding::RU}) {
            Spec spec = small(Algorithm::exact, d);
            if (d == Format::fp32) spec.a = spec.b = Format::bf16;
            spec.output_rounding = rounding;
            spec.overflow = Overflow::ieee;
            for (const FlushWhen when : {FlushWhen::before, FlushWhen::unbounded, FlushWhen::encoded})
                compare(spec, {when}, 4000);
            spec.algorithm = Algorithm::fda;
            spec.F = Width{14};
            compare(spec, {}, 4000);
            spec.terms = 2;  // a chain of two sums
            compare(spec, {}, 4000);
            spec.terms = std::nullopt;
            compare(spec, {FlushWhen::before, false}, 4000);
            spec.sticky = Sticky::ored;
            compare(spec, {}, 4000);
            compare(spec, {{}, false}, 4000);
            spec.flush_output = true;
            for (const FlushWhen when : {FlushWhen::before, FlushWhen::unbounded, FlushWhen::encoded}) {
                spec.flush_output_when = when;
                compare(spec, {}, 4000);
            }
        }
    }
}

TEST(Flags, EveryInstructionHasThem) {
    for (const Instruction& each : registry()) {
        const DotAdd dot(each.spec);
        RandomOperands operands(dot.operands(), 3);
        const FlagRule rule;
        for (int i = 0; i < 20; ++i) {
            Operands in = operands.next();
            if (dot.operands().metadata != Metadata::none) break;
            Flags flags;
            ASSERT_EQ(dot.flagged(in, rule, flags), dot(in)) << each.name;
            if (dot.operands().are_integers()) {
                EXPECT_EQ(flags.bits() & 10U, 0U) << each.name;
            }
        }
    }
}

}  // namespace
}  // namespace karat::test
