// SPDX-License-Identifier: Apache-2.0
// Structured sparsity: the register, the window and the refusals of docs/reference/systemc.md.
#include "karat_systemc/tile_extension.hpp"
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

Spec sparse(Metadata kind) {
    Spec spec;
    spec.k = 6;
    spec.a = Format::e4m3;
    spec.b = Format::e5m2;
    spec.metadata = kind;
    return spec;
}

class Metadatas : public testing::TestWithParam<Metadata> {
   protected:
    Spec spec_ = sparse(GetParam());
    TileModule module_{sc_core::sc_gen_unique_name("metadata"), spec_, {.m = 3, .n = 5, .batch = 4}};
    plain::Initiator initiator_{target_of(module_)};
    RandomTiles tiles_{initiator_, spec_, 4, 1};
    plain::Bytes d_ = plain::Bytes(4 * tiles_.windows[plain::kD].tile_bytes);
    TileExtension extension_;
    tlm::tlm_generic_payload payload_;

    Metadatas() {
        payload_.set_command(tlm::TLM_IGNORE_COMMAND);
        payload_.set_extension(&extension_);
        extension_.data = tiles_.data(d_);
        extension_.tiles = 4;
    }
    ~Metadatas() override { payload_.clear_extension(&extension_); }

    /// Replaces element `position` of row 2 of the metadata of tile 3.
    void set_metadata(std::size_t position, std::uint64_t element) {
        const plain::Window& window = tiles_.windows[plain::kMetadata];
        plain::store_bits(tiles_.operands[plain::kMetadata], plain::bit_of(window, 3, 2, position), 4,
                          element);
    }
    [[nodiscard]] std::size_t count() const { return GetParam() == Metadata::one_of_two ? 6 : 3; }
};

TEST_P(Metadatas, RegisterAndWindows) {
    EXPECT_EQ(initiator_.read32(0x14), 6U);
    EXPECT_EQ(initiator_.read32(0x18), 0U);
    EXPECT_EQ(initiator_.read32(0x24), count());
    const plain::Window& b = tiles_.windows[plain::kB];
    EXPECT_EQ(b.lines, 5U);
    EXPECT_EQ(b.line_elements, 12U);
    EXPECT_EQ(b.tile_bytes, 60U);
    EXPECT_EQ(tiles_.windows[plain::kA].line_elements, 6U);
    const plain::Window& metadata = initiator_.window(7);
    EXPECT_EQ(metadata.format, 17U);  // uint4
    EXPECT_EQ(metadata.element_bits, 4U);
    EXPECT_EQ(metadata.lines, 3U);
    EXPECT_EQ(metadata.line_elements, count());
    EXPECT_EQ(metadata.column_major, 0U);
    EXPECT_EQ(metadata.tile_bytes, count() == 6 ? 9U : 5U);
    EXPECT_EQ(metadata.size, 4 * metadata.tile_bytes);
    EXPECT_EQ(metadata.offset % 0x100, 0U);
    EXPECT_GE(metadata.offset, tiles_.windows[plain::kSpec].offset + tiles_.windows[plain::kSpec].size);
}

