// SPDX-License-Identifier: Apache-2.0
// C ABI: structured sparsity. Results equal those computed by hand, and those of the dense model with the
// elements of B that the reference selects.
#include "karat/compare/lane_mismatch.hpp"
#include "karat_coverage/coverage.hpp"
#include "sparse_model.hpp"

namespace karat::test {
namespace {

constexpr std::size_t kM = 3;
constexpr std::size_t kN = 5;

karat_shape shape_of(karat_model* model) {
    karat_shape shape{};
    EXPECT_EQ(karat_get_shape(model, &shape), KARAT_OK) << karat_last_error();
    return shape;
}

TEST(CAbiSparse, TheShapeFollowsTheKnob) {
    const Opened model("Hopper", "HMMA.16816.F32");
    struct Row {
        const char* metadata;
        std::uint32_t k_of_b, count, bits;
    };
    for (const Row& row :
         {Row{"2:4", 32, 8, 4}, Row{"1:2", 32, 16, 4}, Row{"2:4_ordered", 32, 8, 4}, Row{"none", 16, 0, 0}}) {
        ASSERT_EQ(karat_set_knob(model, "metadata", row.metadata), KARAT_OK) << karat_last_error();
        const karat_shape shape = shape_of(model);
        EXPECT_EQ(shape.k, 16U) << row.metadata;
        EXPECT_EQ(shape.k_of_b, row.k_of_b) << row.metadata;
        EXPECT_EQ(shape.metadata, row.count) << row.metadata;
        EXPECT_EQ(shape.metadata_bits, row.bits) << row.metadata;
    }
}

TEST(CAbiSparse, DotAddsByHand) {
    const std::vector<std::uint64_t> a{0x3C00, 0x4000, 0x4200, 0x4400};  // 1, 2, 3, 4
    const std::vector<std::uint64_t> b{0x4900, 0x4D00, 0x4F80, 0x5100,   // 10, 20, 30, 40
                                       0x3C00, 0x4000, 0x4400, 0x4800};  // 1, 2, 4, 8
    const Opened model(R"({"karat_spec": 1, "algorithm": "fda", "k": 4, "metadata": "2:4"})");
    const auto dot_add = [&](const std::vector<std::uint64_t>& metadata) {
        const karat_dot_operands in{elements(a), elements(b), {}, {}, 0x3F000000, elements(metadata)};
        std::uint64_t d = 0;
        EXPECT_EQ(karat_dot_add(model, &in, &d), KARAT_OK) << karat_last_error();
        return d;
    };
    // indices 1, 3 and then 2, 0: 1 * 20 + 2 * 40 + 3 * 4 + 4 * 1 + 0.5 = 116.5
    EXPECT_EQ(dot_add({0b1101, 0b0010}), 0x42E90000U);
    // indices 0, 1 and then 3, 2: 1 * 10 + 2 * 20 + 3 * 8 + 4 * 4 + 0.5 = 90.5
    EXPECT_EQ(dot_add({0b0100, 0b1011}), 0x42B50000U);
    ASSERT_EQ(karat_set_knob(model, "metadata", "1:2"), KARAT_OK) << karat_last_error();
    // second, first, first, second: 1 * 20 + 2 * 30 + 3 * 1 + 4 * 8 + 0.5 = 115.5
    EXPECT_EQ(dot_add({0b1110, 0b0100, 0b0100, 0b1110}), 0x42E70000U);
}

TEST(CAbiSparse, DotAddsAreThoseOfTheDenseModel) {
    std::mt19937_64 random(21);
    for (const std::string& json : sparse_specs()) {
        SCOPED_TRACE(json);
        const SparseModel model(json);
        for (int i = 0; i < 300; ++i) {
            const DotStorage in(model.sparse, random);
            const karat_dot_operands view = in.view();
            std::uint64_t d = ~std::uint64_t{0};
            ASSERT_EQ(karat_dot_add(model.handle, &view, &d), KARAT_OK) << karat_last_error();
            const auto b = selected_by_reference(model.sparse.spec().metadata, in.metadata, in.b);
            ASSERT_EQ(d, model.dense({in.a, b, {}, {}, in.c}));
        }
    }
}

TEST(CAbiSparse, TracesShowTheMetadata) {
    std::mt19937_64 random(22);
    const SparseModel model(sparse_specs()[0]);
    const DotStorage in(model.sparse, random);
    const karat_dot_operands view = in.view();
    Trace trace;
    (void)model.sparse.traced(in.operands(), trace);
    const std::string text = text_of([&](char* to, std::size_t size, std::size_t* length) {
        return karat_get_trace(model.handle, &view, to, size, length);
    });
    EXPECT_EQ(text, trace_to_json_text(trace));
    EXPECT_NE(text.find("\"metadata0\""), std::string::npos) << text;
    EXPECT_NE(text_of([&](char* to, std::size_t size, std::size_t* length) {
                  return karat_get_drawing(model.handle, &view, to, size, length);
              }),
              "");
}

TEST(CAbiSparse, TilesAndBatchesInEveryLayout) {
    std::mt19937_64 random(23);
    for (const std::string& json : sparse_specs()) {
        SCOPED_TRACE(json);
        const SparseModel model(json);
        for (unsigned layout = 0; layout < 16; ++layout) {
            const Layout how{layout % 2 == 0 ? 0U : 3U, (layout & 2) != 0, (layout & 4) != 0,
                             (layout & 8) != 0, false};  // the layout of C is also that of the metadata
            for (const std::size_t count : {1U, 4U}) {
                StoredTiles tiles(model.sparse, kM, kN, count, how, random);
                const karat_tile_operands in = tiles.view();
                const karat_result d = result_of(tiles.d);
                ASSERT_EQ(karat_tiles(model.handle, count, &in, &d), KARAT_OK) << karat_last_error();
                for (std::size_t at = 0; at < count * kM * kN; ++at) {
                    const std::size_t tile = at / (kM * kN), i = at / kN % kM, j = at % kN;
                    ASSERT_EQ(tiles.d.at(i, j, tile), model.expected(tiles, tile, i, j))
                        << "tile " << tile << ", lane (" << i << "," << j << ")";
                }
            }
        }
    }
}

TEST(CAbiSparse, CompareReportsTheMetadata) {
    std::mt19937_64 random(24);
    const SparseModel model(sparse_specs()[0]);
    StoredTiles tiles(model.sparse, kM, kN, 1, {1, true, false, true, false}, random);
    for (std::size_t at = 0; at < kM * kN; ++at)
        tiles.d.set(at / kN, at % kN, model.expected(tiles, 0, at / kN, at % kN));
    const karat_tile_operands in = tiles.view();
    const karat_matrix got = matrix_of(tiles.d);
    karat_comparison out{};
    std::string report(65536, '\0');
    std::size_t length = 0;
    const auto compare = [&] {
        return karat_compare(model.handle, 9, &in, &got, nullptr, &out, report.data(), report.size(),
                             &length);
    };
    ASSERT_EQ(compare(), KARAT_OK) << karat_last_error();
    EXPECT_EQ(out.lanes, kM * kN);
    const std::uint64_t wrong = tiles.d.at(2, 1) ^ 1U;
    tiles.d.set(2, 1, wrong);
    ASSERT_EQ(compare(), KARAT_MISMATCH);
    report.resize(length);
    EXPECT_EQ(out.mismatches, 1U);
    const StoredTiles::DotRow row(tiles, 0, 2, 1);
    const LaneMismatch mismatch = lane_mismatch(
        9, 2, 1, {row.a, row.b, {}, {}, tiles.c.at(2, 1), row.metadata}, wrong ^ 1U, {wrong, 0});
    EXPECT_EQ(report, "mismatch: " + place_of(mismatch) + '\n' + describe(model.sparse, mismatch));
    EXPECT_NE(report.find("\n  md "), std::string::npos) << report;
}

TEST(CAbiSparse, CoverageAndBinsSampleTheTile) {
    std::mt19937_64 random(25);
    const SparseModel model(sparse_specs()[1]);
    ASSERT_EQ(karat_coverage_start(model.handle, kM, kN), KARAT_OK) << karat_last_error();
    for (int at = 0; at < 20; ++at) {
        const StoredTiles tiles(model.sparse, kM, kN, 1, {}, random);
        const karat_tile_operands in = tiles.view();
        Coverage one(model.sparse, kM, kN);
        one.sample(
            load_tile(model.sparse, kM, kN,
                      {tiles.a.view(), tiles.b.view(), tiles.c.view(), {}, {}, tiles.metadata.view()}));
        std::vector<std::uint32_t> lanes(one.bins().size());
        ASSERT_EQ(karat_tile_bins(model.handle, &in, 0, lanes.data(), lanes.size()), KARAT_OK)
            << karat_last_error();
        for (std::size_t bin = 0; bin < lanes.size(); ++bin)
            ASSERT_EQ(lanes[bin], one.count(bin)) << one.bins()[bin].name;
        ASSERT_EQ(karat_coverage_sample(model.handle, &in), KARAT_OK) << karat_last_error();
    }
    karat_coverage_figures figures{};
    ASSERT_EQ(karat_coverage_get(model.handle, &figures), KARAT_OK);
    EXPECT_EQ(figures.tiles, 20U);
}

/// The names of the bins that the tile hits, except those of the metadata itself.
std::vector<std::string> hits(karat_model* model, const karat_tile_operands& in) {
    std::size_t count = 0;
    EXPECT_EQ(karat_bin_count(model, &count), KARAT_OK) << karat_last_error();
    std::vector<std::uint32_t> lanes(count);
    EXPECT_EQ(karat_tile_bins(model, &in, 0, lanes.data(), count), KARAT_OK) << karat_last_error();
    std::vector<std::string> out;
    for (std::size_t bin = 0; bin < count; ++bin) {
        if (lanes[bin] == 0) continue;
        const std::string name = text_of([&](char* to, std::size_t size, std::size_t* length) {
            return karat_bin_name(model, bin, to, size, length);
        });
        if (!name.starts_with("metadata/")) out.push_back(name);
    }
    return out;
}

TEST(CAbiSparse, BinsAreThoseOfTheElementsThatTakePart) {
    std::mt19937_64 random(27);
    for (const std::string& json : sparse_specs()) {
        SCOPED_TRACE(json);
        const SparseModel model(json);
        const Opened dense(to_json_text(model.dense.spec()));
        for (int at = 0; at < 10; ++at) {
            const StoredTiles tiles(model.sparse, 1, 1, 1, {}, random);
            const karat_tile_operands in = tiles.view();
            const StoredTiles::DotRow row(tiles, 0, 0, 0);
            const auto b = selected_by_reference(model.sparse.spec().metadata, row.metadata, row.b);
            StoredTiles same(model.dense, 1, 1, 1, {}, random);
            same.a = tiles.a;
            same.c = tiles.c;
            for (std::size_t k = 0; k < b.size(); ++k) same.b.set(k, 0, b[k]);
            const auto expected = hits(dense, same.view());
            EXPECT_FALSE(expected.empty());
            EXPECT_EQ(hits(model.handle, in), expected);
        }
    }
}

TEST(CAbiSparse, ADenseModelIgnoresTheMetadataOfATile) {
    std::mt19937_64 random(26);
    const Opened model(R"({"karat_spec": 1, "algorithm": "fda", "k": 4})");
    const DotAdd dot(spec_from_json_text(spec_of(model)));
    StoredTiles tiles(dot, 2, 2, 1, {}, random);
    karat_tile_operands in = tiles.view();
    const std::vector<unsigned char> anything(3);  // 0x0 is allowed by no kind
    in.metadata = {anything.data(), anything.size(), 7, 1};
    const karat_result d = result_of(tiles.d);
    ASSERT_EQ(karat_tile(model, &in, &d), KARAT_OK) << karat_last_error();
    tiles.expect_results(tiles.d);
}

}  // namespace
}  // namespace karat::test
