// SPDX-License-Identifier: Apache-2.0
// C ABI: comparing a tile of a design, and functional coverage.
#include <cstdio>
#include <filesystem>

#include "karat/compare/lane_mismatch.hpp"
#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "karat_coverage/coverage.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

/// A tile with correct results, which the tests then modify.
class CAbiCompare : public testing::Test {
   protected:
    CAbiCompare() {
        for (std::size_t lane = 0; lane < 6; ++lane)
            tiles.d.set(lane / 3, lane % 3, tiles.expected(0, lane / 3, lane % 3));
    }
    karat_status compare(const karat_matrix* unknown, karat_comparison* out, std::string* report) {
        const karat_tile_operands in = tiles.view();
        const karat_matrix got = matrix_of(tiles.d);
        if (report == nullptr) return karat_compare(model, 41, &in, &got, unknown, out, nullptr, 0, nullptr);
        std::size_t length = 0;
        report->assign(65536, '\0');
        const karat_status status =
            karat_compare(model, 41, &in, &got, unknown, out, report->data(), report->size(), &length);
        report->resize(length);
        return status;
    }
    /// The report of the C++ scoreboard for lane (i, j).
    std::string told(std::size_t i, std::size_t j, Answer got) {
        const StoredTiles::DotRow row(tiles, 0, i, j);
        const LaneMismatch wrong =
            lane_mismatch(41, i, j, {row.a, row.b, row.scale_a, row.scale_b, tiles.c.at(i, j)},
                          tiles.expected(0, i, j), got);
        return "mismatch: " + place_of(wrong) + '\n' + describe(dot, wrong);
    }
    std::mt19937_64 random{10};
    Opened model{"Hopper", "HMMA.16816.F32"};
    DotAdd dot{find_instruction("Hopper", "HMMA.16816.F32").spec};
    StoredTiles tiles{dot, 2, 3, 1, {1, false, true, false, true}, random};
    karat_comparison out{9, 9, 9, 9, 9, 9};
    std::string report;
};

TEST_F(CAbiCompare, ARightTile) {
    EXPECT_EQ(compare(nullptr, &out, &report), KARAT_OK) << karat_last_error();
    EXPECT_EQ(out.lanes, 6U);
    EXPECT_EQ(out.mismatches, 0U);
    EXPECT_EQ(report, "");
    EXPECT_EQ(compare(nullptr, nullptr, nullptr), KARAT_OK);
}

TEST_F(CAbiCompare, WrongLanesAreCountedAndTheFirstIsTold) {
    const std::uint64_t right = tiles.expected(0, 1, 0);
    tiles.d.set(1, 0, right ^ 1U);
    tiles.d.set(1, 2, tiles.expected(0, 1, 2) ^ 0x80000000U);
    EXPECT_EQ(compare(nullptr, &out, &report), KARAT_MISMATCH);
    EXPECT_STREQ(karat_last_error(), "tile 41, lane (1,0): 2 of 6 lanes differ");
    EXPECT_EQ(out.lanes, 6U);
    EXPECT_EQ(out.mismatches, 2U);
    EXPECT_EQ(out.m, 1U);
    EXPECT_EQ(out.n, 0U);
    EXPECT_EQ(out.expected, right);
    EXPECT_EQ(out.got, right ^ 1U);
    EXPECT_EQ(report, told(1, 0, {right ^ 1U, 0}));
    EXPECT_EQ(compare(nullptr, nullptr, nullptr), KARAT_MISMATCH);
}

TEST_F(CAbiCompare, UnknownBitsAreAlwaysWrong) {
    StoredMatrix unknown = tiles.d;
    for (std::size_t lane = 0; lane < 6; ++lane) unknown.set(lane / 3, lane % 3, 0);
    const karat_matrix view = matrix_of(unknown);
    EXPECT_EQ(compare(&view, &out, &report), KARAT_OK) << karat_last_error();
    unknown.set(0, 2, 0x10);
    EXPECT_EQ(compare(&view, &out, &report), KARAT_MISMATCH);
    EXPECT_EQ(out.mismatches, 1U);
    EXPECT_EQ(out.n, 2U);
    EXPECT_NE(report.find("X or Z in bits 0x00000010"), std::string::npos) << report;
    EXPECT_EQ(report, told(0, 2, {tiles.expected(0, 0, 2), 0x10}));
}

