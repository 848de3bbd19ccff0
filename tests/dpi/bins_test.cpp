// SPDX-License-Identifier: Apache-2.0
// C ABI: the coverage bins of a model, and the bins that a tile hits.
#include <array>

#include "karat/instruction/registry.hpp"
#include "karat_coverage/coverage.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

std::size_t bin_count(karat_model* model) {
    std::size_t count = 0;
    EXPECT_EQ(karat_bin_count(model, &count), KARAT_OK) << karat_last_error();
    return count;
}

TEST(CAbiBins, NamesAndReasonsAreThoseOfTheCoverage) {
    const Opened model("CDNA3", "v_mfma_f32_16x16x32_fp8_bf8");
    const CoverageModel own(
        DotAdd(find_instruction("CDNA3", "v_mfma_f32_16x16x32_fp8_bf8").spec).program().recipe());
    ASSERT_EQ(bin_count(model), own.bins().size());
    std::size_t excluded = 0;
    for (std::size_t bin = 0; bin < own.bins().size(); ++bin) {
        EXPECT_EQ(text_of([&](char* to, std::size_t size, std::size_t* length) {
                      return karat_bin_name(model, bin, to, size, length);
                  }),
                  own.bins()[bin].name);
        const std::string reason = text_of([&](char* to, std::size_t size, std::size_t* length) {
            return karat_bin_reason(model, bin, to, size, length);
        });
        EXPECT_EQ(reason, own.bins()[bin].reason);
        excluded += reason.empty() ? 0 : 1;
    }
    EXPECT_GT(excluded, 0U);
}

