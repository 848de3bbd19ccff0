// SPDX-License-Identifier: Apache-2.0
// TileEngine gives the same bits as DotAdd: every instruction, random specifications, and every instruction
// set of this machine.
#include "karat/simd/tile_engine.hpp"

#include <random>

#include "../algorithm/spec_maker.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/stimulus.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

struct Size {
    std::size_t m, n;
};

/// Runs `count` tiles of directed stimulus with the kernel for `simd`, and compares each lane with the
/// readable model.
void expect_same_bits(const Spec& spec, Simd simd, Size size, int count, std::uint64_t seed) {
    SCOPED_TRACE(std::string(name_of(simd)) + " " + to_json_text(spec));
    const DotAdd dot(spec);
    const TileEngine engine(dot, simd);
    TileWorkspace workspace;
    const auto source = tb::make_source("directed", spec, size.m, size.n, seed);
    for (int t = 0; t < count; ++t) {
        const tb::Tile tile = *source->next();
        StoredTile stored(dot, tile, size.m, size.n,
                          static_cast<unsigned>(seed) * 7 + static_cast<unsigned>(t));
        engine.run(size.m, size.n, stored.operands(), stored.d.mutable_view(), workspace);
        for (std::size_t i = 0; i < size.m; ++i) {
            for (std::size_t j = 0; j < size.n; ++j) {
                const Operands x = tile.operands(i, j, size.n);
                const std::uint64_t expected = dot(x);
                ASSERT_EQ(expected, stored.d.at(i, j))
                    << "tile " << t << ", lane " << i << ", " << j << "\n"
                    << describe(dot.operands(), x, {"readable", expected}, {"engine", stored.d.at(i, j)});
            }
        }
    }
}

constexpr std::array<Size, 5> kSizes{{{4, 16}, {16, 8}, {1, 1}, {5, 19}, {33, 3}}};

TEST(TileEngine, EveryInstruction) {
    std::uint64_t seed = 0;
    std::vector<Spec> done;  // many instructions share a specification
    for (const Instruction& instruction : registry()) {
        if (std::find(done.begin(), done.end(), instruction.spec) != done.end()) continue;
        done.push_back(instruction.spec);
        const bool fast = TileEngine(DotAdd(instruction.spec)).is_fast();
        for (const Simd simd : usable_simd()) {
            SCOPED_TRACE(instruction.name);
            expect_same_bits(instruction.spec, simd, kSizes[seed % kSizes.size()], fast ? 100 : 2, seed);
            if (HasFatalFailure()) return;
        }
        ++seed;
    }
    EXPECT_GT(done.size(), 40U);
}

TEST(TileEngine, EveryInstructionOfKnobsHasAKernel) {
    for (const Instruction& instruction : registry()) {
        if (instruction.spec.algorithm == Algorithm::recipe || instruction.spec.metadata != Metadata::none)
            continue;  // handled by the readable model
        EXPECT_TRUE(TileEngine(DotAdd(instruction.spec)).is_fast()) << instruction.name;
    }
}

/// A kernel handles every F from 1 to 31, whatever the widths of the sum of products and of c.
TEST(TileEngine, EveryWidthIsFast) {
    for (const Algorithm algorithm :
         {Algorithm::fda, Algorithm::sda, Algorithm::gfda, Algorithm::fdrda, Algorithm::gfdrda}) {
        for (int F = 1; F <= 31; ++F) {
            Spec spec;
            spec.algorithm = algorithm;
            spec.a = spec.b = algorithm == Algorithm::gfda ? Format::e4m3 : Format::fp16;
            spec.k = 16;
            if (algorithm == Algorithm::gfda || algorithm == Algorithm::gfdrda) spec.group = 4;
            spec.F = {F};
            EXPECT_TRUE(TileEngine(DotAdd(spec)).is_fast()) << name_of(algorithm) << " F = " << F;
            for (const Simd simd : usable_simd())
                expect_same_bits(spec, simd, {5, 19}, 20, static_cast<std::uint64_t>(F));
            if (HasFatalFailure()) return;
        }
    }
}