TEST_F(CAbiCompare, AReportCutShortLeavesTheStatus) {
    tiles.d.set(0, 0, tiles.expected(0, 0, 0) ^ 4U);
    const karat_tile_operands in = tiles.view();
    const karat_matrix got = matrix_of(tiles.d);
    char room[20] = "###################";
    std::size_t length = 0;
    EXPECT_EQ(karat_compare(model, 41, &in, &got, nullptr, nullptr, room, 10, &length), KARAT_MISMATCH);
    EXPECT_STREQ(room, "mismatch:");
    EXPECT_EQ(room[10], '#');
    EXPECT_EQ(length, told(0, 0, {tiles.expected(0, 0, 0) ^ 4U, 0}).size());
    EXPECT_STREQ(karat_last_error(), "tile 41, lane (0,0): 1 of 6 lanes differ");
}

TEST_F(CAbiCompare, Refusals) {
    karat_tile_operands in = tiles.view();
    karat_matrix got = matrix_of(tiles.d);
    const auto call = [&] { return karat_compare(model, 0, &in, &got, nullptr, &out, nullptr, 0, nullptr); };
    got.bytes -= 1;
    expect_refused(KARAT_BAD_OPERAND, {"got", "bytes"}, call);
    got = {nullptr, 0, 0, 0};
    expect_refused(KARAT_BAD_ARGUMENT, {"got.data is NULL"}, call);
    got = matrix_of(tiles.d);
    in.a.bytes -= 1;
    expect_refused(KARAT_BAD_OPERAND, {"A", "bytes"}, call);
    in = tiles.view();
    karat_matrix unknown = got;
    unknown.bytes -= 1;
    expect_refused(KARAT_BAD_OPERAND, {"unknown", "bytes"},
                   [&] { return karat_compare(model, 0, &in, &got, &unknown, &out, nullptr, 0, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"got is NULL"},
                   [&] { return karat_compare(model, 0, &in, nullptr, nullptr, &out, nullptr, 0, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"}, [&] {
        return karat_compare(model, 0, nullptr, &got, nullptr, &out, nullptr, 0, nullptr);
    });
    expect_refused(KARAT_BAD_ARGUMENT, {"buffer is NULL"},
                   [&] { return karat_compare(model, 0, &in, &got, nullptr, &out, nullptr, 5, nullptr); });
    EXPECT_EQ(out.lanes, 9U) << "a failed call wrote its comparison";
}

TEST(CAbiCompareNan, AnyNanIsRightWhereTheSpecificationSaysSo) {
    const std::string json = R"({"karat_spec": 1, "algorithm": "fda", "k": 1, "nan": "any"})";
    const Opened model(json);
    const std::uint16_t nan = 0x7E00;
    const std::uint32_t c = 0;
    std::uint32_t got = 0xFFC00001;
    const karat_tile_operands in{1, 1, {&nan, 2, 0, 0}, {&nan, 2, 0, 0}, {&c, 4, 0, 0}, {}, {}, {}};
    const karat_matrix answer{&got, 4, 0, 0};
    EXPECT_EQ(karat_compare(model, 0, &in, &answer, nullptr, nullptr, nullptr, 0, nullptr), KARAT_OK)
        << karat_last_error();
    got = 0x7F800000;
    EXPECT_EQ(karat_compare(model, 0, &in, &answer, nullptr, nullptr, nullptr, 0, nullptr), KARAT_MISMATCH);
}

TEST(CAbiCoverage, FiguresReportAndFileAreTheModels) {
    const std::string json = R"({"karat_spec": 1, "algorithm": "fda", "k": 4, "F": 21})";
    const Opened model(json);
    const DotAdd dot(spec_from_json_text(json));
    Coverage wanted(dot, 2, 2);
    std::mt19937_64 random(11);
    ASSERT_EQ(karat_coverage_start(model, 2, 2), KARAT_OK) << karat_last_error();
    for (int i = 0; i < 300; ++i) {
        const StoredTiles tiles(dot, 2, 2, 1, {}, random);
        karat_tile_operands in = tiles.view();
        if (i % 2 != 0) in.m = in.n = 0;
        ASSERT_EQ(karat_coverage_sample(model, &in), KARAT_OK) << karat_last_error();
        wanted.sample(load_tile(dot, 2, 2, {tiles.a.view(), tiles.b.view(), tiles.c.view(), {}, {}}));
    }
    karat_coverage_figures figures{};
    ASSERT_EQ(karat_coverage_get(model, &figures), KARAT_OK);
    EXPECT_EQ(figures.tiles, 300U);
    EXPECT_EQ(figures.holes, wanted.hole_count());
    EXPECT_EQ(figures.excluded, wanted.excluded().size());
    EXPECT_EQ(figures.reachable, wanted.bins().size() - wanted.excluded().size());
    EXPECT_EQ(figures.percent, wanted.percentage());
    EXPECT_GT(figures.percent, 10.0);
    EXPECT_EQ(text_of([&](char* to, std::size_t size, std::size_t* length) {
                  return karat_coverage_report(model, 3, to, size, length);
              }),
              wanted.report(3));
    const std::string path = testing::TempDir() + "karat_c_abi_coverage.json";
    ASSERT_EQ(karat_coverage_save(model, path.c_str()), KARAT_OK) << karat_last_error();
    EXPECT_EQ(Coverage::load(path).to_json(), wanted.to_json());
    std::filesystem::remove(path);
    EXPECT_EQ(karat_coverage_stop(model), KARAT_OK);
    EXPECT_EQ(karat_coverage_get(model, &figures), KARAT_BAD_STATE);
}

TEST(CAbiCoverage, Refusals) {
    const std::string json = R"({"karat_spec": 1, "algorithm": "fda", "k": 4})";
    const Opened model(json);
    const DotAdd dot(spec_from_json_text(json));
    std::mt19937_64 random(12);
    const StoredTiles tiles(dot, 2, 2, 1, {}, random);
    karat_tile_operands in = tiles.view();
    karat_coverage_figures figures{};
    const std::vector<std::string> idle{"not being collected", "karat_coverage_start"};
    expect_refused(KARAT_BAD_STATE, idle, [&] { return karat_coverage_sample(model, &in); });
    expect_refused(KARAT_BAD_STATE, idle, [&] { return karat_coverage_get(model, &figures); });
    expect_refused(KARAT_BAD_STATE, idle,
                   [&] { return karat_coverage_report(model, 1, nullptr, 0, nullptr); });
    expect_refused(KARAT_BAD_STATE, idle, [&] { return karat_coverage_save(model, "/dev/null"); });
    expect_refused(KARAT_BAD_STATE, idle, [&] { return karat_coverage_stop(model); });
    expect_refused(KARAT_BAD_ARGUMENT, {"m and n"}, [&] { return karat_coverage_start(model, 2, 0); });
    expect_refused(KARAT_BAD_ARGUMENT, {"65537 x 1", "65536"},
                   [&] { return karat_coverage_start(model, 65537, 1); });
    expect_refused(KARAT_BAD_ARGUMENT, {"65536"},
                   [&] { return karat_coverage_start(model, std::size_t{1} << 32, std::size_t{1} << 32); });
    ASSERT_EQ(karat_coverage_start(model, 2, 2), KARAT_OK) << karat_last_error();
    expect_refused(KARAT_BAD_STATE, {"already"}, [&] { return karat_coverage_start(model, 2, 2); });
    in.m = 1;
    expect_refused(KARAT_BAD_ARGUMENT, {"1 x 2", "2 x 2"}, [&] { return karat_coverage_sample(model, &in); });
    in = tiles.view();
    in.b.bytes -= 1;
    expect_refused(KARAT_BAD_OPERAND, {"B", "bytes"}, [&] { return karat_coverage_sample(model, &in); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"}, [&] { return karat_coverage_sample(model, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"figures is NULL"},
                   [&] { return karat_coverage_get(model, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"path is NULL"}, [&] { return karat_coverage_save(model, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"/no/such/folder/x.json"},
                   [&] { return karat_coverage_save(model, "/no/such/folder/x.json"); });
    ASSERT_EQ(karat_coverage_get(model, &figures), KARAT_OK);
    EXPECT_EQ(figures.tiles, 0U) << "a failed sample was counted";
    ASSERT_EQ(karat_coverage_stop(model), KARAT_OK);
    EXPECT_EQ(karat_coverage_start(model, 0, 0), KARAT_OK) << "coverage does not start again";
}

}  // namespace
}  // namespace karat::test