TEST(CAbiBins, ATileHitsWhatCoverageCounts) {
    for (const char* instruction :
         {"QMMA.SF.16832.F32.E4M3.E4M3.E8", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"}) {
        const Spec spec = find_instruction("RTXBlackwell", instruction).spec;
        const Opened model("RTXBlackwell", instruction);
        std::mt19937_64 random(7);
        const StoredTiles tiles(DotAdd(spec), 3, 2, 1, {}, random);
        const karat_tile_operands in = tiles.view();
        Coverage coverage(DotAdd(spec), 3, 2);
        TileElements elements;
        for (std::size_t i = 0; i < 3; ++i) {
            const StoredTiles::DotRow row(tiles, 0, i, 0);
            elements.a.insert(elements.a.end(), row.a.begin(), row.a.end());
            elements.scale_a.insert(elements.scale_a.end(), row.scale_a.begin(), row.scale_a.end());
            for (std::size_t j = 0; j < 2; ++j) elements.c.push_back(tiles.c.at(i, j));
        }
        for (std::size_t j = 0; j < 2; ++j) {
            const StoredTiles::DotRow row(tiles, 0, 0, j);
            elements.b.insert(elements.b.end(), row.b.begin(), row.b.end());
            elements.scale_b.insert(elements.scale_b.end(), row.scale_b.begin(), row.scale_b.end());
        }
        coverage.sample(elements);
        const std::size_t count = bin_count(model);
        std::vector<std::uint32_t> lanes(count + 5, 77);
        ASSERT_EQ(karat_tile_bins(model, &in, 0, lanes.data(), lanes.size()), KARAT_OK) << karat_last_error();
        for (std::size_t bin = 0; bin < count; ++bin)
            EXPECT_EQ(lanes[bin], coverage.count(bin)) << coverage.bins()[bin].name;
        for (std::size_t bin = count; bin < lanes.size(); ++bin)
            EXPECT_EQ(lanes[bin], 0U) << "beyond the bins";
        std::vector<std::uint32_t> window(10, 77);
        ASSERT_EQ(karat_tile_bins(model, &in, 20, window.data(), 9), KARAT_OK);
        EXPECT_TRUE(std::equal(window.begin(), window.end() - 1, lanes.begin() + 20));
        EXPECT_EQ(window.back(), 77U) << "written beyond the count";
        EXPECT_EQ(karat_tile_bins(model, &in, SIZE_MAX, window.data(), 2), KARAT_OK);
        EXPECT_EQ(karat_tile_bins(model, &in, 0, nullptr, 0), KARAT_OK);
    }
}

TEST(CAbiBins, AKnobGivesOtherBins) {
    const Opened model(R"({"karat_spec": 1, "algorithm": "fda", "k": 4, "F": 25})");
    const std::size_t four = bin_count(model);
    ASSERT_EQ(karat_set_knob(model, "k", "8"), KARAT_OK) << karat_last_error();
    EXPECT_GT(bin_count(model), four);
}

TEST(CAbiBins, AUnitWithoutCHasTheBinsAndTheStimulusOfOne) {
    const Opened model("Hopper", "HMMA.16816.F32");
    const CoverageModel own(DotAdd(find_instruction("Hopper", "HMMA.16816.F32").spec).program().recipe(),
                            false);
    EXPECT_NE(bin_count(model), own.bins().size());  // those with c
    ASSERT_EQ(karat_without_c(model), KARAT_OK) << karat_last_error();
    ASSERT_EQ(bin_count(model), own.bins().size());
    std::size_t excluded = 0;
    for (std::size_t bin = 0; bin < own.bins().size(); ++bin) {
        EXPECT_EQ(text_of([&](char* to, std::size_t size, std::size_t* length) {
                      return karat_bin_reason(model, bin, to, size, length);
                  }),
                  own.bins()[bin].reason)
            << own.bins()[bin].name;
        excluded += own.bins()[bin].reason.empty() ? 0 : 1;
    }
    ASSERT_EQ(karat_coverage_start(model, 1, 1), KARAT_OK) << karat_last_error();
    karat_coverage_figures figures{};
    ASSERT_EQ(karat_coverage_get(model, &figures), KARAT_OK);
    EXPECT_EQ(figures.excluded, excluded);
    expect_refused(KARAT_BAD_STATE, {"karat_without_c"}, [&] { return karat_without_c(model); });
    for (const char* kind : {"directed", "steered"}) {
        karat_stimulus* stimulus = nullptr;
        ASSERT_EQ(karat_stimulus_open(model, kind, 1, 1, 7, &stimulus), KARAT_OK) << karat_last_error();
        std::array<std::uint16_t, 16> a{}, b{};
        std::uint32_t c = 0;
        const karat_tile_room room{
            {a.data(), sizeof a, 0, 0}, {b.data(), sizeof b, 0, 1}, {&c, sizeof c, 0, 0}, {}, {}, {}};
        bool is_zero = true;
        for (int tile = 0; tile < 40; ++tile) {
            ASSERT_EQ(karat_stimulus_next(stimulus, &room, nullptr), KARAT_OK) << karat_last_error();
            is_zero &= c == 0;
        }
        EXPECT_TRUE(is_zero) << kind;
        EXPECT_EQ(karat_stimulus_close(stimulus), KARAT_OK);
    }
}

TEST(CAbiBins, BadArgumentsAreRefused) {
    const Opened model("Hopper", "HMMA.16816.F32");
    std::mt19937_64 random(7);
    const StoredTiles tiles(DotAdd(find_instruction("Hopper", "HMMA.16816.F32").spec), 1, 1, 1, {}, random);
    karat_tile_operands in = tiles.view();
    std::uint32_t lanes[4];
    const std::size_t count = bin_count(model);
    expect_refused(KARAT_BAD_ARGUMENT, {"count is NULL"}, [&] { return karat_bin_count(model, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"bin = " + std::to_string(count)},
                   [&] { return karat_bin_name(model, count, nullptr, 0, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"bin = "},
                   [&] { return karat_bin_reason(model, SIZE_MAX, nullptr, 0, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"buffer is NULL"},
                   [&] { return karat_bin_name(model, 0, nullptr, 5, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"},
                   [&] { return karat_tile_bins(model, nullptr, 0, lanes, 4); });
    expect_refused(KARAT_BAD_ARGUMENT, {"lanes is NULL"},
                   [&] { return karat_tile_bins(model, &in, 0, nullptr, 4); });
    in.b.bytes = 5;
    expect_refused(KARAT_BAD_OPERAND, {"B: 5 bytes"},
                   [&] { return karat_tile_bins(model, &in, 0, lanes, 4); });
    in = tiles.view();
    in.m = 65537;
    expect_refused(KARAT_BAD_ARGUMENT, {"65537 x 1", "65536 lanes"},
                   [&] { return karat_tile_bins(model, &in, 0, lanes, 4); });
}

}  // namespace
}  // namespace karat::test