/// Results with fewer fraction bits than fp32, rounded to nearest. The kernels round a substitute for the
/// exact sum, which must be on the correct side of every tie.
TEST(TileEngine, EveryFractionOfTheResult) {
    for (const Algorithm algorithm :
         {Algorithm::fda, Algorithm::sda, Algorithm::gfda, Algorithm::fdrda, Algorithm::gfdrda}) {
        for (int fraction = 1; fraction <= 23; ++fraction) {
            Spec spec;
            spec.algorithm = algorithm;
            spec.a = spec.b = Format::e4m3;
            spec.k = 4;
            spec.F = {28};
            spec.output_rounding = Rounding::RNE;
            spec.output_fraction = fraction;
            EXPECT_TRUE(TileEngine(DotAdd(spec)).is_fast())
                << name_of(algorithm) << ", " << fraction << " bits";
            for (const Simd simd : usable_simd())
                expect_same_bits(spec, simd, {5, 19}, 40, static_cast<std::uint64_t>(fraction));
            if (HasFatalFailure()) return;
        }
    }
}

/// A stepwise algorithm has a kernel only if the processor supports all of its roundings. Few random
/// specifications satisfy this, so all roundings are replaced by native ones: fp32 for an even `number`, fp64
/// for an odd one.
Spec with_native_roundings(Spec spec, int number) {
    if (spec.is_fused() || spec.algorithm == Algorithm::exact) return spec;
    spec.d = number % 2 == 0 ? Format::fp32 : Format::fp64;
    spec.acc_format = spec.product_format = std::nullopt;
    spec.output_fraction = std::nullopt;
    spec.output_rounding = spec.product_rounding = Rounding::RNE;
    if (spec.d == Format::fp64) {
        spec.a = spec.b = spec.c = Format::fp64;
        spec.convert = std::nullopt;
    }
    return spec;
}

class RandomSpecifications : public testing::TestWithParam<Algorithm> {};

TEST_P(RandomSpecifications, HaveTheSameBits) {
    constexpr int kSpecs = 150;
    SpecMaker maker(7);
    int fast = 0;
    for (int tried = 0; fast < kSpecs && tried < 100000; ++tried) {
        const Spec spec = with_native_roundings(maker.make(GetParam()), tried);
        if (!TileEngine(DotAdd(spec)).is_fast()) continue;
        ++fast;
        for (const Simd simd : usable_simd()) {
            expect_same_bits(spec, simd, kSizes[static_cast<std::size_t>(tried) % kSizes.size()], 30,
                             static_cast<std::uint64_t>(tried));
            if (HasFatalFailure()) return;
        }
    }
    EXPECT_EQ(fast, kSpecs);
}

INSTANTIATE_TEST_SUITE_P(TileEngine, RandomSpecifications,
                         testing::Values(Algorithm::fda, Algorithm::sda, Algorithm::gfda, Algorithm::fdrda,
                                         Algorithm::gfdrda, Algorithm::gps, Algorithm::muladd,
                                         Algorithm::fma),
                         [](const auto& info) { return std::string(name_of(info.param)); });

/// A random number between -2 and 2, truncated to `format`.
std::uint64_t ordinary(const FormatInfo& format, std::mt19937_64& random) {
    const OutputRule rule{.format = format.id,
                          .rounding = Rounding::RZ,
                          .fraction = format.fraction_bits,
                          .overflow = Overflow::saturate};
    return round_to(rule, (random() & 1U) != 0, random() >> 11U, -52);
}

/// The kernels handle ordinary numbers without falling back to the readable model.
TEST(TileEngine, OrdinaryNumbersNeedNoRepair) {
    std::mt19937_64 random(11);
    for (const Instruction& instruction : registry()) {
        const Spec& spec = instruction.spec;
        const DotAdd dot(spec);
        const TileEngine engine(dot);
        if (!engine.is_fast()) continue;
        tb::Tile tile;
        const auto k = static_cast<std::size_t>(spec.k);
        const auto draw = [&](std::vector<std::uint64_t>& all, std::size_t count, Format format) {
            for (std::size_t i = 0; i < count; ++i) all.push_back(ordinary(info(format), random));
        };
        draw(tile.a, 16 * k, spec.a);
        draw(tile.b, 8 * k, spec.b);
        draw(tile.c, 16 * 8, spec.c);
        tile.scale_a.assign(16 * dot.scale_count(), 0x78);
        tile.scale_b.assign(8 * dot.scale_count(), 0x80);
        StoredTile stored(dot, tile, 16, 8, 2);
        TileWorkspace workspace;
        engine.run(16, 8, stored.operands(), stored.d.mutable_view(), workspace);
        EXPECT_EQ(workspace.repaired(), 0U) << instruction.name;
    }
}

