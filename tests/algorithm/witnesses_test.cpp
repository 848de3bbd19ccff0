// SPDX-License-Identifier: Apache-2.0
// A stored dot-add for every F in 10..40, whose result differs between F and F + 1. A reviewer can follow the
// effect of the knob by hand.
#include <gtest/gtest.h>

#include "values.hpp"

namespace karat::test {
namespace {

/// HMMA.16816.F32 on Hopper with a different F. a0*b0 = -c, so the large terms cancel. The last bit of a1*b1
/// is 2^-(F+1): below the grid of F, and on the grid of F + 1.
struct Witness {
    int F;
    std::uint16_t a1, b1;
    std::uint32_t at_F, at_F_plus_1;
};

// a0 = 1 (3c00), b0 = -1 (bc00), c = 1 (3f800000). a1 * b1 is 1.5 * 2^-F: F keeps 2^-F, and F + 1 keeps the
// whole product.
constexpr Witness kWitnesses[] = {
#include "witnesses.inc"
};

TEST(Witnesses, TellEveryFFromTheNext) {
    int expected_F = 10;
    for (const Witness& w : kWitnesses) {
        ASSERT_EQ(w.F, expected_F++);
        Spec spec = named("Hopper", "HMMA.16816.F32");
        std::vector<std::uint64_t> a(16);
        std::vector<std::uint64_t> b(16);
        a[0] = 0x3c00;
        b[0] = 0xbc00;
        a[1] = w.a1;
        b[1] = w.b1;
        spec.F = {w.F};
        EXPECT_EQ(DotAdd(spec)({a, b, {}, {}, 0x3f800000}), w.at_F) << "F = " << w.F;
        spec.F = {w.F + 1};
        EXPECT_EQ(DotAdd(spec)({a, b, {}, {}, 0x3f800000}), w.at_F_plus_1) << "F = " << w.F + 1;
        EXPECT_NE(w.at_F, w.at_F_plus_1);
    }
    EXPECT_EQ(expected_F, 41);
}

}  // namespace
}  // namespace karat::test
