// SPDX-License-Identifier: Apache-2.0
// The names of AMD's instructions, with and without underscores.
#include "published_arithmetic.hpp"

namespace karat::test {
namespace {

constexpr std::array kAmd{Arch::CDNA1, Arch::CDNA2, Arch::CDNA3};

using AmdRow = Row<3>;

/// The spelling of CDNA3, and the older spelling without underscores.
std::vector<std::string> mfma(const std::string& shape, const std::string& blocks, const std::string& type,
                              const std::string& d = "f32") {
    const std::string start = "v_mfma_" + d + '_' + shape;
    return {start + blocks + '_' + type, start + type};
}

TEST(PublishedArithmetic, MfmaOfFp64AndFp32) {
    constexpr Format d = Format::fp64, f = Format::fp32;
    for (const auto& [shape, blocks] : {std::pair{"16x16x4", ""}, {"4x4x4", "_4b"}}) {
        expect_row(AmdRow{mfma(shape, blocks, "f64", "f64"), d, d, d, d, 4, {"", "SFMA", "SFMA"}}, kAmd);
    }
    for (const auto& [shape, blocks, k] : {std::tuple{"32x32x1", "_2b", 1},
                                           {"16x16x1", "_4b", 1},
                                           {"4x4x1", "_16b", 1},
                                           {"32x32x2", "", 2},
                                           {"16x16x4", "", 4}}) {
        expect_row(AmdRow{mfma(shape, blocks, "f32"), f, f, f, f, k, {"SFMA", "SFMA", "SFMA"}}, kAmd);
    }
}

TEST(PublishedArithmetic, MfmaOfFp16AndBf16) {
    constexpr Format h = Format::fp16, b = Format::bf16, f = Format::fp32;
    struct Shape {
        const char *shape, *blocks;
        int k;
        const char* cdna3;
    };
    for (const auto& [shape, blocks, k, cdna3] : {Shape{"32x32x4", "_2b", 4, "FDRDA 4"},
                                                  {"16x16x4", "_4b", 4, "FDRDA 4"},
                                                  {"4x4x4", "_16b", 4, "FDRDA 4"},
                                                  {"32x32x8", "", 8, "FDRDA 8"},
                                                  {"16x16x16", "", 16, "CoFDRDA 8"}}) {
        expect_row(AmdRow{mfma(shape, blocks, "f16"), h, h, f, f, k, {"GPS 4", "GPSflush 4", cdna3}}, kAmd);
        const std::string start = std::string("v_mfma_f32_") + shape;
        expect_row(AmdRow{{start + "bf16_1k"}, b, b, f, f, k, {"", "GPSflush 4", cdna3}}, kAmd);
        expect_row(
            AmdRow{
                {start + blocks + "_bf16_1k"}, b, b, f, f, k, {"", "GPSflush 4", *blocks == 0 ? cdna3 : ""}},
            kAmd);
        const Spec modern = find_instruction(Arch::CDNA3, start + blocks + "_bf16").spec;
        EXPECT_EQ(modern, find_instruction(Arch::CDNA3, start + "bf16_1k").spec);
    }
}

/// An operation takes two products. CDNA3's instruction is a different one; these names must not find it.
TEST(PublishedArithmetic, MfmaOfLegacyBf16) {
    constexpr Format b = Format::bf16, f = Format::fp32;
    for (const auto& [shape, k] :
         {std::pair{"32x32x2", 2}, {"16x16x2", 2}, {"4x4x2", 2}, {"32x32x4", 4}, {"16x16x8", 8}}) {
        expect_row(
            AmdRow{{std::string("v_mfma_f32_") + shape + "bf16"}, b, b, f, f, k, {"GPS 2", "GPSflush 2", ""}},
            kAmd);
    }
}

TEST(PublishedArithmetic, MfmaOfXf32AndFp8) {
    constexpr Format t = Format::tf32, f = Format::fp32;
    expect_row(AmdRow{mfma("16x16x8", "", "xf32"), t, t, f, f, 8, {"", "", "CoFDRDA 4"}}, kAmd);
    expect_row(AmdRow{mfma("32x32x4", "", "xf32"), t, t, f, f, 4, {"", "", "FDRDA 4"}}, kAmd);
    for (const auto& [a, a_name] : {std::pair{Format::e4m3fnuz, "fp8"}, {Format::e5m2fnuz, "bf8"}}) {
        for (const auto& [b, b_name] : {std::pair{Format::e4m3fnuz, "fp8"}, {Format::e5m2fnuz, "bf8"}}) {
            const std::string type = std::string(a_name) + '_' + b_name;
            expect_row(AmdRow{mfma("32x32x16", "", type), a, b, f, f, 16, {"", "", "GFDRDA 16"}}, kAmd);
            expect_row(AmdRow{mfma("16x16x32", "", type), a, b, f, f, 32, {"", "", "CoGFDRDA 16"}}, kAmd);
        }
    }
}

}  // namespace
}  // namespace karat::test
