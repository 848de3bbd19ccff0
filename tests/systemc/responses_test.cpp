// SPDX-License-Identifier: Apache-2.0
// Every error response in docs/reference/systemc.md. A refused access has no effect.
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

class Responses : public testing::Test {
   protected:
    TileModule module_{sc_core::sc_gen_unique_name("responses"), Spec{}, {.m = 2, .n = 3, .batch = 2}};
    plain::Initiator initiator_{target_of(module_)};
    plain::Bytes data_ = plain::Bytes(0x400, 0x5A);
    plain::Window a_ = initiator_.window(plain::kA);
    plain::Window d_ = initiator_.window(plain::kD);

    tlm::tlm_response_status read(std::uint64_t address, std::size_t length) {
        return initiator_.access(tlm::TLM_READ_COMMAND, address, data_.data(), length);
    }
    tlm::tlm_response_status write(std::uint64_t address, std::size_t length) {
        return initiator_.access(tlm::TLM_WRITE_COMMAND, address, data_.data(), length);
    }
    /// The contents of all registers and matrices.
    plain::Bytes everything() {
        plain::Bytes all = initiator_.read(0, 0x200);
        for (const int w : {plain::kA, plain::kB, plain::kC, plain::kD}) {
            const plain::Bytes part = initiator_.read(initiator_.window(w).offset, initiator_.window(w).size);
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    }
};

TEST_F(Responses, AddressOutsideEveryWindow) {
    const plain::Window last = initiator_.window(plain::kSpec);
    for (const std::uint64_t address :
         {std::uint64_t{0x200}, std::uint64_t{0xFFF}, std::uint64_t{a_.offset} + a_.size,
          std::uint64_t{last.offset} + last.size, std::uint64_t{0x100000000},
          std::uint64_t{0xFFFFFFFFFFFFFFFC}}) {
        EXPECT_EQ(read(address, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
        EXPECT_EQ(write(address, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
    }
    EXPECT_EQ(read(0x02, 4), tlm::TLM_ADDRESS_ERROR_RESPONSE) << "inside a register";
}

TEST_F(Responses, LengthBeyondTheEnd) {
    const plain::Bytes before = everything();
    EXPECT_EQ(read(a_.offset, a_.size), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(read(a_.offset, a_.size + 1), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(write(a_.offset + a_.size - 1, 2), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(read(0x1FC, 8), tlm::TLM_BURST_ERROR_RESPONSE) << "beyond the registers";
    EXPECT_EQ(everything(), before);
}

TEST_F(Responses, BadLength) {
    EXPECT_EQ(read(a_.offset, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    for (const std::size_t length : {1, 2, 3, 5}) {
        EXPECT_EQ(read(0x00, length), tlm::TLM_BURST_ERROR_RESPONSE) << "part of a register";
        EXPECT_EQ(write(0x80, length), tlm::TLM_BURST_ERROR_RESPONSE);
        EXPECT_EQ(read(a_.offset + 1, length), tlm::TLM_OK_RESPONSE) << "a window is byte-addressable";
    }
    EXPECT_EQ(read(0x00, 0x200), tlm::TLM_OK_RESPONSE) << "all registers at once";
}

TEST_F(Responses, ByteEnables) {
    const plain::Bytes before = everything();
    unsigned char enables[4] = {0xFF, 0xFF, 0xFF, 0xFF};
    for (const auto command : {tlm::TLM_READ_COMMAND, tlm::TLM_WRITE_COMMAND}) {
        tlm::tlm_generic_payload payload;
        plain::Initiator::fill(payload, command, a_.offset, data_.data(), 4);
        payload.set_byte_enable_ptr(enables);
        payload.set_byte_enable_length(4);
        EXPECT_EQ(initiator_.send(payload), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    }
    EXPECT_EQ(everything(), before);
}

TEST_F(Responses, StreamingWidth) {
    const plain::Bytes before = everything();
    for (const unsigned int width : {0U, 4U, 7U, 8U, 9U}) {
        tlm::tlm_generic_payload payload;
        plain::Initiator::fill(payload, width < 8 ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND, a_.offset,
                               data_.data(), 8);
        payload.set_streaming_width(width);
        EXPECT_EQ(initiator_.send(payload), width < 8 ? tlm::TLM_BURST_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE)
            << width;
    }
    EXPECT_EQ(everything(), before);
}

TEST_F(Responses, Commands) {
    EXPECT_EQ(initiator_.access(static_cast<tlm::tlm_command>(3), a_.offset, data_.data(), 4),
              tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(initiator_.access(tlm::TLM_IGNORE_COMMAND, 0xFFF, nullptr, 0), tlm::TLM_OK_RESPONSE)
        << "the address and the length of an ignore command do not matter";
}

TEST_F(Responses, ReadOnly) {
    const plain::Bytes before = everything();
    const plain::Window spec = initiator_.window(plain::kSpec);
    for (const std::uint64_t address :
         {std::uint64_t{0x00}, std::uint64_t{0x14}, std::uint64_t{0x24}, std::uint64_t{0x88},
          std::uint64_t{0x90}, std::uint64_t{0x100}, std::uint64_t{d_.offset}, std::uint64_t{spec.offset}}) {
        EXPECT_EQ(write(address, 4), tlm::TLM_COMMAND_ERROR_RESPONSE) << address;
    }
    EXPECT_EQ(write(0x7C, 8), tlm::TLM_COMMAND_ERROR_RESPONSE)
        << "a burst that includes a read-only register must write nothing";
    EXPECT_EQ(write(0x84, 8), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(everything(), before);
}

TEST_F(Responses, NoData) {
    EXPECT_EQ(initiator_.access(tlm::TLM_READ_COMMAND, 0, nullptr, 4), tlm::TLM_GENERIC_ERROR_RESPONSE);
}

TEST_F(Responses, NoDirectMemory) {
    tlm::tlm_generic_payload payload;
    plain::Initiator::fill(payload, tlm::TLM_READ_COMMAND, a_.offset, data_.data(), 4);
    payload.set_dmi_allowed(true);
    EXPECT_EQ(initiator_.send(payload), tlm::TLM_OK_RESPONSE);
    EXPECT_FALSE(payload.is_dmi_allowed());
    tlm::tlm_dmi dmi;
    EXPECT_FALSE(initiator_.target().get_direct_mem_ptr(payload, dmi));
}

TEST_F(Responses, WindowsKeepWhatIsWritten) {
    for (const int w : {plain::kA, plain::kB, plain::kC}) {
        plain::Bytes bytes(initiator_.window(w).size);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<unsigned char>(i * 7 + static_cast<std::size_t>(w));
        initiator_.write(initiator_.window(w).offset, bytes);
        EXPECT_EQ(initiator_.read(initiator_.window(w).offset, bytes.size()), bytes);
        EXPECT_EQ(initiator_.read(initiator_.window(w).offset + 3, 5),
                  plain::Bytes(bytes.begin() + 3, bytes.begin() + 8));
    }
}

}  // namespace
}  // namespace karat::systemc::test
