// SPDX-License-Identifier: Apache-2.0
// Coverage of units without c, whose c is +0 in every tile: what it excludes, that it closes, its files.
#include <gtest/gtest.h>

#include <algorithm>

#include "karat_coverage/coverage.hpp"
#include "karat_tb/stimulus/shaped_source.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"
#include "tb/coverage_families.hpp"

namespace karat::test {
namespace {

/// The families, and integer instructions.
std::vector<std::pair<std::string, Spec>> subjects() {
    auto out = families();
    out.emplace_back("int8", spec_of("Ampere", "IMMA.16816.S8.S8.SAT"));
    out.emplace_back("uint4", spec_of("Turing", "IMMA.8832.U4.U4"));
    out.emplace_back("sparse", spec_of("Ampere", "HMMA.SP.16816.F32"));
    out.emplace_back("rdna", spec_of("RDNA3", "v_dot2_f16_f16"));
    out.emplace_back("x86", spec_of("x86", "TDPBF16PS"));
    out.emplace_back("fp4, fp16 result", spec_of("Blackwell", "UTCQMMA.MxNx32.F16.E4M3.E2M1"));
    out.emplace_back("fp4, one scale", spec_of("RTXBlackwell", "QMMA.SF.16832.F32.E2M1.E2M1.E8"));
    out.emplace_back("fp6, one scale", spec_of("RTXBlackwell", "QMMA.SF.16832.F32.E3M2.E2M1.E8"));
    return out;
}

TEST(CoverageWithoutC, SteeringClosesEveryFamily) {
    for (const auto& [name, spec] : subjects()) {
        Coverage coverage(DotAdd(spec), 1, 1, false);
        tb::SteeredSource source(coverage, spec, 1, 1, 3);
        while (const auto tile = source.next()) {
            ASSERT_EQ(tile->c[0], 0U) << name;
            coverage.sample(*tile);
        }
        EXPECT_EQ(coverage.hole_count(), 0U) << name << '\n' << coverage.report();
        EXPECT_TRUE(coverage.contradictions().empty()) << name << '\n' << coverage.report();
    }
}

/// What is excluded is not hit by other tiles with c = +0 either.
TEST(CoverageWithoutC, ExcludedBinsAreNotHit) {
    for (const auto& [name, spec] : subjects()) {
        Coverage coverage(DotAdd(spec), 1, 1, false);
        for (const char* kind : {"directed", "level1", "uniform"}) {
            tb::WithoutC source(tb::make_source(kind, spec, 1, 1, 7));
            for (int t = 0; t < 1000; ++t) coverage.sample(*source.next());
        }
        EXPECT_TRUE(coverage.contradictions().empty()) << name << '\n' << coverage.report();
    }
}

TEST(CoverageWithoutC, ExcludesWhatNeedsC) {
    const Coverage coverage(DotAdd(spec_of("Volta", "HMMA.884.F32.F32")), 1, 1, false);
    const auto reason = [&](const std::string& name) {
        const auto at = std::ranges::find(coverage.bins(), name, &Bin::name);
        return at == coverage.bins().end() ? "no such bin" : at->reason;
    };
    const std::string no_c = "the unit has no c: it is always +0";
    EXPECT_EQ(reason("operand/c/zero"), "");
    EXPECT_EQ(reason("operand/c/nan"), no_c);
    EXPECT_EQ(reason("special/infinite_product_against_c"), no_c);
    EXPECT_EQ(reason("max/c"), "the addend is always zero");
    EXPECT_EQ(reason("shift/c/F"), "no such bin");
    EXPECT_EQ(reason("special/zero_times_infinity"), "");
    const Spec shared = spec_of("RTXBlackwell", "QMMA.SF.16832.F32.E2M1.E2M1.E8");
    for (const bool has_c : {false, true}) {
        const Coverage fp4(DotAdd(shared), 1, 1, has_c);
        const auto largest = std::ranges::find(fp4.bins(), "result/largest", &Bin::name);
        // 32 times 6 * 6, in units of 0.25
        EXPECT_EQ(largest->reason,
                  has_c ? "" : "products with the same scale factors sum to at most 13 significant bits");
    }
}

/// A unit that keeps an operand is steered too: each steered tile brings its own.
TEST(CoverageWithoutC, AKeptOperandDoesNotSpoilSteeredTiles) {
    const Spec spec = spec_of("Volta", "HMMA.884.F32.F32");
    Coverage coverage(DotAdd(spec), 1, 1, false);
    tb::KeptOperand source(std::make_unique<tb::SteeredSource>(coverage, spec, 1, 1, 3), &tb::Tile::a, 3);
    while (const auto tile = source.next()) coverage.sample(*tile);
    EXPECT_EQ(coverage.hole_count(), 0U) << coverage.report();
    tb::KeptOperand ordinary(tb::make_source("uniform", spec, 1, 1, 3), &tb::Tile::a, 3);
    std::vector<std::uint64_t> before;
    int kept = 0;
    for (int i = 0; i < 100; ++i) {
        const auto tile = ordinary.next();
        kept += tile->a == before ? 1 : 0;
        before = tile->a;
    }
    EXPECT_GT(kept, 50);
}

TEST(CoverageWithoutC, FilesSayItAndMerge) {
    const DotAdd dot(spec_of("Volta", "HMMA.884.F32.F32"));
    Coverage without(dot, 1, 1, false);
    tb::SteeredSource source(without, dot.spec(), 1, 1, 3);
    const tb::Tile tile = *source.next();
    without.sample(tile);
    EXPECT_FALSE(Coverage(dot, 1, 1).to_json().contains("no_c"));
    Coverage read = Coverage::from_json(without.to_json());
    EXPECT_FALSE(read.model().has_c());
    EXPECT_EQ(read.hole_count(), without.hole_count());
    read.merge(without);
    EXPECT_EQ(read.tiles(), 2U);
    // A testbench that does not know of the missing c gives it c = +0 nevertheless.
    Coverage with(dot, 1, 1);
    with.sample(tile);
    const std::size_t holes = without.hole_count();
    without.merge(with);
    EXPECT_EQ(without.tiles(), 2U);
    EXPECT_EQ(without.hole_count(), holes);
    Coverage both(dot, 1, 1);
    both.merge(without);
    EXPECT_EQ(both.hole_count(), with.hole_count());
}

TEST(CoverageWithoutC, AnotherCDoesNotMerge) {
    const DotAdd dot(spec_of("Volta", "HMMA.884.F32.F32"));
    Coverage without(dot, 1, 1, false);
    Coverage with(dot, 1, 1);
    tb::Tile tile;
    tile.a.assign(4, 0);
    tile.b.assign(4, 0);
    tile.c.assign(1, 0x3f800000);
    with.sample(tile);
    try {
        without.merge(with);
        FAIL() << "merged";
    } catch (const CoverageError& error) {
        EXPECT_STREQ(error.what(),
                     "coverage of different units cannot be merged: the unit has no c in this coverage, and "
                     "the other one has hit operand/c/normal");
    }
    EXPECT_EQ(without.tiles(), 0U);
}

}  // namespace
}  // namespace karat::test
