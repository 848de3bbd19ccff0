// SPDX-License-Identifier: Apache-2.0
// TileExtension: whole tiles in one transaction.
#include "karat_systemc/instruction_module.hpp"
#include "karat_systemc/tile_extension.hpp"
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

class Extension : public testing::Test {
   protected:
    InstructionModule module_{sc_core::sc_gen_unique_name("extension"), "RTXBlackwell",
                              "OMMA.SF.16864.F32.E2M1.E2M1.E8", 1, sc_core::sc_time(1, sc_core::SC_NS)};
    plain::Initiator initiator_{target_of(module_)};
    RandomTiles tiles_{initiator_, module_.spec(), 3, 1};
    plain::Bytes d_ = plain::Bytes(3 * tiles_.windows[plain::kD].tile_bytes);
    TileExtension extension_;
    tlm::tlm_generic_payload payload_;

    Extension() {
        payload_.set_command(tlm::TLM_IGNORE_COMMAND);
        payload_.set_extension(&extension_);
        extension_.data = tiles_.data(d_);
        extension_.tiles = 3;
    }
    ~Extension() override { payload_.clear_extension(&extension_); }
};

TEST_F(Extension, MoreTilesThanTheWindowsHold) {
    const plain::Bytes before = initiator_.read(0, 0x90);
    EXPECT_EQ(initiator_.send(payload_), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(d_, tiles_.expected(DotAdd(module_.spec())));
    EXPECT_EQ(extension_.dot_adds, 3U * 16 * 8);
    EXPECT_EQ(initiator_.delay, sc_core::sc_time(3 * 16 * 8, sc_core::SC_NS));
    EXPECT_EQ(initiator_.read32(0x90), 3U * 16 * 8) << "the dot-adds must be counted";
    EXPECT_EQ(initiator_.read(0, 0x90), before) << "status and error must not change";
}

TEST_F(Extension, EveryMatrixMustHaveTheTiles) {
    const plain::Bytes untouched = d_;
    const TileData good = extension_.data;
    const auto expect_refused = [&](const char* what) {
        EXPECT_EQ(initiator_.send(payload_), tlm::TLM_BURST_ERROR_RESPONSE) << what;
        EXPECT_EQ(extension_.dot_adds, 0U);
        EXPECT_EQ(d_, untouched);
        extension_.data = good;
    };
    const auto shorter = [](auto& span) { span = span.first(span.size() - 1); };
    shorter(extension_.data.a), expect_refused("a");
    shorter(extension_.data.b), expect_refused("b");
    shorter(extension_.data.c), expect_refused("c");
    shorter(extension_.data.scale_a), expect_refused("scale_a");
    extension_.data.scale_b = {}, expect_refused("scale_b");
    shorter(extension_.data.d), expect_refused("d");
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{2}, std::size_t{4}, ~std::size_t{0}, std::size_t{1} << 60}) {
        extension_.tiles = count, expect_refused("tiles");
    }
    extension_.data = {};
    extension_.tiles = std::size_t{1} << 60;  // times the bytes of any of these tiles is 0 modulo 2^64
    expect_refused("wraps");
    EXPECT_EQ(initiator_.delay, sc_core::SC_ZERO_TIME);
}

TEST_F(Extension, OnlyWithTheIgnoreCommand) {
    std::uint32_t word = 0;
    plain::Initiator::fill(payload_, tlm::TLM_READ_COMMAND, 0, &word, 4);
    EXPECT_EQ(initiator_.send(payload_), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(word, 0x6172616BU) << "this must be an ordinary read";
    EXPECT_EQ(extension_.dot_adds, 0U);
}

TEST_F(Extension, CloneAndCopy) {
    TileExtension* clone = static_cast<TileExtension*>(extension_.clone());
    EXPECT_EQ(clone->tiles, 3U);
    EXPECT_EQ(clone->data.d.data(), extension_.data.d.data());
    TileExtension copy;
    copy.copy_from(*clone);
    EXPECT_EQ(copy.data.a.data(), extension_.data.a.data());
    clone->free();
}

}  // namespace
}  // namespace karat::systemc::test
