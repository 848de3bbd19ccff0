// SPDX-License-Identifier: Apache-2.0
// transport_dbg: reads everything, writes the matrices, never starts an operation, and takes no time.
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

class Debug : public testing::Test {
   protected:
    TileModule module_{sc_core::sc_gen_unique_name("debug"),
                       Spec{},
                       {.m = 2, .n = 3, .batch = 2},
                       sc_core::sc_time(1, sc_core::SC_NS)};
    plain::Initiator initiator_{target_of(module_)};
    plain::Bytes data_ = plain::Bytes(0x400, 0x5A);

    unsigned int peek(std::uint64_t address, std::size_t length) {
        return initiator_.debug(tlm::TLM_READ_COMMAND, address, data_.data(), length);
    }
    unsigned int poke(std::uint64_t address, std::size_t length) {
        return initiator_.debug(tlm::TLM_WRITE_COMMAND, address, data_.data(), length);
    }
};

TEST_F(Debug, ReadsRegisters) {
    EXPECT_EQ(peek(0, 0x200), 0x200U);
    data_.resize(0x200);
    EXPECT_EQ(data_, initiator_.read(0, 0x200));
    EXPECT_EQ(peek(1, 2), 2U) << "any alignment is allowed";
    EXPECT_EQ(data_[0], 'a');
}

TEST_F(Debug, ReadsAndWritesEveryMatrix) {
    for (const int w : {plain::kA, plain::kB, plain::kC, plain::kD}) {
        const plain::Window window = initiator_.window(w);
        EXPECT_EQ(poke(window.offset + 1, 3), 3U);
        EXPECT_EQ(initiator_.read(window.offset, 5), (plain::Bytes{0, 0x5A, 0x5A, 0x5A, 0})) << w;
    }
}

TEST_F(Debug, StopsAtTheEndOfTheWindow) {
    const plain::Window a = initiator_.window(plain::kA);
    EXPECT_EQ(poke(a.offset + a.size - 2, 8), 2U);
    EXPECT_EQ(peek(a.offset + a.size - 2, 8), 2U);
    EXPECT_EQ(peek(a.offset + a.size, 4), 0U);
    EXPECT_EQ(poke(0x500, 4), 0U);
    EXPECT_EQ(peek(0xFFFFFFFFFFFFFFFFULL, 4), 0U);
    EXPECT_EQ(peek(a.offset, 0), 0U);
    EXPECT_EQ(initiator_.debug(tlm::TLM_READ_COMMAND, a.offset, nullptr, 4), 0U);
    EXPECT_EQ(initiator_.debug(tlm::TLM_IGNORE_COMMAND, a.offset, data_.data(), 4), 0U);
}

TEST_F(Debug, NoSideEffects) {
    const plain::Bytes registers = initiator_.read(0, 0x200);
    data_.assign(8, 0);
    data_[0] = data_[4] = 1;  // with an ordinary write: one tile, start
    EXPECT_EQ(poke(0x80, 8), 0U);
    EXPECT_EQ(poke(initiator_.window(plain::kSpec).offset, 4), 0U);
    EXPECT_EQ(initiator_.read(0, 0x200), registers);
    EXPECT_EQ(initiator_.delay, sc_core::SC_ZERO_TIME);
}

}  // namespace
}  // namespace karat::systemc::test
