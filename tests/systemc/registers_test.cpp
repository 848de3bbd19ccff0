// SPDX-License-Identifier: Apache-2.0
// Every register, at the addresses in docs/reference/systemc.md.
#include <set>
#include <string>

#include "karat_systemc/algorithm_modules.hpp"
#include "karat_systemc/instruction_module.hpp"
#include "tiles.hpp"

namespace karat::systemc::test {
namespace {

Spec small_fda() {
    Spec spec;
    spec.k = 4;
    spec.a = Format::e4m3;
    spec.b = Format::e2m1;
    spec.c = Format::fp32;
    spec.d = Format::fp16;
    return spec;
}

TEST(Registers, Identification) {
    TileModule module("identification", small_fda(), {.m = 3, .n = 5, .batch = 7});
    plain::Initiator initiator(target_of(module));
    EXPECT_EQ(initiator.read(0x00, 4), (plain::Bytes{'k', 'a', 'r', 'a'}));
    EXPECT_EQ(initiator.read32(0x00), 0x6172616BU);
    EXPECT_EQ(initiator.read32(0x04), 1U);
    EXPECT_EQ(initiator.read32(0x08), 0U);  // fda
    EXPECT_EQ(initiator.read32(0x0C), 3U);
    EXPECT_EQ(initiator.read32(0x10), 5U);
    EXPECT_EQ(initiator.read32(0x14), 4U);
    EXPECT_EQ(initiator.read32(0x18), 0U);
    EXPECT_EQ(initiator.read32(0x1C), 7U);
    EXPECT_EQ(initiator.read32(0x20), 1U);
    EXPECT_EQ(initiator.read32(0x80), 1U);
    for (const std::uint64_t zero :
         {0x24, 0x28, 0x7C, 0x84, 0x88, 0x8C, 0x90, 0x94, 0x98, 0xFC, 0x1E0, 0x1FC}) {
        EXPECT_EQ(initiator.read32(zero), 0U) << zero;
    }
}

TEST(Registers, AlgorithmIsTheSpecifications) {
    std::uint32_t index = 0;
    for (const char* algorithm : {"fda", "sda", "gfda", "fdrda", "gfdrda", "gps", "muladd", "fma", "exact"}) {
        TileModule module(algorithm, R"({"karat_spec": 1, "algorithm": ")" + std::string(algorithm) + "\"}");
        plain::Initiator initiator(target_of(module));
        EXPECT_EQ(initiator.read32(0x08), index++) << algorithm;
    }
}

TEST(Registers, WindowsOfMatrices) {
    TileModule module("windows", small_fda(), {.m = 3, .n = 5, .batch = 7});
    plain::Initiator initiator(target_of(module));
    struct Row {
        int index;
        std::uint32_t tile_bytes, format, bits, lines, line_elements, column_major;
    };
    for (const Row& row : {Row{plain::kA, 12, 6, 8, 3, 4, 0}, Row{plain::kB, 10, 12, 4, 5, 4, 1},
                           Row{plain::kC, 60, 1, 32, 3, 5, 0}, Row{plain::kD, 30, 3, 16, 3, 5, 0}}) {
        SCOPED_TRACE(row.index);
        const plain::Window w = initiator.window(row.index);
        EXPECT_EQ(w.tile_bytes, row.tile_bytes);
        EXPECT_EQ(w.size, 7 * row.tile_bytes);
        EXPECT_EQ(w.format, row.format);
        EXPECT_EQ(w.element_bits, row.bits);
        EXPECT_EQ(w.lines, row.lines);
        EXPECT_EQ(w.line_elements, row.line_elements);
        EXPECT_EQ(w.column_major, row.column_major);
    }
    for (const int absent : {plain::kScaleA, plain::kScaleB, plain::kMetadata}) {
        EXPECT_EQ(initiator.window(absent).size, 0U);
        EXPECT_EQ(initiator.window(absent).offset, 0U);
        EXPECT_EQ(initiator.window(absent).format, 0xFFFFFFFFU);
    }
}

TEST(Registers, WindowsOfScales) {
    InstructionModule module("scales", "RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", 2);
    plain::Initiator initiator(target_of(module));
    EXPECT_EQ(initiator.read32(0x18), 4U);
    const plain::Window a = initiator.window(plain::kScaleA);
    const plain::Window b = initiator.window(plain::kScaleB);
    EXPECT_EQ(a.tile_bytes, 16U * 4);
    EXPECT_EQ(b.tile_bytes, 8U * 4);
    EXPECT_EQ(a.format, 14U);
    EXPECT_EQ(b.column_major, 1U);
    EXPECT_EQ(a.size, 2 * a.tile_bytes);
}

TEST(Registers, WindowsAreAlignedAndApart) {
    InstructionModule module("apart", "RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8", 3);
    plain::Initiator initiator(target_of(module));
    std::uint64_t end = 0x1000;
    for (int i = 0; i < 7; ++i) {
        const plain::Window w = initiator.window(i);
        EXPECT_EQ(w.offset % 0x100, 0U);
        EXPECT_GE(w.offset, end) << "window " << i;
        EXPECT_GT(w.size, 0U);
        end = std::uint64_t{w.offset} + w.size;
    }
}

TEST(Registers, SpecificationAsText) {
    const Spec spec = small_fda();
    TileModule module("text", spec);
    plain::Initiator initiator(target_of(module));
    const plain::Window w = initiator.window(plain::kSpec);
    const plain::Bytes text = initiator.read(w.offset, w.size);
    EXPECT_EQ(spec_from_json_text(std::string(text.begin(), text.end())), spec);
}

TEST(Registers, BlocksOfAnInstruction) {
    InstructionModule module("blocks", "CDNA3", "v_mfma_f32_4x4x4_16b_f16", 3);
    plain::Initiator initiator(target_of(module));
    EXPECT_EQ(initiator.read32(0x0C), 4U);
    EXPECT_EQ(initiator.read32(0x10), 4U);
    EXPECT_EQ(initiator.read32(0x14), 4U);
    EXPECT_EQ(initiator.read32(0x20), 16U);
    EXPECT_EQ(initiator.read32(0x1C), 48U);
    EXPECT_EQ(initiator.read32(0x80), 16U) << "the reset value is the number of blocks of one instruction";
}

TEST(Registers, StartSetsDoneAndCounts) {
    TileModule module("counts", small_fda(), {.m = 3, .n = 5, .batch = 7});
    plain::Initiator initiator(target_of(module));
    EXPECT_EQ(initiator.start(2), 1U);
    EXPECT_EQ(initiator.read32(0x90), 30U);
    EXPECT_EQ(initiator.start(7), 1U);
    EXPECT_EQ(initiator.read32(0x90), 30U + 105U);
    EXPECT_EQ(initiator.read32(0x94), 0U);
    EXPECT_EQ(initiator.read32(0x8C), 0U);
    initiator.write32(0x84, 2);  // reset
    EXPECT_EQ(initiator.read32(0x88), 0U);
    EXPECT_EQ(initiator.read32(0x90), 0U);
    EXPECT_EQ(initiator.read32(0x80), 7U) << "a reset must not change tiles";
    initiator.write32(0x84, 3);  // reset, then start
    EXPECT_EQ(initiator.read32(0x88), 1U);
    EXPECT_EQ(initiator.read32(0x90), 105U);
}

TEST(Registers, OneBurstSetsTilesAndStarts) {
    TileModule module("burst", small_fda(), {.m = 3, .n = 5, .batch = 7});
    plain::Initiator initiator(target_of(module));
    std::array<std::uint32_t, 2> words{4, 1};
    EXPECT_EQ(initiator.access(tlm::TLM_WRITE_COMMAND, 0x80, words.data(), 8), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(initiator.read32(0x90), 60U);
}

TEST(Registers, ImpossibleStartSetsErrorAndCode) {
    TileModule module("impossible", small_fda(), {.m = 3, .n = 5, .batch = 7});
    plain::Initiator initiator(target_of(module));
    for (const std::uint32_t tiles : {0U, 8U, 0xFFFFFFFFU}) {
        EXPECT_EQ(initiator.start(tiles), 2U) << tiles;
        EXPECT_EQ(initiator.read32(0x8C), 1U);
        EXPECT_EQ(initiator.read32(0x90), 0U) << "no dot-add may be counted";
    }
    EXPECT_EQ(initiator.start(7), 1U) << "a valid start must clear the error";
    EXPECT_EQ(initiator.read32(0x8C), 0U);
    initiator.write32(0x84, 5);
    EXPECT_EQ(initiator.read32(0x88), 2U);
    EXPECT_EQ(initiator.read32(0x8C), 2U);
    EXPECT_EQ(initiator.read32(0x90), 105U) << "a write with a reserved bit must not reset or start";
    initiator.write32(0x84, 2);
    EXPECT_EQ(initiator.read32(0x88), 0U);
    EXPECT_EQ(initiator.read32(0x8C), 0U);
}

}  // namespace
}  // namespace karat::systemc::test
