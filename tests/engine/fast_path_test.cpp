// SPDX-License-Identifier: Apache-2.0
// Lists the specifications and lanes that the vector kernels handle themselves. A fallback to the readable
// model gives the same bits, only more slowly, so tests that compare bits do not detect it. Measure the
// performance before updating the golden files.
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <random>
#include <sstream>

#include "../algorithm/spec_maker.hpp"
#include "../golden.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/knobs/knobs.hpp"
#include "karat/simd/tile_engine.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

/// The knobs that differ from the defaults, on one line.
std::string settings_of(const Spec& spec) {
    std::string out;
    for (const Knob& knob : knobs()) {
        const boost::json::value value = knob.get(spec);
        if (value == knob.get(Spec{})) continue;
        out += " " + std::string(knob.key) + "=" +
               (value.is_string() ? std::string(value.get_string()) : boost::json::serialize(value));
    }
    return out;
}

/// The specifications with a kernel among 2000 random ones of each algorithm.
std::string fast_specifications() {
    std::string out;
    for (const Algorithm algorithm : {Algorithm::fda, Algorithm::sda, Algorithm::gfda, Algorithm::fdrda,
                                      Algorithm::gfdrda, Algorithm::gps, Algorithm::muladd, Algorithm::fma}) {
        SpecMaker maker(9);
        std::string fast;
        int count = 0;
        for (int i = 0; i < 2000; ++i) {
            const Spec spec = maker.make(algorithm);
            if (!TileEngine(DotAdd(spec)).is_fast()) continue;
            fast += " " + settings_of(spec) + "\n";
            ++count;
        }
        out += std::string(name_of(algorithm)) + ": " + std::to_string(count) + " of 2000\n" + fast;
    }
    return out;
}

TEST(FastPath, WhichSpecifications) {
    test::expect_golden("/engine/fast_specifications.golden", fast_specifications());
}

/// For each instruction, the number of lanes that fall back to the readable model, of 128 with operands of
/// random bits. Instructions without such lanes are left out.
std::string repaired_lanes(Simd simd) {
    std::ostringstream out;
    for (const Instruction& instruction : registry()) {
        if (instruction.spec.metadata != Metadata::none) continue;  // no kernel
        std::mt19937_64 random(5);
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
        if (workspace.repaired() != 0)
            out << name_of(instruction.arch) << ' ' << instruction.name << ": " << workspace.repaired()
                << '\n';
    }
    return out.str();
}

TEST(FastPath, WhichLanes) {
    for (const Simd simd : usable_simd()) {
        SCOPED_TRACE(name_of(simd));
        test::expect_golden("/engine/repaired_lanes.golden", repaired_lanes(simd));
    }
}

}  // namespace
}  // namespace karat::test
