// SPDX-License-Identifier: Apache-2.0
// C ABI: tiles and batches in every layout equal single dot-adds. Matrices of the wrong size are errors, and
// nothing is written.
#include <limits>

#include "karat/instruction/registry.hpp"
#include "karat/recipe/json/spec_json.hpp"
#include "stored_tile.hpp"

namespace karat::test {
namespace {

constexpr std::size_t kHuge = std::numeric_limits<std::size_t>::max();

const std::vector<std::string>& specs() {
    static const std::vector<std::string> all{
        R"({"karat_spec": 1, "algorithm": "fda", "k": 4})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e2m1", "b": "e2m1", "k": 5})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e3m2", "b": "e2m1", "c": "fp16", "d": "fp16",
            "k": 3})",
        R"({"karat_spec": 1, "algorithm": "gfda", "a": "e2m1", "b": "e2m3", "k": 8, "group": 4,
            "scale": "ue8m0", "scale_block": 4})",
        R"({"karat_spec": 1, "algorithm": "fma", "a": "fp64", "b": "fp64", "c": "fp64", "d": "fp64",
            "k": 2})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "tf32", "b": "tf32", "k": 4})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e4m3", "k": 6, "metadata": "2:4"})",
        R"({"karat_spec": 1, "algorithm": "fda", "a": "tf32", "b": "tf32", "k": 3, "metadata": "1:2"})"};
    return all;
}

TEST(CAbiTile, EqualsDotAddsInEveryLayoutAndBatch) {
    std::mt19937_64 random(5);
    for (const std::string& json : specs()) {
        SCOPED_TRACE(json);
        const Opened model(json);
        const DotAdd dot(spec_from_json_text(json));
        for (unsigned layout = 0; layout < 32; ++layout) {
            const Layout how{layout % 2 == 0 ? 0U : 3U, (layout & 2) != 0, (layout & 4) != 0,
                             (layout & 8) != 0, (layout & 16) != 0};
            for (const std::size_t count : {1U, 4U}) {
                StoredTiles tiles(dot, 3, 5, count, how, random);
                const karat_tile_operands in = tiles.view();
                const karat_result d = result_of(tiles.d);
                ASSERT_EQ(count == 1 ? karat_tile(model, &in, &d) : karat_tiles(model, count, &in, &d),
                          KARAT_OK)
                    << karat_last_error();
                tiles.expect_results(tiles.d);
            }
        }
    }
}

TEST(CAbiTile, ABatchEqualsItsTilesAndLeavesTheGapsAlone) {
    std::mt19937_64 random(6);
    const std::string json =
        R"({"karat_spec": 1, "algorithm": "fda", "a": "e2m1", "b": "e3m2", "c": "fp16", "d": "fp16",
            "k": 7})";
    const Opened model(json);
    const DotAdd dot(spec_from_json_text(json));
    StoredTiles all(dot, 3, 3, 6, {1, false, true, false, false}, random);
    const StoredMatrix before = all.d;
    const karat_tile_operands in = all.view();
    karat_result d = result_of(all.d);
    ASSERT_EQ(karat_tiles(model, 6, &in, &d), KARAT_OK) << karat_last_error();
    StoredMatrix single = before;
    for (std::size_t tile = 0; tile < 6; ++tile) {
        const auto from = [tile](const StoredMatrix& matrix) {
            return karat_matrix{matrix.data.data() + tile * matrix.stride,
                                matrix.data.size() - tile * matrix.stride, matrix.leading,
                                matrix.column_major ? 1 : 0};
        };
        const karat_tile_operands one{3, 3, from(all.a), from(all.b), from(all.c), {}, {}, {}};
        const karat_result to{single.data.data() + tile * single.stride,
                              single.data.size() - tile * single.stride, single.leading, 0};
        ASSERT_EQ(karat_tile(model, &one, &to), KARAT_OK) << karat_last_error();
    }
    EXPECT_EQ(all.d.data, single.data);
    for (std::size_t tile = 0; tile < 6; ++tile) {
        for (std::size_t row = 0; row + 1 < 3; ++row)
            EXPECT_EQ(all.d.at(row, 3, tile), before.at(row, 3, tile)) << "the padding was written";
    }
}

TEST(CAbiTile, WithoutASizeItIsTheInstructions) {
    std::mt19937_64 random(7);
    const Opened model("Hopper", "HMMA.16816.F32");
    const DotAdd dot(find_instruction("Hopper", "HMMA.16816.F32").spec);
    StoredTiles tiles(dot, 16, 8, 1, {}, random);
    karat_tile_operands in = tiles.view();
    in.m = in.n = in.a.leading = in.b.leading = in.c.leading = 0;
    karat_result d = result_of(tiles.d);
    d.leading = 0;
    ASSERT_EQ(karat_tile(model, &in, &d), KARAT_OK) << karat_last_error();
    tiles.expect_results(tiles.d);
}

