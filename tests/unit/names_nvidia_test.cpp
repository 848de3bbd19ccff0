// SPDX-License-Identifier: Apache-2.0
// Names of ARITHMETIC section 5: NVIDIA, in SASS, short PTX and full PTX.
#include "section5.hpp"

namespace karat::test {
namespace {

constexpr std::array kNvidia{Arch::Volta,  Arch::Turing,    Arch::Ampere,      Arch::Ada,
                             Arch::Hopper, Arch::Blackwell, Arch::RTXBlackwell};

using NvidiaRow = Row<7>;

/// SASS, short PTX, full PTX.
std::vector<std::string> mma(const std::string& sass, const std::string& shape, const std::string& types) {
    return {sass, "mma." + shape + '.' + types, "mma.sync.aligned." + shape + ".row.col." + types};
}

TEST(Section5, Hmma) {
    constexpr Format h = Format::fp16, f = Format::fp32, b = Format::bf16, t = Format::tf32;
    for (const NvidiaRow& row : std::vector<NvidiaRow>{
             {mma("HMMA.884.F32.F32", "m8n8k4", "f32.f16.f16.f32"),
              h,
              h,
              f,
              f,
              4,
              {"FDA 23", "FDA 24", "", "", "", "", ""}},
             {mma("HMMA.884.F32.F16", "m8n8k4", "f32.f16.f16.f16"),
              h,
              h,
              h,
              f,
              4,
              {"FDA 23", "FDA 24", "", "", "", "", ""}},
             {mma("HMMA.884.F16.F16", "m8n8k4", "f16.f16.f16.f16"),
              h,
              h,
              h,
              h,
              4,
              {"FDA 23", "FDA 24", "", "", "", "", ""}},
             {mma("HMMA.1688.F32", "m16n8k8", "f32.f16.f16.f32"),
              h,
              h,
              f,
              f,
              8,
              {"", "FDA 24", "FDA 24", "FDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.1688.F16", "m16n8k8", "f16.f16.f16.f16"),
              h,
              h,
              h,
              h,
              8,
              {"", "FDA 24", "FDA 24", "FDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.16816.F32", "m16n8k16", "f32.f16.f16.f32"),
              h,
              h,
              f,
              f,
              16,
              {"", "", "CoFDA 24", "CoFDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.16816.F16", "m16n8k16", "f16.f16.f16.f16"),
              h,
              h,
              h,
              h,
              16,
              {"", "", "CoFDA 24", "CoFDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.16816.F32.BF16", "m16n8k16", "f32.bf16.bf16.f32"),
              b,
              b,
              f,
              f,
              16,
              {"", "", "CoFDA 24", "CoFDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.1688.F32.BF16", "m16n8k8", "f32.bf16.bf16.f32"),
              b,
              b,
              f,
              f,
              8,
              {"", "", "FDA 24", "FDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.1684.F32.TF32", "m16n8k4", "f32.tf32.tf32.f32"),
              t,
              t,
              f,
              f,
              4,
              {"", "", "FDA 24", "FDA 24", "FDA 25", "FDA 25", "FDA 25"}},
             {mma("HMMA.1688.F32.TF32", "m16n8k8", "f32.tf32.tf32.f32"),
              t,
              t,
              f,
              f,
              8,
              {"", "", "CoFDA 24", "CoFDA 24", "FDA 25", "FDA 25", "FDA 25"}},
         }) {
        expect_row(row, kNvidia);
    }
}

TEST(Section5, Dmma) {
    constexpr Format d = Format::fp64;
    const std::string types = "f64.f64.f64.f64";
    expect_row(NvidiaRow{mma("DMMA.884", "m8n8k4", types),
                         d,
                         d,
                         d,
                         d,
                         4,
                         {"", "", "SFMA", "SFMA", "SFMA", "SFMA", "SFMA"}},
               kNvidia);
    for (const int k : {16, 8, 4}) {
        const std::string number = std::to_string(k);
        expect_row(NvidiaRow{mma("DMMA.16x8x" + number, "m16n8k" + number, types),
                             d,
                             d,
                             d,
                             d,
                             k,
                             {"", "", "", "", "SFMA", "", ""}},
                   kNvidia);
    }
}

struct Type {
    Format format;
    const char *sass, *ptx;
};
constexpr std::array kF8{Type{Format::e4m3, "E4M3", "e4m3"}, Type{Format::e5m2, "E5M2", "e5m2"}};
constexpr std::array kF8F6F4{kF8[0], kF8[1], Type{Format::e2m3, "E2M3", "e2m3"},
                             Type{Format::e3m2, "E3M2", "e3m2"}, Type{Format::e2m1, "E2M1", "e2m1"}};
constexpr std::array kResults{Type{Format::fp32, "F32", "f32"}, Type{Format::fp16, "F16", "f16"}};

std::string sass_types(const Type& d, const Type& a, const Type& b) {
    return std::string(d.sass) + '.' + a.sass + '.' + b.sass;
}
std::string ptx_types(const Type& d, const Type& a, const Type& b) {
    return std::string(d.ptx) + '.' + a.ptx + '.' + b.ptx;
}

TEST(Section5, QmmaAndWgmmaOfFp8) {
    for (const Type& d : kResults) {
        for (const Type& a : kF8) {
            for (const Type& b : kF8) {
                const std::string sass = sass_types(d, a, b);
                const std::string ptx = ptx_types(d, a, b);
                const Format r = d.format;
                expect_row(NvidiaRow{{"QMMA.16832." + sass},
                                     a.format,
                                     b.format,
                                     r,
                                     r,
                                     32,
                                     {"", "", "", "CoFDA 13", "", "", "FDA 25"}},
                           kNvidia);
                expect_row(NvidiaRow{mma("QMMA.16816." + sass, "m16n8k16", ptx + '.' + d.ptx),
                                     a.format,
                                     b.format,
                                     r,
                                     r,
                                     16,
                                     {"", "", "", "FDA 13", "", "", "FDA 25"}},
                           kNvidia);
                const std::vector<std::string> wgmma{"QGMMA.64x8x32." + sass, "QGMMA.64xNx32." + sass,
                                                     "wgmma.m64n256k32." + ptx,
                                                     "wgmma.mma_async.sync.aligned.m64n16k32." + ptx};
                expect_row(NvidiaRow{wgmma, a.format, b.format, r, r, 32, {"", "", "", "", "FDA 13", "", ""}},
                           kNvidia);
            }
        }
    }
}

TEST(Section5, EmulatedFp8MmaSync) {
    for (const Type& d : kResults) {
        for (const Type& a : kF8) {
            for (const Type& b : kF8) {
                const std::string types = ptx_types(d, a, b) + '.' + d.ptx;
                for (const std::string& name :
                     {"mma.m16n8k32." + types, "mma.sync.aligned.m16n8k32.row.col." + types}) {
                    SCOPED_TRACE(name);
                    for (const Arch arch : {Arch::Hopper, Arch::Blackwell}) {
                        const Spec s = find_instruction(arch, name).spec;
                        EXPECT_EQ(s.algorithm, Algorithm::fda);
                        EXPECT_EQ(s.convert, Format::fp16);
                        EXPECT_EQ(s.F.bits, 25);
                        EXPECT_EQ(s.terms, 16);
                        EXPECT_EQ(s.chain_pattern, Pattern::pairs);
                        EXPECT_EQ(s.c_place, CPlace::late);
                        EXPECT_EQ(s.output_rounding_or_default(), Rounding::RNE);
                        EXPECT_EQ(s.chain_rounding_or_default(),
                                  d.format == Format::fp16 ? Rounding::RNE : Rounding::RZ);
                        EXPECT_TRUE(s.a == a.format && s.b == b.format && s.c == d.format && s.d == d.format);
                    }
                    EXPECT_EQ(find_instruction(Arch::Ada, name).spec,
                              find_instruction(Arch::Ada, "QMMA.16832." + sass_types(d, a, b)).spec);
                    EXPECT_EQ(find_instruction(Arch::RTXBlackwell, name).spec,
                              find_instruction(Arch::RTXBlackwell, "QMMA.16832." + sass_types(d, a, b)).spec);
                    EXPECT_THROW((void)find_instruction(Arch::Ampere, name), NameError);
                }
            }
        }
    }
}

TEST(Section5, Hgmma) {
    constexpr Format h = Format::fp16, f = Format::fp32;
    const auto names = [](const std::string& k, const std::string& sass, const std::string& ptx) {
        return std::vector<std::string>{"HGMMA.64x128x" + k + sass, "HGMMA.64xNx" + k + sass,
                                        "wgmma.m64n8k" + k + ptx,
                                        "wgmma.mma_async.sync.aligned.m64n8k" + k + ptx};
    };
    for (const NvidiaRow& row : std::vector<NvidiaRow>{
             {names("8", ".F32.TF32", ".f32.tf32.tf32"),
              Format::tf32,
              Format::tf32,
              f,
              f,
              8,
              {"", "", "", "", "FDA 25", "", ""}},
             {names("16", ".F32", ".f32.f16.f16"), h, h, f, f, 16, {"", "", "", "", "FDA 25", "", ""}},
             {names("16", ".F16", ".f16.f16.f16"), h, h, h, h, 16, {"", "", "", "", "FDA 25", "", ""}},
             {names("16", ".F32.BF16", ".f32.bf16.bf16"),
              Format::bf16,
              Format::bf16,
              f,
              f,
              16,
              {"", "", "", "", "FDA 25", "", ""}}}) {
        expect_row(row, kNvidia);
    }
}

TEST(Section5, F8F6F4) {
    for (const Type& a : kF8F6F4) {
        for (const Type& b : kF8F6F4) {
            for (const Type& d : kResults) {
                const std::string ptx = ptx_types(d, a, b);
                const NvidiaRow rtx{
                    {"QMMA.16832." + sass_types(d, a, b), "mma.m16n8k32.kind::f8f6f4." + ptx + '.' + d.ptx,
                     "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4." + ptx + '.' + d.ptx},
                    a.format,
                    b.format,
                    d.format,
                    d.format,
                    32,
                    {"", "", "", "", "", "", "FDA 25"}};
                for (const std::string& name : rtx.names) {
                    const Spec s = find_instruction(Arch::RTXBlackwell, name).spec;
                    EXPECT_TRUE(s.a == a.format && s.b == b.format && s.c == d.format && s.d == d.format &&
                                s.k == 32)
                        << name;
                    expect_knobs(s, "FDA 25", d.format);
                }
                expect_row(
                    NvidiaRow{
                        {"UTCQMMA." + sass_types(d, a, b), "UTCQMMA.64x8x32." + sass_types(d, a, b),
                         "tcgen05.mma.kind::f8f6f4." + ptx, "tcgen05.mma.cta_group::1.kind::f8f6f4." + ptx},
                        a.format,
                        b.format,
                        d.format,
                        d.format,
                        32,
                        {"", "", "", "", "", "FDA 25", ""}},
                    kNvidia);
            }
            for (const auto& [arch, name] :
                 {std::pair{Arch::RTXBlackwell, "QMMA.SF.16832." + sass_types(kResults[0], a, b) + ".E8"},
                  {Arch::Blackwell, "UTCQMMA.SF." + sass_types(kResults[0], a, b) + ".E8"}}) {
                const Spec s = find_instruction(arch, name).spec;
                EXPECT_TRUE(s.a == a.format && s.b == b.format && s.d == Format::fp32 && s.k == 32) << name;
                EXPECT_EQ(s.scale, Format::ue8m0);
                EXPECT_EQ(s.scale_block_or_default(), 32);
                expect_knobs(s, "FDA 25", Format::fp32);
            }
        }
    }
}

TEST(Section5, Fp4WithBlockScales) {
    const std::string ptx = ".f32.e2m1.e2m1.f32";
    struct Scaled {
        Arch arch;
        std::string name;
        Format scale;
        int block;
    };
    for (const auto& [arch, name, scale, block] : std::vector<Scaled>{
             {Arch::RTXBlackwell, "OMMA.SF.16864.F32.E2M1.E2M1.E8", Format::ue8m0, 32},
             {Arch::RTXBlackwell, "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", Format::ue4m3, 16},
             {Arch::RTXBlackwell,
              "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X" + ptx + ".ue8m0",
              Format::ue8m0, 32},
             {Arch::RTXBlackwell,
              "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::2X" + ptx + ".ue8m0",
              Format::ue8m0, 32},
             {Arch::RTXBlackwell,
              "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X" + ptx + ".ue4m3",
              Format::ue4m3, 16},
             {Arch::RTXBlackwell,
              "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X" + ptx + ".ue8m0",
              Format::ue8m0, 16},
             {Arch::Blackwell, "UTCOMMA.F32.E2M1.E2M1.E8", Format::ue8m0, 32},
             {Arch::Blackwell, "UTCOMMA.4X.F32.E2M1.E2M1.UE4M3", Format::ue4m3, 16},
             {Arch::Blackwell, "tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block32", Format::ue8m0, 32},
             {Arch::Blackwell, "tcgen05.mma.cta_group::2.kind::mxf4nvf4.block_scale.scale_vec::4X.ue4m3",
              Format::ue4m3, 16}}) {
        SCOPED_TRACE(name);
        try {
            const Spec s = find_instruction(arch, name).spec;
            EXPECT_TRUE(s.a == Format::e2m1 && s.b == Format::e2m1 && s.c == Format::fp32 &&
                        s.d == Format::fp32 && s.k == 64);
            EXPECT_EQ(s.scale, scale);
            EXPECT_EQ(s.scale_block, block);
            expect_knobs(s, "GDFS 35", Format::fp32);
        } catch (const NameError& error) {
            ADD_FAILURE() << error.what();
        }
        EXPECT_THROW((void)find_instruction(Arch::Hopper, name), NameError);
    }
}

/// The bare names of the section: each is one instruction, or several and then called ambiguous; never
/// unknown.
TEST(Section5, BareTcgen05Names) {
    for (const char* name : {"UTCHMMA", "UTCQMMA", "UTCOMMA", "UTCOMMA.4X"}) {
        try {
            EXPECT_EQ(find_instruction(Arch::Blackwell, name).arch, Arch::Blackwell);
        } catch (const NameError& error) {
            EXPECT_NE(std::string(error.what()).find("ambiguous"), std::string::npos) << error.what();
        }
    }
    for (const auto& [types, format, d, k] : {std::tuple{".F32.TF32", Format::tf32, Format::fp32, 8},
                                              {".F32", Format::fp16, Format::fp32, 16},
                                              {".F16", Format::fp16, Format::fp16, 16},
                                              {".F32.BF16", Format::bf16, Format::fp32, 16}}) {
        const std::string shape = ".128x256x" + std::to_string(k);
        expect_row(NvidiaRow{{std::string("UTCHMMA") + types, "UTCHMMA" + shape + types},
                             format,
                             format,
                             d,
                             d,
                             k,
                             {"", "", "", "", "", "FDA 25", ""}},
                   kNvidia);
    }
}

}  // namespace
}  // namespace karat::test
