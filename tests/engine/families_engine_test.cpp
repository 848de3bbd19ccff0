// SPDX-License-Identifier: Apache-2.0
// Kernels of single vendors' arithmetics against the readable model, on more operands than the other tests
// use: the directed stimulus, and chains of dot-adds with NaNs, tiny and huge values among them.
#include <gtest/gtest.h>

#include <random>

#include "karat/evaluate/lane_source.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/simd/tile_engine.hpp"
#include "karat_tb/stimulus/stimulus.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

struct Name {
    const char* arch;
    const char* instruction;
};

std::string title(const testing::TestParamInfo<Name>& info) {
    return std::string(info.param.arch) + "_" + info.param.instruction;
}

class EngineOf : public testing::TestWithParam<Name> {
   protected:
    const DotAdd dot{find_instruction(GetParam().arch, GetParam().instruction).spec};
};

TEST_P(EngineOf, DirectedStimulus) {
    constexpr std::size_t kM = 8;
    constexpr std::size_t kN = 33;
    constexpr int kTiles = 1000;
    for (const Simd simd : usable_simd()) {
        SCOPED_TRACE(name_of(simd));
        const TileEngine engine(dot, simd);
        ASSERT_TRUE(engine.is_fast());
        TileWorkspace workspace;
        tb::Stimulus source(dot.spec(), kM, kN, 17 + static_cast<std::uint64_t>(simd));
        for (int t = 0; t < kTiles; ++t) {
            const tb::Tile tile = *source.next();
            StoredTile stored(dot, tile, kM, kN, static_cast<unsigned>(t) % 16);
            engine.run(kM, kN, stored.operands(), stored.d.mutable_view(), workspace);
            for (std::size_t i = 0; i < kM * kN; ++i) {
                const Operands x = tile.operands(i / kN, i % kN, kN);
                const std::uint64_t expected = dot(x);
                const std::uint64_t own = stored.d.at(i / kN, i % kN);
                ASSERT_EQ(expected, own)
                    << "tile " << t << ", lane " << i << "\n"
                    << describe(dot.operands(), x, {"readable", expected}, {"engine", own});
            }
        }
    }
}

TEST(FamiliesEngine, HaveAKernel) {
    for (const Instruction& instruction : registry()) {
        if (instruction.arch != Arch::RDNA4 && instruction.name != "VDPBF16PS") continue;
        EXPECT_TRUE(TileEngine(DotAdd(instruction.spec)).is_fast()) << instruction.name;
    }
}

/// Random encodings with exponents around a centre, and a few with any bits.
void fill(StoredMatrix& matrix, Format format, int centre, unsigned odd, std::mt19937_64& random) {
    const FormatInfo& f = info(format);
    for (std::size_t i = 0; i < matrix.rows; ++i) {
        for (std::size_t j = 0; j < matrix.columns; ++j) {
            const std::uint64_t any = random();
            std::uint64_t code = any & f.encoding_mask();
            if (odd == 0 || random() % odd != 0) {
                const int exponent = std::clamp(centre + static_cast<int>(random() % 9) - 4,
                                                f.min_exponent() - 1, f.max_exponent());
                code = (any & (f.sign_bit() | f.fraction_mask())) |
                       static_cast<std::uint64_t>(exponent + f.bias) << f.fraction_bits;
            }
            matrix.set(i, j, code);
        }
    }
}

