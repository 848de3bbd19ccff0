// SPDX-License-Identifier: Apache-2.0
// The header-only part of the capture programs: reading of rows, packing, and a self-check that every
// instruction of the registry passes on its golden model.
#include <gtest/gtest.h>

#include "../../tools/capture/pack.hpp"
#include "../../tools/capture/self_check.hpp"
#include "capture_formats.hpp"
#include "karat/evaluate/dot_add.hpp"
#include "karat/instruction/registry.hpp"

namespace {

TEST(CaptureSelfCheck, HoldsForEveryInstruction) {
    std::size_t checked = 0;
    for (const karat::Instruction& row : karat::registry()) {
        if (row.arch == karat::Arch::RISCV) continue;  // no capture program
        const karat::DotAdd dot(row.spec);
        capture::Instruction one;
        one.name = row.name;
        one.formats = karat::test::capture_formats(dot);
        one.bitwise_xor = dot.operands().multiplier == karat::Multiplier::xor_;
        capture::SelfCheckRows source(one);
        for (int i = 0; i < 8; ++i) {
            const capture::Row x = source.next();
            const std::uint64_t d = dot({x.a, x.b, x.scale_a, x.scale_b, x.c, x.metadata});
            ASSERT_EQ(capture::hex_of(d, one.formats.d), x.expected) << row.name;
        }
        ++checked;
    }
    EXPECT_GT(checked, 1000U);
}

std::string refused(const std::string& line, const capture::Formats& formats) {
    try {
        capture::parse_row(line, formats);
    } catch (const capture::Error& error) {
        return error.what();
    }
    return "accepted";
}

TEST(CaptureRows, AreReadWithAndWithoutD) {
    const capture::Formats f{"bf16", "bf16", "fp32", "fp32", 2};
    const capture::Row row = capture::parse_row(" 3f80 0x4000 1 2\t3f800000 ", f);
    EXPECT_EQ(row.a, (std::vector<std::uint64_t>{0x3f80, 0x4000}));
    EXPECT_EQ(row.c, 0x3f800000U);
    EXPECT_EQ(row.expected, "");
    EXPECT_EQ(capture::parse_row("1 2 3 4 5 ABCDEF", f).expected, "00abcdef");
    EXPECT_EQ(capture::parse_row("1 2 3 4 5 NaN", f).expected, "nan");
    EXPECT_EQ(refused("1 2 3 4", f), "4 columns; a row has 5, or one more with d");
    EXPECT_EQ(refused("1 2 3 4 5 6 7", f), "7 columns; a row has 5, or one more with d");
    EXPECT_EQ(refused("1 2 10000 4 5", f), "column 3: \"10000\" is wider than 16 bits");
    EXPECT_EQ(refused("1 2 g 4 5", f), "column 3: \"g\" is not a hexadecimal encoding");
    EXPECT_EQ(refused("1 2 3 4 11111111111111111", f),
              "column 5: \"11111111111111111\" is wider than 32 bits");
}

TEST(CaptureRows, SparseAndScaledRowsHaveTheirColumns) {
    const capture::Formats sparse{"tf32", "tf32", "fp32", "fp32", 4, "", 0, "1:2"};
    EXPECT_EQ(sparse.columns(), 4U + 8U + 4U + 1U);
    const capture::Formats scaled{"e2m1", "e2m1", "fp32", "fp32", 64, "ue4m3", 16};
    EXPECT_EQ(scaled.columns(), 64U + 64U + 8U + 1U);
}

TEST(CapturePacking, PutsTheLowestKInTheLowestBits) {
    const auto words = [](const std::string& format, const std::vector<std::uint64_t>& values, bool container,
                          bool padded) {
        std::vector<std::uint32_t> out(8, 0);
        capture::pack_elements(out.data(), values, format, container, padded);
        return out;
    };
    EXPECT_EQ(words("fp16", {0x1111, 0x2222, 0x3333}, false, false)[0], 0x22221111U);
    EXPECT_EQ(words("fp16", {0x1111, 0x2222, 0x3333}, false, false)[1], 0x3333U);
    EXPECT_EQ(words("fp64", {0x1122334455667788}, false, false)[1], 0x11223344U);
    EXPECT_EQ(words("e2m1", {0xf, 0x1}, false, false)[0], 0x1fU);
    EXPECT_EQ(words("e2m1", {0xf, 0x1}, true, false)[0], 0x043cU);
    EXPECT_EQ(words("e3m2", {0x3f, 0x01}, true, false)[0], 0x013fU);
    // 16 elements of 6 bits take three words and a word of padding
    std::vector<std::uint64_t> values(17, 0);
    values[5] = 0x3f;
    values[16] = 1;
    EXPECT_EQ(words("e2m3", values, false, true)[0], 0xc0000000U);
    EXPECT_EQ(words("e2m3", values, false, true)[1], 0xfU);
    EXPECT_EQ(words("e2m3", values, false, true)[4], 1U);
}

TEST(CaptureNames, HaveNumbersForMAndN) {
    using capture::is_name;
    EXPECT_TRUE(is_name("QGMMA.64xNx32.F32.E4M3.E4M3", "qgmma.64x8x32.f32.e4m3.e4m3"));
    EXPECT_TRUE(is_name("UTCQMMA.MxNx32.F16.E4M3.E5M2", "UTCQMMA.128x16x32.F16.E4M3.E5M2"));
    EXPECT_TRUE(is_name("UTCQMMA.MxNx32.F16.E4M3.E5M2", "UTCQMMA.MxNx32.F16.E4M3.E5M2"));
    EXPECT_TRUE(is_name("HMMA.16816.F32", "hmma.16816.f32"));
    EXPECT_FALSE(is_name("QGMMA.64xNx32.F32", "QGMMA.64x8x16.F32"));
    EXPECT_FALSE(is_name("QGMMA.64xNx32.F32", "QGMMA.64x8x32"));
    EXPECT_FALSE(is_name("QGMMA.64xNx32", "QGMMA.64x8x32.F32"));
    EXPECT_FALSE(is_name("HMMA.1688", "HMMA.16816"));
    EXPECT_FALSE(is_name("", "8"));
}

TEST(CaptureHeader, RefusesContradictions) {
    const capture::Formats f{"bf16", "bf16", "fp32", "fp32", 2};
    const auto check = [&](const std::string& line) -> std::string {
        capture::Header header;
        try {
            header.line("# instruction: VDPBF16PS");
            header.line(line);
            header.check(f, "VDPBF16PS");
        } catch (const capture::Error& error) {
            return error.what();
        }
        return "";
    };
    EXPECT_EQ(check("# k: 2"), "");
    EXPECT_EQ(check("# a comment: with a colon"), "");
    EXPECT_EQ(check("# k: 4"), "k: 4 contradicts VDPBF16PS, which has 2");
    EXPECT_EQ(check("# metadata: 2:4"), "metadata: 2:4 contradicts VDPBF16PS, which has none");
    EXPECT_EQ(check("# instruction: X"), "key \"instruction\" appears twice");
}

}  // namespace
