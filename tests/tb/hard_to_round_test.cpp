// SPDX-License-Identifier: Apache-2.0
// Directed operands near a rounding boundary: how little is left after cancellation, and how close to a tie a
// value is.
#include "karat_tb/stimulus/directed/hard_to_round.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/directed/rounding_edges.hpp"
#include "karat_tb/stimulus/operand_bits.hpp"

namespace karat::test {
namespace {

const Spec kHopper = find_instruction("Hopper", "HMMA.16816.F32").spec;

double value_of(std::uint64_t code, Format format) {
    const FormatInfo& f = info(format);
    const Unpacked x = unpack(code, f);
    const double magnitude = std::ldexp(static_cast<double>(x.significand), x.exponent - f.fraction_bits);
    return x.negative ? -magnitude : magnitude;
}

/// One lane of small normal numbers.
tb::Tile near_one(const Spec& spec, tb::Random& random) {
    tb::Tile tile;
    const auto k = static_cast<std::size_t>(spec.k);
    for (std::size_t i = 0; i < k; ++i) {
        tile.a.push_back(tb::compose(info(spec.a), random.coin(), random.between(-3, 3), random.bits()));
        tile.b.push_back(tb::compose(info(spec.b), random.coin(), random.between(-3, 3), random.bits()));
    }
    tile.c.push_back(tb::compose(info(spec.c), random.coin(), 0, random.bits()));
    return tile;
}

/// Distance of the product from a tie at bit `half`, in units of its last non-zero place.
std::uint64_t off_a_tie(const tb::HardToRoundProduct& x, const FormatInfo& fa, const FormatInfo& fb) {
    const std::uint64_t a = std::uint64_t{1} << fa.fraction_bits | x.a_fraction;
    const std::uint64_t b = std::uint64_t{1} << fb.fraction_bits | x.b_fraction;
    const std::uint64_t half = std::uint64_t{1} << (x.half + fa.fraction_bits + fb.fraction_bits);
    const std::uint64_t tail = a * b & (2 * half - 1);
    return (tail > half ? tail - half : half - tail) >> (std::countr_zero(a) + std::countr_zero(b));
}

TEST(HardToRoundProduct, LiesOnATieOrBesideIt) {
    for (const auto& [a, b] : {std::pair{Format::fp16, Format::fp16},
                               {Format::bf16, Format::bf16},
                               {Format::e4m3, Format::e5m2}}) {
        tb::Random random(3);
        int ties = 0;
        int beside = 0;
        for (int i = 0; i < 2000; ++i) {
            const std::uint64_t off =
                off_a_tie(tb::hard_to_round_product(info(a), info(b), random), info(a), info(b));
            ties += off == 0 ? 1 : 0;
            beside += off > 0 && off < 8 ? 1 : 0;
        }
        EXPECT_GT(ties, 200) << name_of(a);
        EXPECT_GT(beside, 700) << name_of(a);
        EXPECT_GT(ties + beside, 1500) << name_of(a);
    }
}

TEST(HardToRoundAlone, LiesOnATieOfTheResultOrBesideIt) {
    constexpr int kept = 10;
    tb::Random random(3);
    int ties = 0;
    for (int i = 0; i < 1000; ++i) {
        const auto drawn = tb::hard_to_round_alone(info(Format::fp16), info(Format::fp16), kept, random);
        if (!drawn) continue;
        const std::uint64_t product =
            (0x400 | drawn->product.a_fraction) * (0x400 | drawn->product.b_fraction);
        const int half = drawn->product.half + 20;
        EXPECT_EQ(std::bit_width(product) - 2 - kept, half);
        EXPECT_EQ(std::countr_zero(product) - half, drawn->last);
        ties += drawn->last == 0 ? 1 : 0;
    }
    EXPECT_GT(ties, 300);
    EXPECT_FALSE(tb::hard_to_round_alone(info(Format::fp16), info(Format::fp16), 23, random));
}

TEST(RoundingEdges, CAnswersTheProducts) {
    tb::RoundingEdges close(kHopper, 1, 1);
    tb::Random random(5);
    const DotAdd dot(kHopper);
    int small = 0;
    int powers = 0;
    for (int t = 0; t < 300; ++t) {
        tb::Tile tile = near_one(kHopper, random);
        close.c_answers(tile, random);
        const double c = value_of(tile.c[0], kHopper.c);
        int exponent = 0;
        const double d = value_of(dot(tile.operands(0, 0, 1)), kHopper.d);
        small += std::abs(d) <= std::ldexp(std::abs(c), -20) ? 1 : 0;
        powers += std::frexp(std::abs(d), &exponent) == 0.5 ? 1 : 0;
    }
    EXPECT_GT(small, 150);
    EXPECT_GT(powers, 60);
}

/// c plus the lowest bits of the sum of products make one ulp of the result without c.
TEST(RoundingEdges, CIsWhatTheLowestBitsLackOfAnUlp) {
    tb::RoundingEdges close(kHopper, 1, 1);
    tb::Random random(5);
    const DotAdd dot(kHopper);
    const FormatInfo& f = info(kHopper.d);
    int carried = 0;
    for (int t = 0; t < 400; ++t) {
        tb::Tile tile = near_one(kHopper, random);
        close.c_answers(tile, random);
        const std::uint64_t with = dot(tile.operands(0, 0, 1));
        const double c = std::abs(value_of(tile.c[0], kHopper.c));
        tile.c[0] = 0;
        const std::uint64_t without = dot(tile.operands(0, 0, 1));
        const double ulp = std::ldexp(1, unpack(without, f).exponent - f.fraction_bits);
        carried += c > 0 && c < ulp && with == without + 1 ? 1 : 0;
    }
    EXPECT_GT(carried, 30);
}

double product(const tb::Tile& tile, const Spec& spec, std::size_t place) {
    return value_of(tile.a[place], spec.a) * value_of(tile.b[place], spec.b);
}

/// Of 200 tiles rewritten by `make`, the number for which `holds` is true.
template <class Make, class Holds>
int count(const Spec& spec, const Make& make, const Holds& holds) {
    tb::RoundingEdges close(spec, 1, 1);
    tb::Random random(7);
    int out = 0;
    for (int t = 0; t < 200; ++t) {
        tb::Tile tile = near_one(spec, random);
        make(close, tile, random);
        out += holds(tile) ? 1 : 0;
    }
    return out;
}

TEST(RoundingEdges, NeighboursDifferInTheirLastPlaces) {
    Spec spec = kHopper;
    spec.k = 2;
    const auto make = [](tb::RoundingEdges& close, tb::Tile& tile, tb::Random& random) {
        close.neighbours(tile, random);
    };
    const auto differ_little = [&](const tb::Tile& tile) {
        const double x = product(tile, spec, 0);
        return x != 0 &&
               std::abs(std::abs(x) - std::abs(product(tile, spec, 1))) <= std::ldexp(std::abs(x), -16);
    };
    EXPECT_GT(count(spec, make, differ_little), 80);
}

/// c = 2^e is far above every FP8 product. Two products are single bits: one at half an ulp of c, one below
/// it.
TEST(RoundingEdges, TiesOfACAboveAllProducts) {
    const Spec spec = find_instruction("CDNA3", "v_mfma_f32_16x16x32_fp8_fp8").spec;
    const double most = std::ldexp(1, 2 * info(spec.a).max_exponent() + 2);
    const auto make = [](tb::RoundingEdges& close, tb::Tile& tile, tb::Random& random) {
        close.tie(tile, random);
    };
    const auto holds = [&](const tb::Tile& tile) {
        int products = 0;
        for (std::size_t place = 0; place < static_cast<std::size_t>(spec.k); ++place)
            products += product(tile, spec, place) != 0 ? 1 : 0;
        return products == 2 && std::abs(value_of(tile.c[0], spec.c)) > most;
    };
    EXPECT_GT(count(spec, make, holds), 0);
}

/// A unit may lose a c that lies below the last place of the product. Only a tie shows it.
TEST(RoundingEdges, CFarBelowALoneProductDecidesATie) {
    Spec spec;
    spec.algorithm = Algorithm::fma;
    spec.a = spec.b = spec.c = spec.d = Format::fp16;
    spec.k = 1;
    const DotAdd dot(spec);
    const auto make = [](tb::RoundingEdges& close, tb::Tile& tile, tb::Random& random) {
        close.tie(tile, random);
    };
    const auto decides = [&](tb::Tile tile) {
        const double x = std::abs(product(tile, spec, 0));
        if (x == 0 || std::abs(value_of(tile.c[0], spec.c)) >= std::ldexp(x, -22)) return false;
        const std::uint64_t with_c = dot(tile.operands(0, 0, 1));
        tile.c[0] = 0;
        return with_c != dot(tile.operands(0, 0, 1));
    };
    EXPECT_GT(count(spec, make, decides), 2);
}

TEST(RoundingEdges, HardProductsRoundAmongSubnormals) {
    Spec spec;
    spec.algorithm = Algorithm::muladd;
    spec.k = 4;
    spec.product_format = Format::fp16;
    const auto make = [](tb::RoundingEdges& close, tb::Tile& tile, tb::Random& random) {
        close.hard_to_round_products(tile, random);
    };
    const auto among = [&](const tb::Tile& tile) {
        const double x = std::abs(product(tile, spec, 1));
        return x > 0x1p-26 && x < 0x1p-14;
    };
    EXPECT_GT(count(spec, make, among), 100);
}

}  // namespace
}  // namespace karat::test