TEST_P(Metadatas, GiveTheBitsOfDotAdd) {
    const plain::Bytes expected = tiles_.expected(DotAdd(spec_));
    tiles_.write_to(initiator_);
    ASSERT_EQ(initiator_.start(4), 1U);
    EXPECT_EQ(tiles_.read_d(initiator_), expected) << "through the memory map";
    EXPECT_EQ(initiator_.send(payload_), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(d_, expected) << "through the extension";
    EXPECT_EQ(extension_.dot_adds, 60U);
}

TEST_P(Metadatas, EveryElementSelects) {
    const DotAdd dot(spec_);
    const plain::Bytes before = tiles_.expected(dot);
    const std::uint64_t was = tiles_.line(plain::kMetadata, 3, 2)[count() - 1];
    set_metadata(count() - 1, was == 0x4 ? 0xE : 0x4);
    const plain::Bytes expected = tiles_.expected(dot);
    EXPECT_NE(expected, before) << "the last element must matter";
    EXPECT_EQ(initiator_.send(payload_), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(d_, expected);
}

TEST_P(Metadatas, BadOnesAreRefused) {
    const plain::Bytes untouched = d_;
    for (const std::size_t position : {std::size_t{0}, count() - 1}) {
        const std::uint64_t good = tiles_.line(plain::kMetadata, 3, 2)[position];
        set_metadata(position, 0x5);  // 2:4: element 1 twice; 1:2: neither the first nor the second
        tiles_.write_to(initiator_);
        EXPECT_EQ(initiator_.start(4), 2U);
        EXPECT_EQ(initiator_.read32(0x8C), 3U);
        EXPECT_EQ(initiator_.read32(0x90), 0U) << "no dot-add may be counted";
        EXPECT_EQ(tiles_.read_d(initiator_), untouched);
        EXPECT_EQ(initiator_.send(payload_), tlm::TLM_BURST_ERROR_RESPONSE);
        EXPECT_EQ(extension_.dot_adds, 0U);
        EXPECT_EQ(d_, untouched);
        set_metadata(position, good);
    }
    set_metadata(0, 0x5);
    tiles_.write_to(initiator_);
    EXPECT_EQ(initiator_.start(3), 1U) << "a tile that is not started may hold anything";
    EXPECT_EQ(initiator_.read32(0x8C), 0U) << "a valid start must clear the error";
}

TEST_P(Metadatas, DescendingIndices) {
    set_metadata(1, 0x1);  // indices 1 and 0
    tiles_.write_to(initiator_);
    const bool allowed = GetParam() == Metadata::two_of_four;
    EXPECT_EQ(initiator_.start(4), allowed ? 1U : 2U);
    EXPECT_EQ(initiator_.send(payload_), allowed ? tlm::TLM_OK_RESPONSE : tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_P(Metadatas, EveryTileNeedsMetadata) {
    const auto all = extension_.data.metadata;
    for (const std::size_t size : {std::size_t{0}, all.size() - 1}) {
        extension_.data.metadata = all.first(size);
        EXPECT_EQ(initiator_.send(payload_), tlm::TLM_BURST_ERROR_RESPONSE) << size;
    }
    EXPECT_EQ(extension_.dot_adds, 0U);
}

TEST_P(Metadatas, TheWindowKeepsWhatIsWritten) {
    const plain::Window& window = tiles_.windows[plain::kMetadata];
    const plain::Bytes bytes(window.size, 0x5A);
    initiator_.write(window.offset, bytes);
    EXPECT_EQ(initiator_.read(window.offset, window.size), bytes);
    plain::Bytes one{0x17};
    EXPECT_EQ(initiator_.debug(tlm::TLM_WRITE_COMMAND, window.offset + window.size - 1, one.data(), 1), 1U);
    EXPECT_EQ(initiator_.read(window.offset + window.size - 1, 1), one);
    EXPECT_EQ(initiator_.access(tlm::TLM_WRITE_COMMAND, window.offset + window.size, one.data(), 1),
              tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Metadatas,
                         testing::Values(Metadata::two_of_four, Metadata::two_of_four_ordered,
                                         Metadata::one_of_two),
                         [](const auto& kind) {
                             return kind.param == Metadata::one_of_two    ? "one_of_two"
                                    : kind.param == Metadata::two_of_four ? "two_of_four"
                                                                          : "ordered";
                         });

TEST(Metadata, WithoutItThereIsNoWindow) {
    const Spec spec;
    TileModule module("dense", spec, {.m = 2, .n = 3});
    plain::Initiator initiator(target_of(module));
    EXPECT_EQ(initiator.read32(0x24), 0U);
    const plain::Window window = initiator.window(plain::kMetadata);
    EXPECT_EQ(window.size, 0U);
    EXPECT_EQ(window.offset, 0U);
    EXPECT_EQ(window.format, 0xFFFFFFFFU);
    RandomTiles tiles(initiator, spec, 1, 1);
    plain::Bytes d(tiles.windows[plain::kD].tile_bytes);
    tiles.operands[plain::kMetadata] = {0x44};
    TileExtension extension;
    extension.data = tiles.data(d);
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_IGNORE_COMMAND);
    payload.set_extension(&extension);
    EXPECT_EQ(initiator.send(payload), tlm::TLM_BURST_ERROR_RESPONSE) << "metadata that is not wanted";
    payload.clear_extension(&extension);
}

}  // namespace
}  // namespace karat::systemc::test