/// Chains of dot-adds, in which NaNs, infinities and subnormals are passed on as c.
void expect_same_chains(const DotAdd& dot) {
    constexpr std::size_t kM = 9;
    constexpr std::size_t kN = 37;
    constexpr std::size_t kCount = 11;
    const OperandRules& rules = dot.operands();
    const auto k = static_cast<std::size_t>(rules.k);
    const int low = info(rules.a).min_exponent();
    const int high = info(rules.a).max_exponent();
    std::mt19937_64 random(23);
    TileWorkspace workspace;
    for (const int centre : {0, low, low / 2, high / 3, high * 4 / 9, high / 2, high}) {
        for (const unsigned odd : {0U, 200U, 5U}) {
            StoredMatrix a(kM, k * kCount, rules.a, false, 0);
            StoredMatrix b(k * kCount, kN, rules.b, true, 0);
            StoredMatrix c(kM, kN, rules.c, false, 0);
            fill(a, rules.a, centre, odd, random);
            fill(b, rules.b, centre, odd, random);
            fill(c, rules.c, std::clamp(2 * centre, low, high), odd, random);
            const TileOperands in{a.view(), b.view(), c.view(), {}, {}};
            StoredMatrix expected = c;
            LaneSource source(dot, in, nullptr);
            for (std::size_t i = 0; i < kM * kN; ++i) {
                std::uint64_t running = c.at(i / kN, i % kN);
                for (std::size_t step = 0; step < kCount; ++step)
                    running = source.dot_add(i / kN, i % kN, step, running);
                expected.set(i / kN, i % kN, running);
            }
            for (const Simd simd : usable_simd()) {
                StoredMatrix d = c;
                TileEngine(dot, simd).run_chain({0, kM, 0, kN}, {0, kCount}, in, d.mutable_view(), workspace);
                for (std::size_t i = 0; i < kM * kN; ++i) {
                    ASSERT_EQ(expected.at(i / kN, i % kN), d.at(i / kN, i % kN))
                        << name_of(simd) << ", centre " << centre << ", odd " << odd << ", lane " << i;
                }
            }
        }
    }
}

TEST_P(EngineOf, Chains) { expect_same_chains(dot); }

/// Products far above the range of the results.
TEST(FamiliesEngine, NarrowResults) {
    expect_same_chains(DotAdd(families::rdna4_wmma(Format::bf16, Format::fp16, families::Wave::w64)));
    expect_same_chains(DotAdd(families::rdna4_dot2(Format::bf16, Format::fp16)));
}

/// A result just below the smallest normal number is flushed or not by its rounding to 24 bits, which is
/// finer than that of a subnormal result. c is next to the limit, and the products are about half a unit of a
/// subnormal number.
TEST(FamiliesEngine, FlushLimit) {
    const DotAdd dot(find_instruction("x86", "VDPBF16PS").spec);
    std::mt19937_64 random(5);
    constexpr std::size_t kM = 4;
    constexpr std::size_t kN = 32;
    TileWorkspace workspace;
    for (int t = 0; t < 500; ++t) {
        tb::Tile tile;
        const auto element = [&] {  // 2^-77 to 2^-74
            return (random() & 0x8000U) | ((50 + random() % 4) << 7U) |
                   (random() % 4 == 0 ? random() & 0x7fU : 0);
        };
        for (std::size_t i = 0; i < 2 * kM; ++i) tile.a.push_back(random() % 3 == 0 ? 0 : element());
        for (std::size_t i = 0; i < 2 * kN; ++i) tile.b.push_back(element());
        for (std::size_t i = 0; i < kM * kN; ++i)
            tile.c.push_back((random() & 0x80000000U) | (0x00800000U + random() % 3 - random() % 2));
        StoredTile stored(dot, tile, kM, kN, 2);
        for (const Simd simd : usable_simd()) {
            TileEngine(dot, simd).run(kM, kN, stored.operands(), stored.d.mutable_view(), workspace);
            for (std::size_t i = 0; i < kM * kN; ++i) {
                const Operands x = tile.operands(i / kN, i % kN, kN);
                ASSERT_EQ(dot(x), stored.d.at(i / kN, i % kN)) << name_of(simd) << ' ' << t << ' ' << i;
            }
        }
    }
}

