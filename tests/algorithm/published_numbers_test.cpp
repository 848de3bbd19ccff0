// SPDX-License-Identifier: Apache-2.0
// Results on real hardware that papers and users have published.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "karat_tb/stimulus/random.hpp"
#include "values.hpp"

namespace karat::test {
namespace {

// MMA-Sim section VI.C: c is minus one millionth, and is rounded down to minus one unit of the aligned grid.
TEST(MmaSim, Cdna3RoundsTinyNegativeCDown) {
    const double c = static_cast<double>(-0.000001F);
    EXPECT_EQ(dot(named("CDNA3", "v_mfma_f32_32x32x8_f16"), {2048, 2048}, {2048, -2048}, c), -0.25);
    EXPECT_EQ(dot(named("Hopper", "HMMA.1688.F32"), {2048, 2048}, {2048, -2048}, c), 0);
    EXPECT_EQ(dot(named("Ampere", "HMMA.1688.F32"), {2048, 2048}, {2048, -2048}, c), 0);
    Spec nearest = named("CDNA3", "v_mfma_f32_32x32x8_f16");
    nearest.c_rounding = Rounding::RNE;
    EXPECT_EQ(dot(nearest, {2048, 2048}, {2048, -2048}, c), 0);
}

struct Moments {
    double mean;
    double standard_error;
};

/// Error relative to the exact sum for A, B ~ 1000 N(0,1) and C ~ N(0,1).
Moments errors(const Spec& spec, int samples) {
    tb::Random random(11);
    const auto normal = [&] {
        const double u = (static_cast<double>(random.bits() >> 11) + 0.5) * 0x1p-53;
        const double v = static_cast<double>(random.bits() >> 11) * 0x1p-53;
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
    };
    const auto half = [](double x) {  // rounds to fp16
        const int quantum = std::max(std::ilogb(x) - 10, -24);
        return std::ldexp(std::nearbyint(std::ldexp(x, -quantum)), quantum);
    };
    const DotAdd machine(spec);
    Spec wide = spec;
    wide = Spec{};
    wide.algorithm = Algorithm::exact;
    wide.a = spec.a;
    wide.b = spec.b;
    wide.k = spec.k;
    wide.d = Format::fp64;
    const DotAdd exact(wide);
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < samples; ++i) {
        std::vector<std::uint64_t> a;
        std::vector<std::uint64_t> b;
        for (int k = 0; k < spec.k; ++k) {
            a.push_back(encoded(half(1000 * normal()), spec.a));
            b.push_back(encoded(half(1000 * normal()), spec.b));
        }
        const std::uint64_t c = encoded(static_cast<double>(static_cast<float>(normal())), spec.c);
        const double error =
            to_double(machine({a, b, {}, {}, c}), spec.d) - to_double(exact({a, b, {}, {}, c}), Format::fp64);
        sum += error;
        squares += error * error;
    }
    const double mean = sum / samples;
    return {mean, std::sqrt((squares / samples - mean * mean) / samples)};
}

// MMA-Sim Fig. 2: rounding down gives CDNA3's error a negative bias. The same arithmetic with truncation
// towards zero has no bias.
TEST(MmaSim, Cdna3ErrorIsBiasedAndItsTruncatingTwinIsNot) {
    const Spec cdna3 = named("CDNA3", "v_mfma_f32_32x32x8_f16");
    Spec twin = cdna3;
    twin.c_rounding = twin.sum_rounding = Rounding::RZ;
    const Moments biased = errors(cdna3, 20000);
    const Moments symmetric = errors(twin, 20000);
    EXPECT_LT(biased.mean, -10 * biased.standard_error);
    EXPECT_LT(std::abs(symmetric.mean), 4 * symmetric.standard_error);
}

/// FTTN section V, one element of a product of 2^13 x 2^13 matrices; the instructions run in sequence. The
/// accumulator starts at 0, or (`from_c`) at C = 2^20 with the products negated. Returns |A*B - C|.
double fttn(const Spec& spec, bool from_c) {
    const DotAdd machine(spec);
    const double sign = from_c ? -1 : 1;
    std::uint64_t acc = encoded(from_c ? 0x1p20 : 0, Format::fp32);
    for (int first = 0; first < 8192; first += spec.k) {
        std::vector<std::uint64_t> a;
        std::vector<std::uint64_t> b;
        for (int j = first; j < first + spec.k; ++j) {
            a.push_back(encoded(sign * (j == 0 ? 0x1p10 : j % 2 == 1 ? 0x1p-2 : 0x1p-3), spec.a));
            b.push_back(encoded(j == 0 ? 0x1p10 : 0x1p-3, spec.b));
        }
        acc = machine({a, b, {}, {}, acc});
    }
    const double last = to_double(acc, Format::fp32);
    return from_c ? std::abs(last) : std::abs(last - 0x1p20);
}

// Published values: V100, A100 and MI250X 0; MI100 255.875; H100 191.875. Each test uses the accumulation
// order that yields the published value.
TEST(Fttn, V100FromZero) { EXPECT_EQ(fttn(named("Volta", "HMMA.884.F32.F32"), false), 0); }
TEST(Fttn, A100FromZero) { EXPECT_EQ(fttn(named("Ampere", "HMMA.16816.F32"), false), 0); }
TEST(Fttn, Mi100FromZero) { EXPECT_EQ(fttn(named("CDNA1", "v_mfma_f32_32x32x8f16"), false), 255.875); }
TEST(Fttn, H100FromC) { EXPECT_EQ(fttn(named("Hopper", "HMMA.16816.F32"), true), 191.875); }
// The 0 of MI250X does not follow from GPS(4), which gives MI100's value. It follows from groups of one
// product, which is the width that FTTN itself infers.
TEST(Fttn, Mi250xFromZeroNeedsWidthOne) {
    EXPECT_EQ(fttn(named("CDNA2", "v_mfma_f32_32x32x8f16"), false), 255.875);
    Spec width_one = named("CDNA2", "v_mfma_f32_32x32x8f16");
    width_one.group = 1;
    EXPECT_EQ(fttn(width_one, false), 0);
}
TEST(Fttn, ExactSum) {
    Spec exact;
    exact.algorithm = Algorithm::exact;
    exact.k = 1024;
    exact.c = exact.d = Format::fp32;
    // 4096 * 2^-5 + 4095 * 2^-6. Starting from C, every partial sum is exact in fp32.
    EXPECT_EQ(fttn(exact, true), 191.984375);
}

// A user's run on H100, HMMA.16816.F32.BF16, c = 0 (MATLAB-tensor-core issue 7). All products are below
// 2^-126.
TEST(H100, FloorOfAlignmentIsMinus133) {
    const std::vector<std::uint64_t> a{0x9b94, 0x19f3, 0x9a2e, 0x1a67, 0x9a25, 0x9b4e, 0x9b29, 0x9a33,
                                       0x99e0, 0x1a14, 0x9914, 0x99d1, 0x9ae9, 0x1b1a, 0x9a9c, 0x1b3a};
    const std::vector<std::uint64_t> b{0x9aaf, 0x99f3, 0x9acc, 0x1b7c, 0x19ed, 0x1b25, 0x9a1b, 0x9a20,
                                       0x9af7, 0x9a48, 0x1ae1, 0x1b32, 0x1b12, 0x1b0e, 0x9a68, 0x1735};
    Spec spec = named("Hopper", "HMMA.16816.F32.BF16");
    EXPECT_EQ(DotAdd(spec)({a, b, {}, {}, 0}), 0x0000000bU);
    spec.exponent_floor = -126;
    EXPECT_EQ(to_double(DotAdd(spec)({a, b, {}, {}, 0}), Format::fp32), 0x1.4p-146);
}

// Fasi et al. on V100 (F = 23), T4 and A100 (F = 24). e is the gap between 1.0 and the next smaller output
// value.
class Fasi : public testing::Test {
   protected:
    const Spec v100 = named("Volta", "HMMA.884.F32.F32");
    const Spec a100 = named("Ampere", "HMMA.1688.F32");
    const double e = 0x1p-24;
};

TEST_F(Fasi, Subnormals) {
    EXPECT_EQ(dot(v100, {0x1p-24}, {4}, 0), 0x1p-22);
    EXPECT_EQ(dot(v100, {}, {}, 0x1p-149), 0x1p-149);
    EXPECT_EQ(dot(v100, {0x1p-14}, {0.5}, 0), 0x1p-15);
    EXPECT_EQ(dot(v100, {0x1p-14}, {1}, -0x1p-15), 0x1p-15);
    EXPECT_EQ(dot(named("Ampere", "HMMA.1688.F32.BF16"), {0x1p-126}, {0.5}, 0), 0x1p-127);
}
TEST_F(Fasi, ProductsAreExact) {
    const double x = 1 - 0x1p-11;
    EXPECT_EQ(dot(v100, {x, x, x, x}, {x, x, x, x}, 0), 4 * (1 - 0x1p-10 + 0x1p-22));
    EXPECT_EQ(dot(named("Volta", "HMMA.884.F16.F16"), {x, x}, {x, 0x1p-11}, 0), 1 - 0x1p-10 + 0x1p-11);
}
TEST_F(Fasi, SmallAddendsAreLostInEveryPlace) {
    for (std::size_t one = 0; one < 5; ++one) {
        for (const auto& [spec, small] : {std::pair{&v100, 0x1p-24}, std::pair{&a100, 0x1p-25}}) {
            std::vector<double> terms(5, small);
            terms[one] = 1;
            const double c = terms.back();
            terms.pop_back();
            for (double& term : terms) term *= 2;  // fp16 has no 2^-25: double b and halve a
            EXPECT_EQ(dot(*spec, {0.5, 0.5, 0.5, 0.5}, terms, c), 1);
        }
    }
}
TEST_F(Fasi, RoundingAndGuardBits) {
    EXPECT_EQ(dot(v100, {1, 1}, {0x1p-23 + 0x1p-24, 2}, 0), 2);
    EXPECT_EQ(dot(v100, {1}, {1}, -1 + e), 0x1p-23);
    EXPECT_EQ(dot(a100, {1}, {1}, -1 + e), e);
}
TEST_F(Fasi, NormalisedOnlyAtTheEnd) {
    EXPECT_EQ(dot(v100, {1, 1, 1, 1}, {e, e, e, e}, 1 - e), 1 + 0x1p-23);
    EXPECT_EQ(dot(v100, {1, 1}, {1, -e}, -1 + e), 0x1p-23);
    EXPECT_EQ(dot(v100, {1, 1, 1, 1}, {e, e, e, e}, 1), 1);  // hence the sum is not monotonic in c
}
// A100's FP64: the additions run in the order of k, and each one rounds to nearest and normalises. The sum is
// therefore monotonic where the fused sum is not.
TEST_F(Fasi, DoublePrecisionRoundsAfterEveryAddition) {
    const Spec fp64 = named("Ampere", "DMMA.884");
    const double u = 0x1p-52;
    EXPECT_EQ(dot(fp64, {1, 1, 1, 1}, {u / 2, u / 2, u / 2, u / 2}, 1), 1);  // each tie rounds to even
    EXPECT_EQ(dot(fp64, {1, 1, 1, 1}, {u / 2, u / 2, 1, 0}, 0), 1 + u);      // the largest is not added first
    EXPECT_EQ(dot(fp64, {1}, {0.75 * u}, 1), 1 + u);                         // rounds to nearest
    EXPECT_EQ(dot(fp64, {1, 1, 1, 1}, {u / 2, u / 2, u / 2, u / 2}, 1 - u / 2), 1);  // monotonic in c
}
TEST_F(Fasi, CarryBits) {
    for (std::size_t small = 0; small < 4; ++small) {
        std::vector<double> b(4, 1);
        b[small] = 0x1p-23;
        EXPECT_EQ(dot(v100, {1, 1, 1, 1}, b, 1 + 0x1p-22 + 0x1p-23), 4 + 0x1p-21);
    }
    EXPECT_EQ(dot(v100, {1, 1, 1, 1}, {1, 1.5, 1.75, 1.875}, 1.875), 8);
}

}  // namespace
}  // namespace karat::test