/// All products are at the top of one binade, and all or all but one have the same sign. c has a similar
/// magnitude. Such sums use the full range of int32.
TEST(TileEngine, FullSums) {
    for (const Instruction& instruction : registry()) {
        const Spec& spec = instruction.spec;
        if (spec.metadata != Metadata::none) continue;  // no kernel
        const DotAdd dot(spec);
        const auto k = static_cast<std::size_t>(spec.k);
        const auto ones = [](Format format, int exponent) {  // 1.11...1 * 2^exponent
            const FormatInfo& f = info(format);
            const OutputRule rule{.format = format,
                                  .rounding = Rounding::RZ,
                                  .fraction = f.fraction_bits,
                                  .overflow = Overflow::saturate};
            return round_to(rule, false, (std::uint64_t{2} << f.fraction_bits) - 1,
                            exponent - f.fraction_bits);
        };
        const std::uint64_t one = spec.scale ? static_cast<std::uint64_t>(info(*spec.scale).bias)
                                                   << info(*spec.scale).fraction_bits
                                             : 0;
        tb::Tile tile;
        for (std::size_t i = 0; i < 16 * k; ++i)
            tile.a.push_back(ones(spec.a, 0) | (i / k % 2 == 1 ? info(spec.a).sign_bit() : 0));
        for (std::size_t i = 0; i < 8 * k; ++i)
            tile.b.push_back(ones(spec.b, 0) | (i % (8 * k + 1) == 3 ? info(spec.b).sign_bit() : 0));
        for (std::size_t i = 0; i < 16 * 8; ++i) {
            tile.c.push_back(ones(spec.c, static_cast<int>(i / 2 % 8) - 3) |
                             (i % 2 == 1 ? info(spec.c).sign_bit() : 0));
        }
        tile.scale_a.assign(16 * dot.scale_count(), one);
        tile.scale_b.assign(8 * dot.scale_count(), one);
        for (const Simd simd : usable_simd()) {
            const TileEngine engine(dot, simd);
            StoredTile stored(dot, tile, 16, 8, 2);
            TileWorkspace workspace;
            engine.run(16, 8, stored.operands(), stored.d.mutable_view(), workspace);
            for (std::size_t i = 0; i < 16; ++i) {
                for (std::size_t j = 0; j < 8; ++j) {
                    ASSERT_EQ(dot(tile.operands(i, j, 8)), stored.d.at(i, j))
                        << instruction.name << ' ' << name_of(simd) << ' ' << i << ' ' << j;
                }
            }
        }
    }
}

TEST(TileEngine, RefusesWhatTileRefuses) {
    const DotAdd dot(find_instruction("Hopper", "HMMA.16816.F32").spec);
    const TileEngine engine(dot);
    TileWorkspace workspace;
    tb::Stimulus source(dot.spec(), 2, 2, 1);
    StoredTile stored(dot, *source.next(), 2, 2, 0);
    TileOperands in = stored.operands();
    in.b.data = in.b.data.first(in.b.data.size() - 1);
    EXPECT_THROW(engine.run(2, 2, in, stored.d.mutable_view(), workspace), OperandError);
    EXPECT_THROW(engine.run(Shape{2, 2, 8, 1}, stored.operands(), stored.d.mutable_view(), workspace),
                 OperandError);
    EXPECT_NO_THROW(engine.run(0, 0, {}, {}, workspace));
}

TEST(TileEngine, BlocksOfAnInstruction) {
    const Instruction instruction = find_instruction("Volta", "HMMA.884.F32.F32");
    const DotAdd dot(instruction.spec);
    const TileEngine engine(dot);
    const auto m = static_cast<std::size_t>(instruction.shape.m);
    const auto n = static_cast<std::size_t>(instruction.shape.n);
    const auto blocks = static_cast<std::size_t>(instruction.shape.blocks);
    ASSERT_GT(blocks, 1U);
    std::mt19937_64 random(5);
    const StoredMatrix a(m * blocks, 4, Format::fp16, false, 0, random);
    const StoredMatrix b(4, n * blocks, Format::fp16, true, 0, random);
    const StoredMatrix c(m * blocks, n, Format::fp32, false, 0);
    StoredMatrix d = c, expected = c;
    TileWorkspace workspace;
    engine.run(instruction.shape, {a.view(), b.view(), c.view(), {}, {}}, d.mutable_view(), workspace);
    tile(dot, instruction.shape, {a.view(), b.view(), c.view(), {}, {}}, expected.mutable_view());
    EXPECT_EQ(d.data, expected.data);
    EXPECT_NE(d.data, c.data);
}

}  // namespace
}  // namespace karat::test
