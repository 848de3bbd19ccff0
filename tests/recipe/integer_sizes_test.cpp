// SPDX-License-Identifier: Apache-2.0
// Sums that span few or many bits: each integer size of an evaluation (arithmetic/integers.hpp) gives the
// bits of the independent reference.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "karat/evaluate/evaluator.hpp"
#include "karat/recipe/json/recipe_json.hpp"
#include "karat_tb/stimulus/random.hpp"
#include "reference/encoding.hpp"

namespace karat {
namespace {

/// The exact sum of two fp64 products and c, in two steps: a sum that does not fit is an addend of another.
const Recipe kExact = recipe_from_json_text(
    R"({"karat_recipe":1,"operands":{"a":"fp64","b":"fp64","c":"fp64","d":"fp64","k":2},"result":{)"
    R"("sum":[{"of":{"sum":[{"of":"product"}]}},{"of":"c"}],"round":{"format":"fp64","overflow":"ieee"}}})");

std::uint64_t fp64(int exponent, tb::Random& random) {
    const FormatInfo& f = info(Format::fp64);
    const std::uint64_t field = static_cast<std::uint64_t>(exponent + f.bias) << f.fraction_bits;
    return field | (random.bits() & f.fraction_mask()) | (random.coin() ? f.sign_bit() : 0);
}

class SumsThatSpan : public testing::TestWithParam<int> {};

TEST_P(SumsThatSpan, AreThoseOfTheReference) {
    constexpr int dot_adds = 500;
    const reference::Format& format = reference::format_named("fp64");
    const Evaluator unbounded = Evaluator::without_bounds(kExact);
    const Evaluator bounded(kExact);
    tb::Random random(1);
    for (int n = 0; n < dot_adds; ++n) {
        const int half = GetParam() / 2;
        const int from = random.between(-half, half);
        // the products cancel in their leading bits now and then, so that low bits decide
        const std::array<std::uint64_t, 2> a{fp64(half / 2, random), fp64(-half / 2, random)};
        const std::array<std::uint64_t, 2> b{fp64(half / 2, random), fp64(-half / 2, random)};
        const Operands in{a, b, {}, {}, fp64(n % 2 == 0 ? from : half, random)};
        reference::Dyadic sum = reference::decode(in.c, format).value;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum = sum + reference::decode(a[i], format).value * reference::decode(b[i], format).value;
        if (sum.is_zero()) continue;
        const std::uint64_t expected = reference::encode(
            reference::Number::finite(sum), reference::output_of(format, reference::Rounding::RNE));
        ASSERT_EQ(unbounded(in), expected) << "dot-add " << n;
        ASSERT_EQ(bounded(in), expected) << "dot-add " << n;
        Trace trace;
        ASSERT_EQ(unbounded.traced(in, trace), expected) << "dot-add " << n;
    }
}

// just below and just above what 128 bits hold, 512 bits hold, and far more
INSTANTIATE_TEST_SUITE_P(Bits, SumsThatSpan, testing::Values(10, 18, 24, 200, 380, 400, 420, 1000));

/// A conversion adds no bits to a product.
TEST(IntegerSizes, ConvertedOperandsFitInTheSizeOfTheStored) {
    const auto size_with = [](const std::string& a, const std::string& convert) {
        return Evaluator::without_bounds(
                   recipe_from_json_text(R"({"karat_recipe":1,"operands":{"a":")" + a + R"(","b":")" + a +
                                         R"(","c":"fp32","d":"fp32","k":2,"convert":")" + convert +
                                         R"("},"result":{"sum":[{"of":"product"},{"of":"c"}],)" +
                                         R"("round":{"format":"fp32"}}})"))
            .size();
    };
    EXPECT_EQ(size_with("fp16", "fp64"), IntegerSize::checked_narrow);
    EXPECT_EQ(size_with("fp32", "fp64"), IntegerSize::checked_narrow);
    EXPECT_EQ(size_with("fp64", "fp64"), IntegerSize::checked_medium);
}

}  // namespace
}  // namespace karat
