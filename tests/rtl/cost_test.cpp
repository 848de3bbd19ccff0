// SPDX-License-Identifier: Apache-2.0
// Cost figures: circuits whose minimum cost is known, the trends over F and K, and the cache.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "karat/error.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_tb/rtl/process.hpp"
#include "karat_tb/rtl/rtl_cost.hpp"

namespace karat::tb {
namespace {

namespace fs = std::filesystem;

/// Uses a cache folder of its own. Skips the test if Yosys is not installed.
class Cost : public testing::Test {
   protected:
    void SetUp() override {
        fs::remove_all(folder_);
        fs::create_directories(folder_);
        if (!run_program({"yosys", "-V"}, (folder_ / "log").string()).succeeded())
            GTEST_SKIP() << "yosys is not installed: nothing is synthesised";
        ASSERT_EQ(::setenv("KARAT_CACHE", (folder_ / "cache").c_str(), 1), 0);
    }

    [[nodiscard]] RtlCost cost_of(const std::string& ports_and_body) const {
        const fs::path source = folder_ / "circuit.sv";
        std::ofstream(source) << "module circuit (" << ports_and_body << "endmodule\n";
        return synthesise({source}, "circuit", folder_);
    }

    /// The results in the cache.
    [[nodiscard]] std::vector<fs::path> cached() const {
        std::vector<fs::path> out;
        for (const auto& entry : fs::directory_iterator(folder_ / "cache/costs")) out.push_back(entry.path());
        return out;
    }

    // One folder per test, because tests run at the same time.
    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        (std::string("karat_cost_") + testing::UnitTest::GetInstance()->current_test_info()->name());
};

RtlTile small_tile(int k, int f) {
    RtlTile tile{.m = 1, .n = 1, .stages = 0, .spec = {}};
    tile.spec = spec_from_json_text(
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e2m1", "b": "e2m1", "c": "fp16", "d": "fp16"})");
    tile.spec.k = k;
    tile.spec.F.bits = f;
    return tile;
}

TEST_F(Cost, CircuitsWithAKnownLeastCost) {
    const RtlCost nand = cost_of("input logic a, b, output logic y); assign y = ~(a & b);");
    EXPECT_EQ(nand.small.area, 1);
    EXPECT_EQ(nand.small.gates, 1);
    EXPECT_EQ(nand.fast.depth, 1);
    EXPECT_EQ(nand.tool.substr(0, 5), "Yosys");

    const RtlCost parity = cost_of("input logic [7:0] a, output logic y); assign y = ^a;");
    EXPECT_EQ(parity.small.area, 7 * 2.5);
    EXPECT_EQ(parity.fast.gates, 7);
    EXPECT_EQ(parity.fast.depth, 3);

    const RtlCost choice = cost_of("input logic a, b, s, output logic y); assign y = s ? b : a;");
    EXPECT_EQ(choice.small.area, 2.5);
    EXPECT_EQ(choice.fast.depth, 1);
    EXPECT_EQ(choice.flip_flops, 0);
}

TEST_F(Cost, FlipFlopsCountAndEndAPath) {
    const RtlCost kept =
        cost_of("input logic clk, en, a, output logic y); always_ff @(posedge clk) if (en) y <= a;");
    EXPECT_EQ(kept.flip_flops, 1);
    EXPECT_EQ(kept.small.area, 6 + 2.5);
    EXPECT_EQ(kept.small.depth, 1);

    const RtlCost cut = cost_of(
        "input logic clk, input logic [7:0] a, output logic y); logic [1:0] half;\n"
        "always_ff @(posedge clk) begin half <= {^a[7:4], ^a[3:0]}; y <= ^half; end\n");
    EXPECT_EQ(cut.flip_flops, 3);
    EXPECT_EQ(cut.small.area, 3 * 6 + 7 * 2.5);
    EXPECT_EQ(cut.fast.depth, 2);
}

TEST_F(Cost, WhatCannotBeReadIsRefusedWithItsLog) {
    try {
        (void)cost_of("input logic a, output logic y); assign y = ;");
        FAIL() << "a syntax error was accepted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("yosys.log"), std::string::npos) << error.what();
        EXPECT_TRUE(fs::exists(folder_ / "yosys.log"));
    }
}

TEST_F(Cost, GrowsWithFAndWithK) {
    double last = 0;
    for (const int f : {4, 8, 16, 24}) {
        const RtlCost cost = rtl_cost(small_tile(4, f));
        EXPECT_GT(cost.small.area, last) << "F = " << f;
        EXPECT_LE(cost.small.area, cost.fast.area) << "F = " << f;
        EXPECT_LE(cost.fast.depth, cost.small.depth) << "F = " << f;
        last = cost.small.area;
    }
    last = 0;
    for (const int k : {2, 4, 8}) {
        const double area = rtl_cost(small_tile(k, 8)).small.area;
        EXPECT_GT(area, 1.2 * last) << "K = " << k;
        last = area;
    }
}

TEST_F(Cost, IsKeptByContent) {
    static int announced;
    announced = 0;
    const auto announce = +[](const RtlTile& /*tile*/) { ++announced; };
    const RtlCost first = rtl_cost(small_tile(2, 6), announce);
    const RtlCost again = rtl_cost(small_tile(2, 6), announce);
    EXPECT_FALSE(first.cached);
    EXPECT_TRUE(again.cached);
    EXPECT_EQ(announced, 1);
    EXPECT_EQ(again.small.area, first.small.area);
    EXPECT_EQ(again.fast.depth, first.fast.depth);
    EXPECT_EQ(again.fast.gates, first.fast.gates);
    EXPECT_EQ(again.tool, first.tool);
    ASSERT_EQ(cached().size(), 1U);  // and no incomplete result

    const fs::path file = cached()[0];
    std::ofstream(file) << "{\"small\": 1";  // a damaged result is replaced
    EXPECT_FALSE(rtl_cost(small_tile(2, 6), announce).cached);
    EXPECT_EQ(rtl_cost(small_tile(2, 6), announce).small.area, first.small.area);

    RtlTile deeper = small_tile(2, 6);
    deeper.stages = 1;
    const RtlCost pipelined = rtl_cost(deeper, announce);
    EXPECT_FALSE(pipelined.cached);
    EXPECT_GT(pipelined.flip_flops, 16);  // d and its control
    EXPECT_EQ(cached().size(), 2U);
}

TEST_F(Cost, AKnobTheRtlHasNotIsNamed) {
    RtlTile tile = small_tile(2, 6);
    tile.spec.convert = Format::fp32;
    tile.spec.nan = NanEncoding::amd_rdna;
    try {
        (void)rtl_cost(tile);
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("round.nan: amd_rdna"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace karat::tb
