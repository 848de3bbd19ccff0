// SPDX-License-Identifier: Apache-2.0
// Kernels of single vendors' arithmetics against the readable model, on more operands than the other tests
// use: the directed stimulus, and chains of dot-adds with NaNs, tiny and huge values among them.
#include <gtest/gtest.h>

#include <random>

#include "karat/evaluate/lane_source.hpp"
#include "karat/instruction/registry.hpp"
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
TEST_P(EngineOf, Chains) {
    constexpr std::size_t kM = 9;
    constexpr std::size_t kN = 37;
    constexpr std::size_t kCount = 11;
    const OperandRules& rules = dot.operands();
    const auto k = static_cast<std::size_t>(rules.k);
    const int low = info(rules.a).min_exponent();
    const int high = info(rules.a).max_exponent();
    std::mt19937_64 random(23);
    TileWorkspace workspace;
    for (const int centre : {0, low, low / 2, high / 2, high}) {
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
