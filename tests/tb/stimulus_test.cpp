// SPDX-License-Identifier: Apache-2.0
// Each source produces the tiles that its name says, and the same arguments give the same tiles.
#include "karat_tb/stimulus/stimulus.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "golden.hpp"
#include "karat/error.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"
#include "karat_tb/stimulus/directed/chain_boundary.hpp"
#include "karat_tb/stimulus/levels.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/tensors.hpp"

namespace karat::test {
namespace {

const Spec kHopper = find_instruction("Hopper", "HMMA.16816.F32").spec;
const Spec kChain = find_instruction("Ampere", "HMMA.16816.F32").spec;
const Spec kScaled = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec;
const Spec kMx = find_instruction("RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E4M3.E8").spec;

std::uint64_t fingerprint(tb::TileSource& source, int tiles) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    const auto mix = [&](const std::vector<std::uint64_t>& values) {
        for (const std::uint64_t x : values) hash = (hash ^ x) * 0x100000001b3ULL;
    };
    for (int i = 0; i < tiles; ++i) {
        const tb::Tile tile = *source.next();
        for (const auto* part : {&tile.a, &tile.b, &tile.c, &tile.scale_a, &tile.scale_b}) mix(*part);
    }
    return hash;
}

TEST(Sources, GiveOperandsThatFitAndAreReproducible) {
    for (const Spec& spec : {kHopper, kChain, kScaled, kMx}) {
        const DotAdd dot(spec);
        for (const std::string_view kind : tb::source_kinds()) {
            const auto source = tb::make_source(kind, spec, 2, 3, 11);
            for (int t = 0; t < 60; ++t) {
                const auto tile = source->next();
                ASSERT_TRUE(tile) << kind;
                for (std::size_t lane = 0; lane < 6; ++lane)
                    ASSERT_NO_THROW(dot.check(tile->operands(lane / 3, lane % 3, 3))) << kind;
            }
            const auto one = tb::make_source(kind, spec, 2, 3, 11);
            const auto same = tb::make_source(kind, spec, 2, 3, 11);
            EXPECT_EQ(fingerprint(*one, 100), fingerprint(*same, 100)) << kind;
        }
    }
}

TEST(Sources, AnUnknownKindIsRefusedWithTheList) {
    try {
        (void)tb::make_source("gauss", kHopper, 1, 1, 1);
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("heavy_tailed"), std::string::npos);
    }
    EXPECT_THROW((void)tb::make_source("/does/not/exist.vec", kHopper, 1, 1, 1), Error);
}

TEST(Sources, AClassByItsNameIsItsPartOfDirected) {
    for (const Spec& spec : {kHopper, kChain, kScaled}) {
        std::map<tb::OperandClass, std::vector<tb::Tile>> parts;
        tb::Stimulus directed(spec, 2, 3, 11);
        for (int t = 0; t < 90; ++t) {
            const tb::Tile tile = *directed.next();
            parts[tile.operand_class].push_back(tile);
        }
        std::vector<tb::OperandClass> seen;
        for (const auto& [operand_class, tiles] : parts) seen.push_back(operand_class);
        ASSERT_EQ(tb::directed_classes(spec), seen);
        for (const auto& [operand_class, tiles] : parts) {
            const auto source = tb::make_source(tb::class_name(operand_class), spec, 2, 3, 11);
            for (const tb::Tile& expected : tiles) {
                const tb::Tile tile = *source->next();
                ASSERT_EQ(tile.operand_class, operand_class);
                EXPECT_TRUE(tile.a == expected.a && tile.b == expected.b && tile.c == expected.c &&
                            tile.scale_a == expected.scale_a && tile.scale_b == expected.scale_b)
                    << tb::class_name(operand_class);
            }
        }
    }
}

std::string in_hex(const std::vector<std::uint64_t>& values) {
    std::ostringstream out;
    for (const std::uint64_t x : values) out << ' ' << std::hex << x;
    return out.str();
}

