// SPDX-License-Identifier: Apache-2.0
// What the vector kernels do themselves: a specification or a lane that falls back to the readable model has
// the same bits, only slowly, so no comparison of bits would notice. Who changes a number here on purpose has
// measured what it costs.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "../algorithm/spec_maker.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/simd/tile_engine.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

struct Fast {
    Algorithm algorithm;
    int specifications;  ///< of 2000 random ones
};

TEST(FastPath, WhichSpecifications) {
    constexpr std::array<Fast, 8> kFast{{{Algorithm::fda, 91},
                                         {Algorithm::sda, 298},
                                         {Algorithm::gfda, 35},
                                         {Algorithm::fdrda, 32},
                                         {Algorithm::gfdrda, 8},
                                         {Algorithm::gps, 0},
                                         {Algorithm::muladd, 0},
                                         {Algorithm::fma, 5}}};
    for (const Fast& expected : kFast) {
        SpecMaker maker(9);
        int fast = 0;
        for (int i = 0; i < 2000; ++i)
            fast += TileEngine(DotAdd(maker.make(expected.algorithm))).is_fast() ? 1 : 0;
        EXPECT_EQ(fast, expected.specifications) << name_of(expected.algorithm);
    }
}

/// Lanes of one architecture that the kernels leave to the readable model, operands being any bits.
std::uint64_t repaired(Arch arch, Simd simd) {
    std::mt19937_64 random(5);
    std::uint64_t sum = 0;
    for (const Instruction& instruction : registry()) {
        if (instruction.arch != arch) continue;
        const DotAdd dot(instruction.spec);
        const TileEngine engine(dot, simd);
        const auto k = static_cast<std::size_t>(instruction.spec.k);
        tb::Tile tile;
        const auto draw = [&](std::vector<std::uint64_t>& all, std::size_t count, Format format) {
            for (std::size_t i = 0; i < count; ++i) all.push_back(random() & info(format).encoding_mask());
        };
        draw(tile.a, 16 * k, instruction.spec.a);
        draw(tile.b, 8 * k, instruction.spec.b);
        draw(tile.c, 16 * 8, instruction.spec.c);
        if (instruction.spec.scale) {
            draw(tile.scale_a, 16 * dot.scale_count(), *instruction.spec.scale);
            draw(tile.scale_b, 8 * dot.scale_count(), *instruction.spec.scale);
        }
        StoredTile stored(dot, tile, 16, 8, 2);
        TileWorkspace workspace;
        engine.run(16, 8, stored.operands(), stored.d.mutable_view(), workspace);
        sum += workspace.repaired();
    }
    return sum;
}

TEST(FastPath, WhichLanes) {
    constexpr std::array<std::uint64_t, 10> kRepaired{97, 270, 668, 1895, 2573, 6238, 5767, 0, 0, 1031};
    for (std::size_t i = 0; i < kRepaired.size(); ++i) {
        const auto arch = static_cast<Arch>(i);
        for (const Simd simd : usable_simd())
            EXPECT_EQ(repaired(arch, simd), kRepaired[i]) << name_of(arch) << ", " << name_of(simd);
    }
}

}  // namespace
}  // namespace karat::test