TEST(CAbiTile, DMayBeC) {
    std::mt19937_64 random(8);
    const Opened model("Hopper", "HMMA.16816.F32");
    const DotAdd dot(find_instruction("Hopper", "HMMA.16816.F32").spec);
    const StoredTiles tiles(dot, 2, 3, 1, {}, random);
    StoredMatrix both = tiles.c;
    karat_tile_operands in = tiles.view();
    in.c = matrix_of(both);
    const karat_result d = result_of(both);
    ASSERT_EQ(karat_tile(model, &in, &d), KARAT_OK) << karat_last_error();
    tiles.expect_results(both);
}

/// A valid batch of two tiles, which the tests then modify.
class CAbiTileRefusals : public testing::Test {
   protected:
    void expect(karat_status status, const std::vector<std::string>& parts) {
        const std::vector<std::byte> before = tiles.d.data;
        expect_refused(status, parts, [&] { return karat_tiles(model, count, &in, &d); });
        EXPECT_EQ(tiles.d.data, before) << "a failed call wrote results";
        in = tiles.view();
        d = result_of(tiles.d);
        count = 2;
    }
    std::mt19937_64 random{9};
    Opened model{"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X"};
    DotAdd dot{find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec};
    StoredTiles tiles{dot, 3, 2, 2, {}, random};
    karat_tile_operands in = tiles.view();
    karat_result d = result_of(tiles.d);
    std::size_t count = 2;
};

TEST_F(CAbiTileRefusals, TheBaseWorks) {
    ASSERT_EQ(karat_tiles(model, count, &in, &d), KARAT_OK) << karat_last_error();
    tiles.expect_results(tiles.d);
}

TEST_F(CAbiTileRefusals, MatricesOneByteShort) {
    in.a.bytes -= 1;
    expect(KARAT_BAD_OPERAND, {"A", "bytes", "2 matrices of 3 x 64"});
    in.b.bytes -= 1;
    expect(KARAT_BAD_OPERAND, {"B", "bytes", "2 matrices of 64 x 2"});
    in.c.bytes -= 1;
    expect(KARAT_BAD_OPERAND, {"C", "bytes", "2 matrices of 3 x 2"});
    in.scale_a.bytes -= 1;
    expect(KARAT_BAD_OPERAND, {"scales of A", "bytes", "2 matrices of 3 x 4"});
    in.scale_b.bytes -= 1;
    expect(KARAT_BAD_OPERAND, {"scales of B", "bytes", "2 matrices of 4 x 2"});
    d.bytes -= 1;
    expect(KARAT_BAD_OPERAND, {"D", "bytes", "2 matrices of 3 x 2"});
    d.bytes = 0;
    expect(KARAT_BAD_OPERAND, {"D", "0 bytes"});
}

TEST_F(CAbiTileRefusals, LeadingDimensions) {
    in.a.leading = 63;
    expect(KARAT_BAD_OPERAND, {"A", "leading dimension 63", "64"});
    d.leading = 1;
    expect(KARAT_BAD_OPERAND, {"D", "leading dimension 1"});
    for (const std::size_t wild : {kHuge, kHuge / 2 + 1, kHuge / 4 + 1, std::size_t{1} << 61}) {
        in.b.leading = wild;
        expect(KARAT_BAD_OPERAND, {"B", std::to_string(wild)});
        d.leading = wild;
        expect(KARAT_BAD_OPERAND, {"D", std::to_string(wild)});
    }
}

TEST_F(CAbiTileRefusals, NullsAndSizes) {
    in.a.data = nullptr;
    expect(KARAT_BAD_ARGUMENT, {"a.data is NULL"});
    in.scale_b.data = nullptr;
    expect(KARAT_BAD_ARGUMENT, {"scale_b.data is NULL"});
    d.data = nullptr;
    expect(KARAT_BAD_ARGUMENT, {"d.data is NULL"});
    in.m = 0;
    expect(KARAT_BAD_ARGUMENT, {"m and n"});
    in.m = 65537;
    expect(KARAT_BAD_ARGUMENT, {"m = 65537", "65536"});
    in.n = kHuge;
    expect(KARAT_BAD_ARGUMENT, {"n = ", "65536"});
    in.n = 65536;
    expect(KARAT_BAD_OPERAND, {"65536"});
    count = 0;
    expect(KARAT_BAD_ARGUMENT, {"count = 0"});
    count = KARAT_MAX_TILES + std::size_t{1};
    expect(KARAT_BAD_ARGUMENT, {"count = 16777217", "16777216"});
    count = kHuge;
    expect(KARAT_BAD_ARGUMENT, {"count", "16777216"});
    count = KARAT_MAX_TILES;
    expect(KARAT_BAD_OPERAND, {"bytes"});
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"}, [&] { return karat_tiles(model, 2, nullptr, &d); });
    expect_refused(KARAT_BAD_ARGUMENT, {"d is NULL"}, [&] { return karat_tiles(model, 2, &in, nullptr); });
    expect_refused(KARAT_BAD_ARGUMENT, {"in is NULL"}, [&] { return karat_tile(model, nullptr, &d); });
}

}  // namespace
}  // namespace karat::test