/// A seed from an old bug report must give the same tiles again. A change of the tiles belongs in the
/// changelog.
TEST(Stimulus, DirectedTilesOfASeedStayWhatTheyAre) {
    std::string text;
    for (const auto& [arch, name] :
         {std::pair{"Volta", "HMMA.884.F32.F32"}, {"Ampere", "HMMA.1684.F32.TF32"}}) {
        tb::Stimulus stimulus(find_instruction(arch, name).spec, 1, 1, 1);
        text += std::string(arch) + " " + name + ", seed 1\n";
        for (int t = 0; t < 400; ++t) {
            const tb::Tile tile = *stimulus.next();
            text += std::string(tb::class_name(tile.operand_class)) + ": a" + in_hex(tile.a) + ", b" +
                    in_hex(tile.b) + ", c" + in_hex(tile.c) + "\n";
        }
    }
    expect_golden("/tb/stimulus.golden", text);
}

TEST(Stimulus, ScaleFactorsAreNearOneOrExtreme) {
    tb::Stimulus stimulus(kScaled, 1, 1, 4);
    std::map<std::uint64_t, int> extreme;
    for (int t = 0; t < 1700; ++t) {
        const tb::Tile tile = *stimulus.next();
        ASSERT_EQ(tile.scale_a.size(), 4U);
        for (const std::uint64_t x : tile.scale_a) {
            if (tile.operand_class == tb::OperandClass::scale_extremes) {
                ++extreme[x];
            } else {
                ASSERT_TRUE(x != 0 || tile.operand_class == tb::OperandClass::zeros);
                ASSERT_LT(x, 0x7fU);
            }
        }
    }
    for (const std::uint64_t x : {0U, 1U, 0x7eU, 0x7fU}) EXPECT_GT(extreme[x], 20) << x;
    EXPECT_GT(extreme.rbegin()->first, 0x80U);  // the ignored bit
}

/// A unit that keeps the sign of a flushed subnormal is caught by a sum of negative zeros only.
TEST(Stimulus, FlushedSubnormalsMakeNegativeZeros) {
    const Spec spec = find_instruction("CDNA2", "v_mfma_f32_32x32x8f16").spec;
    ASSERT_TRUE(spec.flush_a && spec.flush_b);
    const DotAdd dot(spec);
    tb::Stimulus stimulus(spec, 1, 1, 1);
    int found = 0;
    for (int i = 0; i < 2000; ++i) {
        const tb::Tile tile = *stimulus.next();
        const auto subnormal = [&](std::uint64_t x) {
            return (x & 0x7C00) == 0 && (x & 0x3FF) != 0 && (x & 0x8000) != 0;
        };
        const bool some = std::ranges::any_of(tile.a, subnormal) || std::ranges::any_of(tile.b, subnormal);
        found += some && dot({tile.a, tile.b, {}, {}, tile.c[0]}) == 0x80000000 ? 1 : 0;
    }
    EXPECT_GT(found, 5);
}

/// A group of zeros with the largest scale factors enters e_max, and other groups have the least scale
/// factors.
TEST(Stimulus, GroupsAreAsFarApartAsScalesReachAndOneIsZero) {
    tb::Stimulus stimulus(kScaled, 1, 1, 4);
    const FormatInfo& f = info(*kScaled.scale);
    const std::size_t blocks = 4;
    const std::size_t block = static_cast<std::size_t>(kScaled.k) / blocks;
    int found = 0;
    for (int t = 0; t < 17000; ++t) {
        const tb::Tile tile = *stimulus.next();
        if (tile.operand_class != tb::OperandClass::scale_extremes) continue;
        bool least = false;
        bool largest_of_zeros = false;
        for (std::size_t g = 0; g < blocks; ++g) {
            const int exponent = unpack(tile.scale_a[g], f).exponent + unpack(tile.scale_b[g], f).exponent;
            bool zero = true;
            for (std::size_t i = g * block; i < (g + 1) * block; ++i)
                zero &= unpack(tile.a[i], info(kScaled.a)).significand == 0;
            largest_of_zeros |= zero && exponent >= 2 * f.max_exponent() - 1;
            least |= !zero && exponent <= 2 * f.min_exponent() + 1;
        }
        found += least && largest_of_zeros ? 1 : 0;
    }
    EXPECT_GT(found, 20);
}

