// SPDX-License-Identifier: Apache-2.0
// Which NaN is passed on if several operands are NaNs, and what an invalid operation gives.
#include <gtest/gtest.h>

#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/text/text.hpp"

namespace karat::test {
namespace {

constexpr std::uint64_t kOne = 0x3FF0000000000000, kInfinity = 0x7FF0000000000000;
constexpr std::uint64_t kSign = 0x8000000000000000, kQuiet = 0x0008000000000000;
// signalling NaNs, each with its own payload
constexpr std::uint64_t kA = 0x7FF0000000000A00, kB = 0xFFF0000000000B00, kC = 0x7FF0000000000C00;

std::string dmma(std::vector<std::uint64_t> a, std::vector<std::uint64_t> b, std::uint64_t c) {
    a.resize(4, kOne);
    b.resize(4, kOne);
    const DotAdd dot(find_instruction("Hopper", "DMMA.884").spec);
    return to_hex(dot({a, b, {}, {}, c, {}}), Format::fp64);
}
std::string quiet(std::uint64_t nan) { return to_hex(nan | kQuiet, Format::fp64); }

TEST(NanByCause, OfDmmaTakesBThenTheAccumulatorThenA) {
    EXPECT_EQ(dmma({kA}, {kB}, kC), quiet(kB));
    EXPECT_EQ(dmma({kA}, {kOne}, kC), quiet(kC));
    EXPECT_EQ(dmma({kA}, {kOne}, kOne), quiet(kA));
    EXPECT_EQ(dmma({kOne, kA}, {kB}, kC), quiet(kB)) << "the accumulator of the second step is b's NaN";
    EXPECT_EQ(dmma({kOne}, {kOne, kB}, kC), quiet(kB)) << "b of a later step comes before c";
    EXPECT_EQ(dmma({kOne}, {kB, kB | 1}, kC), quiet(kB | 1)) << "the last b comes first";
}

TEST(NanByCause, OfAnInvalidOperationIsNegativeAndQuiet) {
    const std::string indefinite = to_hex(kInfinity | kSign | kQuiet, Format::fp64);
    EXPECT_EQ(dmma({kInfinity}, {0}, kOne), indefinite);
    EXPECT_EQ(dmma({kInfinity}, {kOne}, kInfinity | kSign), indefinite);
    EXPECT_EQ(dmma({kInfinity}, {0}, kC), quiet(kC)) << "a NaN accumulator comes before 0 * inf";
    EXPECT_EQ(dmma({kOne, kOne, kInfinity}, {kOne, kOne, 0, kB}, kOne), quiet(kB));
}

}  // namespace
}  // namespace karat::test
