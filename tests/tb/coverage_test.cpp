// SPDX-License-Identifier: Apache-2.0
// Coverage: hand-written dot-adds hit the expected bins and no others, files and merges, excluded bins are
// never hit, and steering closes the coverage.
#include "karat_coverage/coverage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/stimulus/sources.hpp"
#include "karat_tb/stimulus/steer/steered_source.hpp"
#include "tb/coverage_families.hpp"

namespace karat::test {
namespace {

/// fp16 operands; those that are not set are 0.
struct Dot {
    tb::Tile tile;
    explicit Dot(std::size_t k = 4) {
        tile.a.assign(k, 0);
        tile.b.assign(k, 0);
        tile.c.assign(1, 0);
    }
    Dot& product(std::size_t k, std::uint64_t a, std::uint64_t b) {
        tile.a[k] = a;
        tile.b[k] = b;
        return *this;
    }
    Dot& c(std::uint64_t encoding) {
        tile.c[0] = encoding;
        return *this;
    }
};

bool hits(const Dot& dot, const std::string& name) {
    Coverage coverage(DotAdd(spec_of("Volta", "HMMA.884.F32.F32")), 1, 1);  // F = 23
    coverage.sample(dot.tile);
    for (std::size_t i = 0; i < coverage.bins().size(); ++i) {
        if (coverage.bins()[i].name == name) return coverage.is_hit(i);
    }
    ADD_FAILURE() << name << " is not a bin";
    return false;
}

constexpr std::uint64_t kOne = 0x3c00;
constexpr std::uint64_t kMinusOne = 0xbc00;

struct Expectation {
    const char* bin;
    Dot yes;
    Dot no;
};

TEST(CoverageBins, AreHitByWhatTheyAreNamedAfterAndByNothingElse) {
    const Dot empty;
    const std::vector<Expectation> all{
        {"operand/a2/subnormal", Dot().product(2, 1, kOne), Dot().product(1, 1, kOne)},
        {"operand/b0/minus_zero", Dot().product(0, kOne, 0x8000), empty},
        {"operand/c/largest", Dot().c(0x7f7fffff), Dot().c(0x7f7ffffe)},
        {"operand/a3/nan", Dot().product(3, 0x7c01, 0), Dot().product(3, 0x7c00, 0)},
        {"product/k1/below_1", Dot().product(1, 1, kOne), Dot().product(1, kOne, kOne)},
        {"product/k1/2_to_4", Dot().product(1, 0x3e00, 0x3e00), Dot().product(1, kOne, 0x3e00)},
        {"max/k3", Dot().product(3, kOne, kOne).product(0, kOne, 0x3800),
         Dot().product(3, kOne, 0x3800).product(0, kOne, kOne)},
        {"max/c", Dot().c(0x3f800000), Dot().c(0x3f000000).product(0, kOne, kOne)},
        {"max/sum/tie", Dot().c(0x3f800000).product(0, kOne, kOne),
         Dot().c(0x3f000000).product(0, kOne, kOne)},
        {"max/sum/floor", empty, Dot().c(0x3f800000)},
        {"shift/k0/0", Dot().product(0, kOne, kOne), Dot().product(0, kOne, kOne).c(0x40000000)},
        {"shift/k0/F-1", Dot().product(0, kOne, kOne).c(0x4a800000),
         Dot().product(0, kOne, kOne).c(0x4b000000)},
        {"shift/k0/F", Dot().product(0, kOne, kOne).c(0x4b000000),
         Dot().product(0, kOne, kOne).c(0x4a800000)},
        {"shift/k0/F+2", Dot().product(0, kOne, kOne).c(0x4c000000),
         Dot().product(0, kOne, kOne).c(0x4c800000)},
        {"shift/c/far", Dot().product(0, kOne, kOne).c(0x32000000),
         Dot().product(0, kOne, kOne).c(0x33800000)},
        {"dropped/c/half/minus", Dot().product(0, kOne, kOne).c(0xb3800000),
         Dot().product(0, kOne, kOne).c(0x33800000)},
        {"dropped/c/all_ones/plus", Dot().product(0, kOne, kOne).c(0x337fffff + 0x00800000),
         Dot().product(0, kOne, kOne).c(0x33800000)},
        {"dropped/c/below_half/plus", Dot().product(0, kOne, kOne).c(0x33000000),
         Dot().product(0, kOne, kOne).c(0x33800000)},
        {"dropped/c/above_half/plus", Dot().product(0, kOne, kOne).c(0x33c00000),
         Dot().product(0, kOne, kOne).c(0x33800000)},
        {"cancel/sum/two/all", Dot().product(0, kOne, kOne).product(1, kOne, kMinusOne), empty},
        {"cancel/sum/two/some", Dot().product(0, kOne, 0x3e00).product(1, kOne, kMinusOne),
         Dot().product(0, kOne, kOne)},
        {"cancel/sum/two/more", Dot().product(0, kOne, kOne).c(0xbf800001),
         Dot().product(0, kOne, kOne).c(0xbf800000)},
        {"cancel/sum/many/all", Dot().product(0, kOne, kOne).product(1, kOne, kOne).c(0xc0000000),
         Dot().product(0, kOne, kOne).product(1, kOne, kMinusOne)},
        {"cancel/sum/none", Dot().product(0, kOne, kOne).product(1, kOne, kOne),
         Dot().product(0, kOne, kOne)},
        {"carry/sum/2", Dot().product(0, kOne, 0x3e00).product(1, 0x3e00, 0x3e00).product(2, kOne, kOne),
         Dot().product(0, kOne, kOne)},
        {"residue/half", Dot().product(0, 0x3e00, 0x3e00).c(0x34000000), Dot().product(0, kOne, kOne)},
        {"result/zero", empty, Dot().c(0x80000001)},
        {"result/subnormal", Dot().c(1), Dot().c(0x00800000)},
        {"result/least_normal", Dot().c(0x00800000), Dot().c(0x00800001)},
        {"result/infinity", Dot().c(0x7f800000), Dot().c(0x7f7fffff)},
        {"special/nan_operand", Dot().c(0x7fc00000), Dot().c(0x7f800000)},
        {"special/zero_times_infinity", Dot().product(1, 0x7c00, 0), Dot().product(1, 0x7c00, kOne)},
        {"special/infinity_times_finite", Dot().product(1, 0x7c00, kOne), Dot().product(1, 0x7c00, 0x7c00)},
        {"special/opposite_infinite_products", Dot().product(1, 0x7c00, kOne).product(2, 0xfc00, kOne),
         Dot().product(1, 0x7c00, kOne)},
        {"special/infinite_product_against_c", Dot().product(1, 0x7c00, kOne).c(0xff800000),
         Dot().product(1, 0x7c00, kOne).c(0x7f800000)},
    };
    for (const Expectation& e : all) {
        EXPECT_TRUE(hits(e.yes, e.bin)) << e.bin;
        EXPECT_FALSE(hits(e.no, e.bin)) << e.bin;
    }
}

TEST(Coverage, CountsLanesApart) {
    const DotAdd dot(spec_of("Volta", "HMMA.884.F32.F32"));
    Coverage coverage(dot, 1, 2);
    tb::Tile tile;
    tile.a.assign(4, 0);
    tile.b.assign(8, 0);
    tile.c = {0, 1};  // only lane 1 has a subnormal c
    coverage.sample(tile);
    const auto bin =
        static_cast<std::size_t>(std::find_if(coverage.bins().begin(), coverage.bins().end(),
                                              [](const Bin& b) { return b.name == "operand/c/subnormal"; }) -
                                 coverage.bins().begin());
    EXPECT_EQ(coverage.count(bin, 0), 0U);
    EXPECT_EQ(coverage.count(bin, 1), 1U);
    EXPECT_FALSE(coverage.is_hit(bin));
    EXPECT_TRUE(coverage.is_hit_somewhere(bin));
    tile.c = {1, 0};
    coverage.sample(tile);
    EXPECT_TRUE(coverage.is_hit(bin));
}

TEST(Coverage, PercentagesAreSharesOfWhatIsReachable) {
    Coverage coverage(DotAdd(spec_of("Volta", "HMMA.884.F32.F32")), 1, 2);
    EXPECT_EQ(coverage.percentage(), 0.0);
    EXPECT_EQ(coverage.lane_percentage(), 0.0);
    tb::Tile tile;
    tile.a.assign(4, 0);
    tile.b.assign(8, 0);
    tile.c = {0, 1};
    coverage.sample(tile);
    std::size_t by_all = 0;
    std::size_t by_lanes = 0;
    for (std::size_t i = 0; i < coverage.bins().size(); ++i) {
        by_all += coverage.is_hit(i) ? 1 : 0;
        by_lanes += (coverage.count(i, 0) > 0 ? 1 : 0) + (coverage.count(i, 1) > 0 ? 1 : 0);
    }
    const std::size_t reachable = coverage.bins().size() - coverage.excluded().size();
    EXPECT_EQ(coverage.percentage(), 100.0 * static_cast<double>(by_all) / static_cast<double>(reachable));
    EXPECT_EQ(coverage.lane_percentage(),
              100.0 * static_cast<double>(by_lanes) / static_cast<double>(2 * reachable));
    EXPECT_GT(by_lanes, 2 * by_all);
}

Coverage sampled(const Spec& spec, std::size_t m, std::size_t n, std::uint64_t seed, int tiles) {
    Coverage out(DotAdd(spec), m, n);
    const auto source = tb::make_source("directed", spec, m, n, seed);
    for (int i = 0; i < tiles; ++i) out.sample(*source->next());
    return out;
}

TEST(Coverage, MergesAddAndFilesReadBack) {
    const Spec spec = spec_of("Hopper", "HMMA.16816.F32");
    Coverage x = sampled(spec, 2, 2, 1, 50);
    const Coverage y = sampled(spec, 2, 2, 2, 50);
    const std::string path = ::testing::TempDir() + "coverage_test.json";
    y.save(path);
    const Coverage read = Coverage::load(path);
    std::remove(path.c_str());
    EXPECT_EQ(boost::json::value(read.to_json()), boost::json::value(y.to_json()));
    const Coverage before = x;
    x.merge(read);
    EXPECT_EQ(x.tiles(), 100U);
    for (std::size_t i = 0; i < x.bins().size(); ++i) ASSERT_EQ(x.count(i), before.count(i) + y.count(i));
    EXPECT_LE(x.hole_count(), std::min(before.hole_count(), y.hole_count()));
    EXPECT_EQ(x.holes().size(), x.hole_count());
    const Coverage empty(DotAdd(spec), 2, 2);
    EXPECT_EQ(empty.holes().size(), empty.hole_count());
    EXPECT_EQ(empty.holes().size() + empty.excluded().size(), empty.bins().size());
}

TEST(Coverage, WhatDoesNotFitIsRefusedByName) {
    const Spec spec = spec_of("Hopper", "HMMA.16816.F32");
    Spec narrow = spec;
    narrow.F = {24};
    Coverage x(DotAdd(spec), 2, 2);
    const auto sentence = [&](const Coverage& other) {
        try {
            x.merge(other);
        } catch (const CoverageError& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    EXPECT_NE(sentence(Coverage(DotAdd(narrow), 2, 2)).find("F is 25 in this coverage and 24 in the other"),
              std::string::npos);
    EXPECT_NE(sentence(Coverage(DotAdd(spec), 2, 1)).find("2x2 in this coverage and 2x1 in the other"),
              std::string::npos);
    boost::json::object json = x.to_json();
    json["karat_coverage"] = 2;
    EXPECT_THROW((void)Coverage::from_json(json), CoverageError);
    json = x.to_json();
    json["hits"].as_object()["max/k99"] = boost::json::array{1, 1, 1, 1};
    EXPECT_THROW((void)Coverage::from_json(json), CoverageError);
    json = x.to_json();
    json["hits"].as_object()["max/k0"] = boost::json::array{1};
    EXPECT_THROW((void)Coverage::from_json(json), CoverageError);
    EXPECT_THROW((void)Coverage::load("/does/not/exist.json"), Error);
}

/// An excluded bin is proved unreachable: no operands hit it.
TEST(Coverage, ExcludedBinsAreNeverHit) {
    for (const auto& [name, spec] : families()) {
        Coverage coverage(DotAdd(spec), 1, 1);
        for (const char* kind : {"directed", "uniform", "level2", "chain_boundary"}) {
            const auto source = tb::make_source(kind, spec, 1, 1, 7);
            for (int i = 0; i < 25000; ++i) coverage.sample(*source->next());
        }
        EXPECT_TRUE(coverage.contradictions().empty()) << name << '\n' << coverage.report(0);
        for (const std::size_t i : coverage.excluded()) EXPECT_FALSE(coverage.bins()[i].reason.empty());
    }
}

/// The exclusion rules hold for all knob values, not only for those of the registry.
TEST(Coverage, ExclusionsHoldUnderOtherKnobs) {
    tb::Random random(17);
    const auto all = families();
    int built = 0;
    for (int i = 0; i < 300; ++i) {
        Spec spec = all[random.below(all.size())].second;
        const auto rounding = [&] { return static_cast<Rounding>(random.below(10)); };
        const auto maybe = [&] { return random.one_in(3); };
        const bool fused = spec.is_fused();
        if (maybe()) spec.output_rounding = rounding();
        if (maybe()) spec.overflow = static_cast<Overflow>(random.below(3));
        if (maybe()) spec.flush_a = spec.flush_b = true;
        if (maybe()) spec.flush_c = spec.flush_output = true;
        if (maybe()) spec.output_fraction = random.between(1, info(spec.d).fraction_bits);
        if (fused && maybe()) spec.F = {random.between(1, 40)};
        if (fused && maybe()) spec.align_rounding = rounding();
        if (fused && maybe()) spec.sticky = Sticky::ored;
        if (fused && maybe()) spec.underflow_sign = UnderflowSign::positive;
        if (fused && maybe()) spec.exponent_floor = random.between(-140, 10);
        if (fused && maybe()) spec.zero_product = static_cast<ZeroExponent>(random.below(3));
        if (fused && spec.algorithm != Algorithm::sda) {
            if (maybe()) spec.F_c = Width{random.between(1, 40)};
            if (maybe()) spec.zero_sum = ZeroSum::ieee;
            if (maybe()) spec.zero_c = static_cast<ZeroExponent>(random.below(3));
        }
        if (spec.algorithm == Algorithm::gfda && maybe()) spec.F_inner = {random.between(1, 30)};
        if (spec.algorithm == Algorithm::gfda && maybe()) spec.group_exponent = GroupExponent::max;
        if (fused && maybe()) spec.product_overflow = ProductOverflow::inf;
        if (fused && maybe()) spec.flush_products = true;
        try {
            (void)DotAdd(spec);
        } catch (const SpecError&) {
            continue;
        }
        ++built;
        Coverage coverage(DotAdd(spec), 1, 1);
        for (const char* kind : {"directed", "level1"}) {
            const auto source = tb::make_source(kind, spec, 1, 1, 7);
            for (int t = 0; t < 300; ++t) coverage.sample(*source->next());
        }
        tb::SteeredSource steered(coverage, spec, 1, 1, 3, 500);
        while (const auto tile = steered.next()) coverage.sample(*tile);
        EXPECT_TRUE(coverage.contradictions().empty()) << to_json_text(spec) << '\n' << coverage.report(0);
    }
    EXPECT_GT(built, 200);
}

TEST(Coverage, SteeringClosesEveryFamily) {
    for (const auto& [name, spec] : families()) {
        Coverage coverage(DotAdd(spec), 1, 1);
        tb::SteeredSource source(coverage, spec, 1, 1, 3);
        while (const auto tile = source.next()) {
            EXPECT_EQ(tile->operand_class, tb::OperandClass::steered);
            coverage.sample(*tile);
        }
        EXPECT_EQ(coverage.hole_count(), 0U) << name << '\n' << coverage.report();
        EXPECT_TRUE(coverage.contradictions().empty()) << name << '\n' << coverage.report();
        EXPECT_EQ(coverage.percentage(), 100.0);
    }
}

/// Steering alone closes the coverage, so make check-all does not depend on what the directed tiles hit
/// before.
TEST(Coverage, SteeringClosesTheSpecificationsOfCheckAll) {
    std::ifstream rows(std::filesystem::path(KARAT_TEST_SOURCES) / "../scripts/rtl_rows.txt");
    int count = 0;
    for (std::string row; std::getline(rows, row);) {
        const std::size_t kind = row.find("| spec ");
        if (row.starts_with("#") || kind == std::string::npos) continue;
        const std::size_t text = row.find('|', kind + 1) + 1;
        const Spec spec =
            spec_from_json_text("{\"karat_spec\": 1, " + row.substr(text, row.find('|', text) - text) + "}");
        Coverage coverage(DotAdd(spec), 1, 1);
        tb::SteeredSource source(coverage, spec, 1, 1, 3);
        while (const auto tile = source.next()) coverage.sample(*tile);
        EXPECT_EQ(coverage.hole_count(), 0U) << row << '\n' << coverage.report();
        EXPECT_TRUE(coverage.contradictions().empty()) << row << '\n' << coverage.report();
        ++count;
    }
    EXPECT_GE(count, 9);
}

TEST(Coverage, SteeringClosesEveryLaneAndIsReproducible) {
    const Spec spec = spec_of("Hopper", "HMMA.16816.F32");
    std::vector<std::vector<std::uint64_t>> first;
    for (int run = 0; run < 2; ++run) {
        Coverage coverage(DotAdd(spec), 2, 2);
        tb::SteeredSource source(coverage, spec, 2, 2, 5);
        std::vector<std::vector<std::uint64_t>> tiles;
        while (const auto tile = source.next()) {
            tiles.push_back(tile->a);
            coverage.sample(*tile);
        }
        EXPECT_EQ(coverage.percentage(), 100.0) << coverage.report();
        EXPECT_EQ(coverage.lane_percentage(), 100.0);
        if (run == 0) first = tiles;
        EXPECT_EQ(first, tiles);
    }
}

TEST(Coverage, SteeringGivesUpWhereNothingIsCounted) {
    const Spec spec = spec_of("Volta", "HMMA.884.F32.F32");
    const Coverage coverage(DotAdd(spec), 1, 1);  // no tile is sampled
    tb::SteeredSource source(coverage, spec, 1, 1, 5, 1000);
    int tiles = 0;
    while (source.next()) ++tiles;
    EXPECT_LE(tiles, 1000);
    EXPECT_NE(coverage.report(3).find("more holes"), std::string::npos);
}

}  // namespace
}  // namespace karat::test