TEST(ChainBoundary, TheFirstOperationCancelsOverflowsOrIsTiny) {
    const Spec half = find_instruction("Ampere", "HMMA.16816.F16").spec;
    const DotAdd dot(half);
    tb::ChainBoundarySource source(half, 1, 1, 2);
    int infinite = 0;
    int tiny = 0;
    int cancelled = 0;
    for (int t = 0; t < 600; ++t) {
        const tb::Tile tile = *source.next();
        Trace trace;
        (void)dot.traced(tile.operands(0, 0, 1), trace);
        const TraceStep& step = trace.steps.at(0);
        const Unpacked link = unpack(step.result, info(Format::fp16));
        infinite += link.number_class == NumberClass::infinity ? 1 : 0;
        tiny += link.number_class == NumberClass::finite && link.exponent <= -13 ? 1 : 0;
        const int top = step.sum == 0 ? 0 : static_cast<int>(msb(BigInt(abs(step.sum)))) + 1;
        cancelled += step.has_grid && step.e_max - (step.lsb + top - 1) > 5 ? 1 : 0;
    }
    EXPECT_GT(infinite, 100);
    EXPECT_GT(tiny, 100);
    EXPECT_GT(cancelled, 50);
}

TEST(Levels, HaveClassesAndPatternsAndWalkAllPairs) {
    const auto one = tb::level_values(info(Format::fp16), 1);
    const auto two = tb::level_values(info(Format::fp16), 2);
    EXPECT_GT(two.size(), one.size());
    for (const std::uint64_t x : {0x0000U, 0x8000U, 0x0001U, 0x03ffU, 0x0400U, 0x3c00U, 0x7bffU, 0x7c00U,
                                  0xfc00U, 0x3c01U, 0x3ffeU, 0x3c0fU}) {
        EXPECT_TRUE(std::binary_search(one.begin(), one.end(), x)) << x;
    }
    Spec spec;
    spec.a = spec.b = Format::e2m1;
    spec.k = 3;
    tb::LevelSource source(spec, 1, 1, 1, 1);
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    for (std::uint64_t i = 0; i < source.pairs(); ++i) {
        const tb::Tile tile = *source.next();
        seen.insert({tile.a[i % 3], tile.b[i % 3]});
    }
    EXPECT_EQ(seen.size(), source.pairs());
}

double mean_square(const std::vector<std::uint64_t>& values, const FormatInfo& f, int& zeros, double& most) {
    double sum = 0;
    for (const std::uint64_t v : values) {
        const Unpacked x = unpack(v, f);
        const double value = std::ldexp(static_cast<double>(x.significand), x.exponent - f.fraction_bits);
        zeros += value == 0 ? 1 : 0;
        most = std::max(most, value);
        sum += value * value;
    }
    return sum;
}

TEST(Tensors, HaveTheirDistributions) {
    for (const auto distribution :
         {tb::Distribution::normal, tb::Distribution::heavy_tailed, tb::Distribution::relu}) {
        tb::TensorSource source(kHopper, 1, 1, 6, distribution);
        int zeros = 0;
        double most = 0;
        double squares = 0;
        for (int t = 0; t < 500; ++t)
            squares += mean_square(source.next()->a, info(Format::fp16), zeros, most);
        const double variance = squares / 8000;
        if (distribution == tb::Distribution::normal) {
            EXPECT_NEAR(variance, 1, 0.1);
            EXPECT_LT(most, 6.0);
        } else if (distribution == tb::Distribution::relu) {
            EXPECT_NEAR(zeros, 4000, 300);
        } else {
            EXPECT_GT(most, 20.0);
        }
    }
}

