// SPDX-License-Identifier: Apache-2.0
// C ABI: metadata that is missing, too short or not allowed is refused by every call that takes it.
#include <functional>

#include "sparse_model.hpp"

namespace karat::test {
namespace {

/// A tile of 2 x 3 lanes with results, which the tests then modify. k = 8, so a row has 4 elements of
/// metadata, and 8 for 1:2.
class CAbiSparseRefusals : public testing::TestWithParam<const char*> {
   protected:
    /// Expects the refusal of every call, with nothing written.
    void expect(const std::vector<std::string>& parts) {
        const std::vector<std::byte> before = tiles.d.data;
        const karat_matrix got = matrix_of(tiles.d);
        const karat_result d = result_of(tiles.d);
        std::uint32_t lanes[4] = {7, 7, 7, 7};
        karat_comparison out{9, 9, 9, 9, 9, 9};
        expect_refused(KARAT_BAD_OPERAND, parts, [&] { return karat_tile(model.handle, &in, &d); });
        expect_refused(KARAT_BAD_OPERAND, parts, [&] {
            return karat_compare(model.handle, 0, &in, &got, nullptr, &out, nullptr, 0, nullptr);
        });
        expect_refused(KARAT_BAD_OPERAND, parts,
                       [&] { return karat_tile_bins(model.handle, &in, 0, lanes, 4); });
        ASSERT_EQ(karat_coverage_start(model.handle, 2, 3), KARAT_OK);
        expect_refused(KARAT_BAD_OPERAND, parts, [&] { return karat_coverage_sample(model.handle, &in); });
        karat_coverage_figures figures{};
        EXPECT_EQ(karat_coverage_get(model.handle, &figures), KARAT_OK);
        EXPECT_EQ(figures.tiles, 0U) << "a failed sample was counted";
        ASSERT_EQ(karat_coverage_stop(model.handle), KARAT_OK);
        EXPECT_EQ(tiles.d.data, before) << "a failed call wrote results";
        EXPECT_EQ(lanes[0], 7U) << "a failed call wrote lanes";
        EXPECT_EQ(out.lanes, 9U) << "a failed call wrote its comparison";
        in = tiles.view();
    }
    /// Expects a refusal with element (row, column) of the metadata set to `element`.
    void expect_element(std::size_t row, std::size_t column, std::uint64_t element, const std::string& why) {
        const std::uint64_t before = tiles.metadata.at(row, column);
        tiles.metadata.set(row, column, element);
        expect({"metadata: row " + std::to_string(row) + ", element " + std::to_string(column) + ": ", why});
        tiles.metadata.set(row, column, before);
    }
    std::mt19937_64 random{31};
    SparseModel model{std::string(R"({"karat_spec": 1, "algorithm": "fda", "k": 8, "metadata": ")") +
                      GetParam() + "\"}"};
    StoredTiles tiles{model.sparse, 2, 3, 1, {}, random};
    karat_tile_operands in = tiles.view();
};
INSTANTIATE_TEST_SUITE_P(Kinds, CAbiSparseRefusals, testing::Values("2:4", "2:4_ordered", "1:2"));

TEST_P(CAbiSparseRefusals, MissingOrTooShort) {
    const std::string columns = std::to_string(tiles.groups());
    in.metadata = {};
    expect({"metadata: missing", columns + " elements for each row of A"});
    in.metadata.bytes -= 1;
    expect({"metadata: " + std::to_string(tiles.groups() - 1) + " bytes", "2 x " + columns + " matrix"});
    in.metadata.bytes = 0;
    expect({"metadata: 0 bytes"});
    in.metadata.leading = 3;
    expect({"metadata: leading dimension 3 is less than " + columns});
    in.b.bytes -= 1;
    expect({"B: ", "16 x 3 matrix"});
    const karat_result d = result_of(tiles.d);
    ASSERT_EQ(karat_tile(model.handle, &in, &d), KARAT_OK) << karat_last_error();
}

TEST_P(CAbiSparseRefusals, EveryElementThatIsNotAllowed) {
    const Metadata kind = model.sparse.spec().metadata;
    for (std::uint64_t element = 0; element < 16; ++element) {
        const bool allowed = kind == Metadata::one_of_two            ? reference::is_valid_1of2(element)
                             : kind == Metadata::two_of_four_ordered ? reference::is_ordered_2of4(element)
                                                                     : reference::is_valid_2of4(element);
        if (allowed) {
            tiles.metadata.set(1, 2, element);
            const karat_result d = result_of(tiles.d);
            EXPECT_EQ(karat_tile(model.handle, &in, &d), KARAT_OK) << karat_last_error();
        } else {
            expect_element(1, 2, element, "is not allowed");
        }
    }
}

TEST_P(CAbiSparseRefusals, ABatchWithOneBadElementWritesNothing) {
    StoredTiles batch(model.sparse, 2, 3, 4, {}, random);
    const karat_result d = result_of(batch.d);
    const karat_tile_operands good = batch.view();
    const std::vector<std::byte> before = batch.d.data;
    batch.metadata.set(1, 3, 0b0101, 2);
    expect_refused(KARAT_BAD_OPERAND, {"metadata: matrix 2, row 1, element 3: 0x5 is not allowed"},
                   [&] { return karat_tiles(model.handle, 4, &good, &d); });
    EXPECT_EQ(batch.d.data, before) << "a failed batch wrote results";
    batch.metadata.set(1, 3, 0b0100, 2);
    karat_tile_operands cut = good;
    --cut.metadata.bytes;
    expect_refused(KARAT_BAD_OPERAND, {"metadata: ", "bytes; 4 matrices of 2 x "},
                   [&] { return karat_tiles(model.handle, 4, &cut, &d); });
    EXPECT_EQ(karat_tiles(model.handle, 4, &good, &d), KARAT_OK) << karat_last_error();
}

TEST(CAbiSparseReasons, SayWhatIsWrong) {
    const auto refuse = [](const char* kind, std::uint64_t element, const std::string& why) {
        const Opened model(R"({"karat_spec": 1, "algorithm": "fda", "k": 2, "metadata": ")" +
                           std::string(kind) + "\"}");
        const std::vector<std::uint64_t> a(2), b(4);
        const std::vector<std::uint64_t> metadata(std::string(kind) == "1:2" ? 2 : 1, element);
        const karat_dot_operands in{elements(a), elements(b), {}, {}, 0, elements(metadata)};
        std::uint64_t d = 77;
        expect_refused(KARAT_BAD_OPERAND, {"metadata[0]: ", why},
                       [&] { return karat_dot_add(model, &in, &d); });
        EXPECT_EQ(d, 77U) << "a failed call wrote its result";
        expect_refused(KARAT_BAD_OPERAND, {why},
                       [&] { return karat_get_trace(model, &in, nullptr, 0, nullptr); });
        expect_refused(KARAT_BAD_OPERAND, {why},
                       [&] { return karat_get_drawing(model, &in, nullptr, 0, nullptr); });
    };
    refuse("2:4", 0b1010, "0xa is not allowed; it selects element 2 twice");
    refuse("2:4_ordered", 0b0111, "0x7 is not allowed; its indices 3 and 1 must ascend");
    refuse("2:4_ordered", 0b1111, "0xf is not allowed; it selects element 3 twice");
    refuse("1:2", 0b0001, "0x1 is not allowed; use 0x4 (the first of two) or 0xe (the second)");
    refuse("2:4", 0x10, "0x10 is wider than the 4 bits of uint4");
}

TEST(CAbiSparseReasons, WrongCountsOfADotAdd) {
    const Opened model(R"({"karat_spec": 1, "algorithm": "fda", "k": 4, "metadata": "2:4"})");
    const std::vector<std::uint64_t> a(4), b(8), metadata{4, 4};
    karat_dot_operands in{elements(a), elements(b), {}, {}, 0, {}};
    std::uint64_t d = 0;
    const auto call = [&] { return karat_dot_add(model, &in, &d); };
    expect_refused(KARAT_BAD_OPERAND, {"metadata: 0 elements; the specification needs 2"}, call);
    in.metadata = {metadata.data(), 1};
    expect_refused(KARAT_BAD_OPERAND, {"metadata: 1 elements"}, call);
    in.metadata = {nullptr, 2};
    expect_refused(KARAT_BAD_ARGUMENT, {"metadata.data is NULL"}, call);
    in.metadata = elements(metadata);
    in.b.count = 4;
    expect_refused(KARAT_BAD_OPERAND, {"b: 4 elements; the specification needs 8"}, call);
    in.b.count = 8;
    EXPECT_EQ(call(), KARAT_OK) << karat_last_error();
}

}  // namespace
}  // namespace karat::test