/// A recipe like RDNA4's with other widths, groups, formats and roundings.
Recipe on_common_grid(std::mt19937_64& random) {
    const auto pick = [&]<class T>(std::initializer_list<T> of) { return of.begin()[random() % of.size()]; };
    Recipe out;
    const int groups = pick({1, 2, 2, 4});
    const int size = pick({1, 2, 2, 3});
    const int steps = pick({1, 2, 4});
    out.operands.a = pick({Format::fp16, Format::bf16, Format::e4m3, Format::e5m2, Format::e2m1});
    out.operands.b = pick({Format::fp16, Format::bf16, Format::e4m3, Format::e5m2, out.operands.a});
    out.operands.c = pick({Format::fp32, Format::fp16, Format::bf16});
    out.operands.d = out.operands.c;
    out.operands.k = groups * size * steps;
    out.operands.flush_a = random() % 4 == 0;
    Sum group;
    group.terms.resize(1);
    group.terms[0].F = Width{pick({20, 22, 24, 24, 25, 27})};
    group.terms[0].rounding = Rounding::RD;
    Sum step;
    step.terms.resize(2);
    step.terms[0].of = {ExpressionKind::sum, Child<Sum>(group), {}};
    step.terms[0].select.parts = groups;
    step.terms[0].select.pattern =
        groups == 1 ? Pattern::contiguous : pick({Pattern::contiguous, Pattern::interleaved});
    step.terms[0].F = Width{std::min(group.terms[0].F.bits, pick({7, 20, 24, 24, 26}))};
    step.terms[0].rounding = Rounding::RD;
    step.terms[0].zero = pick({ZeroPart::terms, ZeroPart::counted});
    step.terms[1].of.kind = ExpressionKind::acc;
    step.terms[1].F = Width{pick({3, 23, 25, 26, 26, 28})};
    step.terms[1].rounding = Rounding::RD;
    step.terms[1].compared_by = ComparedBy::leading;
    step.terms[1].least_exponent = pick({-126, -126, -14, -40, 0, 9});
    step.terms[1].drop_tiny_negative = random() % 4 != 0;
    step.grid = GridRule::common;
    OutputRule rule =
        OutputRule::ieee(out.operands.d, pick({Rounding::RNE, Rounding::RNE, Rounding::RZ, Rounding::RD}));
    rule.nan = pick({NanEncoding::amd_rdna, NanEncoding::nvidia});
    rule.underflow_sign = pick({UnderflowSign::keep, UnderflowSign::positive});
    rule.overflow = pick({Overflow::inf, Overflow::ieee, Overflow::saturate});
    rule.flush = random() % 8 == 0;
    step.round = rule;
    Chain chain;
    chain.slices.parts = steps;
    chain.start.kind = ExpressionKind::c;
    chain.step = Child<Sum>(step);
    out.result = {ExpressionKind::chain, {}, Child<Chain>(chain)};
    return out;
}

TEST(FamiliesEngine, CommonGrids) {
    std::mt19937_64 random(31);
    int fast = 0;
    TileWorkspace workspace;
    for (int i = 0; i < 400; ++i) {
        const DotAdd dot(on_common_grid(random));
        if (!TileEngine(dot).is_fast()) continue;
        ++fast;
        tb::Stimulus source(dot.spec(), 5, 21, static_cast<std::uint64_t>(i));
        for (int t = 0; t < 12; ++t) {
            const tb::Tile tile = *source.next();
            StoredTile stored(dot, tile, 5, 21, static_cast<unsigned>(t));
            for (const Simd simd : usable_simd()) {
                TileEngine(dot, simd).run(5, 21, stored.operands(), stored.d.mutable_view(), workspace);
                for (std::size_t lane = 0; lane < 5 * 21; ++lane) {
                    const Operands x = tile.operands(lane / 21, lane % 21, 21);
                    const std::uint64_t expected = dot(x);
                    const std::uint64_t own = stored.d.at(lane / 21, lane % 21);
                    ASSERT_EQ(expected, own)
                        << i << ' ' << name_of(simd) << '\n'
                        << describe(dot.operands(), x, {"readable", expected}, {"engine", own});
                }
            }
        }
    }
    EXPECT_GT(fast, 250);
}

INSTANTIATE_TEST_SUITE_P(FamiliesEngine, EngineOf,
                         testing::Values(Name{"x86", "VDPBF16PS"},
                                         Name{"RDNA4", "v_wmma_f32_16x16x16_f16_w32"},
                                         Name{"RDNA4", "v_wmma_f32_16x16x16_f16_w64"},
                                         Name{"RDNA4", "v_wmma_f32_16x16x16_bf16_w32"},
                                         Name{"RDNA4", "v_wmma_f32_16x16x16_bf16_w64"},
                                         Name{"RDNA4", "v_wmma_f16_16x16x16_f16_w32"},
                                         Name{"RDNA4", "v_wmma_bf16_16x16x16_bf16_w64"},
                                         Name{"RDNA4", "v_dot2_f32_f16"}, Name{"RDNA4", "v_dot2_f32_bf16"}),
                         title);

}  // namespace
}  // namespace karat::test