/// The largest element of each block lies in the top two binades of the format.
TEST(Tensors, ScalesAreAQuantisers) {
    for (const Spec& spec : {kMx, kScaled}) {
        const FormatInfo& f = info(spec.a);
        tb::TensorSource source(spec, 1, 1, 3, tb::Distribution::normal);
        const auto block = static_cast<std::size_t>(spec.scale_block_or_default());
        std::set<std::uint64_t> scales;
        for (int t = 0; t < 50; ++t) {
            const tb::Tile tile = *source.next();
            scales.insert(tile.scale_a.begin(), tile.scale_a.end());
            for (std::size_t s = 0; s < tile.scale_a.size(); ++s) {
                int top = f.min_exponent();
                for (std::size_t i = 0; i < block; ++i)
                    top = std::max(top, unpack(tile.a[s * block + i], f).exponent);
                EXPECT_GE(top, f.max_exponent() - 1);
            }
        }
        EXPECT_GT(scales.size(), 5U);
    }
}

TEST(Tensors, AHoldingScaleIsTheLeastThatLeavesNothingOutOfRange) {
    const FormatInfo& e4m3 = info(Format::e4m3);
    const FormatInfo& e2m1 = info(Format::e2m1);
    const auto scale = [](double most, const FormatInfo& element, Format format, tb::BlockScaling scaling) {
        return tb::block_scale(most, element, info(format), scaling).second;
    };
    using enum tb::BlockScaling;
    // 500 is in the top binade of E4M3, but beyond its 448
    EXPECT_EQ(scale(500, e4m3, Format::ue8m0, saturating), 1);
    EXPECT_EQ(scale(500, e4m3, Format::ue8m0, holding), 2);
    EXPECT_EQ(scale(448, e4m3, Format::ue8m0, holding), 1);
    EXPECT_EQ(scale(0, e4m3, Format::ue8m0, holding), 1);
    // 6.2 / 6 is nearer to 1 than to the next value of UE4M3, 1.125
    EXPECT_EQ(scale(6.2, e2m1, Format::ue4m3, saturating), 1);
    EXPECT_EQ(scale(6.2, e2m1, Format::ue4m3, holding), 1.125);
    for (int i = 1; i <= 4000; ++i) {
        const double most = std::ldexp(i, -4);
        EXPECT_LE(most / scale(most, e2m1, Format::ue4m3, holding), 6) << most;
        EXPECT_LE(most / scale(most, e4m3, Format::ue8m0, holding), 448) << most;
        EXPECT_GT(most / scale(most, e4m3, Format::ue8m0, holding), 223) << most;
    }
}

TEST(Vectors, EveryRowIsAppliedToALane) {
    VectorFile file;
    file.spec = find_instruction("Ampere", "HMMA.1688.F32").spec;
    for (std::uint64_t r = 0; r < 11; ++r) {
        VectorRow row;
        row.a.assign(8, 0x3c00 + r);
        row.b.assign(8, 0x4000 + r);
        row.c = r;
        file.rows.push_back(row);
    }
    for (const auto& [m, n] : {std::pair<std::size_t, std::size_t>{1, 1}, {2, 2}, {2, 3}, {3, 2}, {4, 1}}) {
        tb::VectorSource source(file, "rows.vec", file.spec, m, n);
        std::set<std::uint64_t> applied;
        std::set<std::size_t> columns;
        while (const auto tile = source.next()) {
            for (std::size_t i = 0; i < m; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    const Operands in = tile->operands(i, j, n);
                    if (in.a[0] - 0x3c00 == in.c && in.b[0] - 0x4000 == in.c) {
                        applied.insert(in.c);
                        columns.insert(j);
                    }
                }
            }
        }
        EXPECT_EQ(applied.size(), 11U) << m << "x" << n;
        EXPECT_EQ(columns.size(), n);
    }
    EXPECT_THROW(tb::VectorSource(file, "rows.vec", kHopper, 1, 1), Error);
}

}  // namespace
}  // namespace karat::test
