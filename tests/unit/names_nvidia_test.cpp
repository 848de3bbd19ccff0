// SPDX-License-Identifier: Apache-2.0
// The names of NVIDIA's instructions in SASS, short PTX and full PTX.
#include <cctype>
#include <sstream>

#include "published_arithmetic.hpp"

namespace karat::test {
namespace {

constexpr std::array kNvidia{Arch::Volta,  Arch::Turing,    Arch::Ampere,      Arch::Ada,
                             Arch::Hopper, Arch::Blackwell, Arch::RTXBlackwell};

/// The format of a PTX type.
Format format_of(const std::string& ptx) {
    static const std::map<std::string, Format> formats{
        {"f64", Format::fp64},  {"f32", Format::fp32},  {"tf32", Format::tf32}, {"f16", Format::fp16},
        {"bf16", Format::bf16}, {"e4m3", Format::e4m3}, {"e5m2", Format::e5m2}, {"e2m3", Format::e2m3},
        {"e3m2", Format::e3m2}, {"e2m1", Format::e2m1}};
    return formats.at(ptx);
}

using Cells = std::array<const char*, kNvidia.size()>;

/// Expects a row whose operands have the PTX `types` d.a.b, or d.a.b.c if c and d may differ.
void expect_types(const std::vector<std::string>& names, const std::string& types, int k,
                  const Cells& cells) {
    std::vector<Format> f;
    std::istringstream in(types);
    for (std::string type; std::getline(in, type, '.');) f.push_back(format_of(type));
    const Format d = f.at(0);
    expect_row(Row<kNvidia.size()>{names, f.at(1), f.at(2), f.size() > 3 ? f[3] : d, d, k, cells}, kNvidia);
}

/// The same for the names in SASS, short PTX and full PTX. The shape contains k.
void expect_mma(const std::string& sass, const std::string& shape, const std::string& types,
                const Cells& cells) {
    expect_types({sass, "mma." + shape + '.' + types, "mma.sync.aligned." + shape + ".row.col." + types},
                 types, std::stoi(shape.substr(shape.find('k') + 1)), cells);
}

TEST(PublishedArithmetic, Hmma) {
    constexpr Cells kUpToTuring{"FDA 23", "FDA 24", "", "", "", "", ""};
    constexpr Cells kFromTuring{"", "FDA 24", "FDA 24", "FDA 24", "FDA 25", "FDA 25", "FDA 25"};
    constexpr Cells kFromAmpere{"", "", "FDA 24", "FDA 24", "FDA 25", "FDA 25", "FDA 25"};
    constexpr Cells kChainedAtFirst{"", "", "CoFDA 24", "CoFDA 24", "FDA 25", "FDA 25", "FDA 25"};
    expect_mma("HMMA.884.F32.F32", "m8n8k4", "f32.f16.f16.f32", kUpToTuring);
    expect_mma("HMMA.884.F32.F16", "m8n8k4", "f32.f16.f16.f16", kUpToTuring);
    expect_mma("HMMA.884.F16.F16", "m8n8k4", "f16.f16.f16.f16", kUpToTuring);
    expect_mma("HMMA.1688.F32", "m16n8k8", "f32.f16.f16.f32", kFromTuring);
    expect_mma("HMMA.1688.F16", "m16n8k8", "f16.f16.f16.f16", kFromTuring);
    expect_mma("HMMA.16816.F32", "m16n8k16", "f32.f16.f16.f32", kChainedAtFirst);
    expect_mma("HMMA.16816.F16", "m16n8k16", "f16.f16.f16.f16", kChainedAtFirst);
    expect_mma("HMMA.16816.F32.BF16", "m16n8k16", "f32.bf16.bf16.f32", kChainedAtFirst);
    expect_mma("HMMA.1688.F32.BF16", "m16n8k8", "f32.bf16.bf16.f32", kFromAmpere);
    expect_mma("HMMA.1684.F32.TF32", "m16n8k4", "f32.tf32.tf32.f32", kFromAmpere);
    expect_mma("HMMA.1688.F32.TF32", "m16n8k8", "f32.tf32.tf32.f32", kChainedAtFirst);
}

TEST(PublishedArithmetic, Dmma) {
    const std::string types = "f64.f64.f64.f64";
    expect_mma("DMMA.884", "m8n8k4", types, {"", "", "SFMA", "SFMA", "SFMA", "SFMA", "SFMA"});
    for (const std::string k : {"16", "8", "4"})
        expect_mma("DMMA.16x8x" + k, "m16n8k" + k, types, {"", "", "", "", "SFMA", "", ""});
}

constexpr std::array kF8{"e4m3", "e5m2"};
constexpr std::array kF8F6F4{"e4m3", "e5m2", "e2m3", "e3m2", "e2m1"};
constexpr std::array kResults{"f32", "f16"};

/// The SASS spelling of PTX types.
std::string sass_types(std::string types) {
    for (char& letter : types) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return types;
}

TEST(PublishedArithmetic, QmmaAndWgmmaOfFp8) {
    for (const std::string d : kResults) {
        for (const std::string a : kF8) {
            for (const std::string b : kF8) {
                const std::string types = d + '.' + a + '.' + b, sass = sass_types(types);
                expect_types({"QMMA.16832." + sass}, types, 32, {"", "", "", "CoFDA 13", "", "", "FDA 25"});
                expect_types({"QMMA.16816." + sass}, types, 16, {"", "", "", "FDA 13", "", "", "FDA 25"});
                expect_types({"QGMMA.64x8x32." + sass, "QGMMA.64xNx32." + sass, "wgmma.m64n256k32." + types,
                              "wgmma.mma_async.sync.aligned.m64n16k32." + types},
                             types, 32, {"", "", "", "", "FDA 13", "", ""});
            }
        }
    }
}

void expect_emulated_fp8(int k) {
    const std::string shape = "m16n8k" + std::to_string(k), sass = "QMMA.168" + std::to_string(k) + '.';
    for (const std::string d : kResults) {
        for (const std::string a : kF8) {
            for (const std::string b : kF8) {
                const std::string types = d + '.' + a + '.' + b, qmma = sass + sass_types(types);
                for (const std::string& name :
                     {"mma." + shape + '.' + types + '.' + d,
                      "mma.sync.aligned." + shape + ".row.col." + types + '.' + d}) {
                    SCOPED_TRACE(name);
                    for (const Arch arch : {Arch::Hopper, Arch::Blackwell}) {
                        const Spec s = find_instruction(arch, name).spec;
                        EXPECT_EQ(s.algorithm, Algorithm::fda);
                        EXPECT_EQ(s.convert, Format::fp16);
                        EXPECT_EQ(s.F.bits, 25);
                        EXPECT_EQ(s.terms, k / 2);
                        EXPECT_EQ(s.chain_pattern, Pattern::pairs);
                        EXPECT_EQ(s.c_place, CPlace::late);
                        EXPECT_EQ(s.output_rounding_or_default(), Rounding::RNE);
                        EXPECT_EQ(s.chain_rounding_or_default(), d == "f16" ? Rounding::RNE : Rounding::RZ);
                        EXPECT_TRUE(s.a == format_of(a) && s.b == format_of(b) && s.c == format_of(d) &&
                                    s.d == format_of(d));
                    }
                    EXPECT_EQ(find_instruction(Arch::Ada, name).spec, find_instruction(Arch::Ada, qmma).spec);
                    EXPECT_EQ(find_instruction(Arch::RTXBlackwell, name).spec,
                              find_instruction(Arch::RTXBlackwell, qmma).spec);
                    EXPECT_THROW((void)find_instruction(Arch::Ampere, name), NameError);
                }
            }
        }
    }
}

TEST(PublishedArithmetic, EmulatedFp8MmaSync) {
    expect_emulated_fp8(32);
    expect_emulated_fp8(16);
}

TEST(PublishedArithmetic, Hgmma) {
    for (const auto& [sass, types, k] : {std::tuple{"8.F32.TF32", "f32.tf32.tf32", 8},
                                         {"16.F32", "f32.f16.f16", 16},
                                         {"16.F16", "f16.f16.f16", 16},
                                         {"16.F32.BF16", "f32.bf16.bf16", 16}}) {
        const std::string ptx = "m64n8k" + std::to_string(k) + '.' + types;
        expect_types({std::string("HGMMA.64x128x") + sass, std::string("HGMMA.64xNx") + sass, "wgmma." + ptx,
                      "wgmma.mma_async.sync.aligned." + ptx},
                     types, k, {"", "", "", "", "FDA 25", "", ""});
    }
}

TEST(PublishedArithmetic, F8F6F4) {
    for (const std::string a : kF8F6F4) {
        for (const std::string b : kF8F6F4) {
            for (const std::string d : kResults) {
                const std::string types = d + '.' + a + '.' + b, sass = sass_types(types);
                for (const std::string& name :
                     {"QMMA.16832." + sass, "mma.m16n8k32.kind::f8f6f4." + types + '.' + d,
                      "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4." + types + '.' + d}) {
                    const Spec s = find_instruction(Arch::RTXBlackwell, name).spec;
                    EXPECT_TRUE(s.a == format_of(a) && s.b == format_of(b) && s.c == format_of(d) &&
                                s.d == format_of(d) && s.k == 32)
                        << name;
                    expect_knobs(s, "FDA 25", format_of(d));
                }
                expect_types(
                    {"UTCQMMA." + sass, "UTCQMMA.64x8x32." + sass, "tcgen05.mma.kind::f8f6f4." + types,
                     "tcgen05.mma.cta_group::1.kind::f8f6f4." + types},
                    types, 32, {"", "", "", "", "", "FDA 25", ""});
            }
            const std::string sass = sass_types("f32." + a + '.' + b);
            for (const auto& [arch, name] : {std::pair{Arch::RTXBlackwell, "QMMA.SF.16832." + sass + ".E8"},
                                             {Arch::Blackwell, "UTCQMMA.SF." + sass + ".E8"}}) {
                const Spec s = find_instruction(arch, name).spec;
                EXPECT_TRUE(s.a == format_of(a) && s.b == format_of(b) && s.d == Format::fp32 && s.k == 32)
                    << name;
                EXPECT_EQ(s.scale, Format::ue8m0);
                EXPECT_EQ(s.scale_block_or_default(), 32);
                expect_knobs(s, "FDA 25", Format::fp32);
            }
        }
    }
}

TEST(PublishedArithmetic, Fp4WithBlockScales) {
    const auto mma = [](const std::string& kind, const std::string& blocks, const std::string& scale) {
        return "mma.sync.aligned.m16n8k64.row.col.kind::" + kind + ".block_scale.scale_vec::" + blocks +
               ".f32.e2m1.e2m1.f32." + scale;
    };
    struct Scaled {
        Arch arch;
        std::string name;
        Format scale;
        int block;
    };
    for (const auto& [arch, name, scale, block] : std::vector<Scaled>{
             {Arch::RTXBlackwell, "OMMA.SF.16864.F32.E2M1.E2M1.E8", Format::ue8m0, 32},
             {Arch::RTXBlackwell, "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X", Format::ue4m3, 16},
             {Arch::RTXBlackwell, mma("mxf4", "2X", "ue8m0"), Format::ue8m0, 32},
             {Arch::RTXBlackwell, mma("mxf4nvf4", "2X", "ue8m0"), Format::ue8m0, 32},
             {Arch::RTXBlackwell, mma("mxf4nvf4", "4X", "ue4m3"), Format::ue4m3, 16},
             {Arch::RTXBlackwell, mma("mxf4nvf4", "4X", "ue8m0"), Format::ue8m0, 16},
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

/// A bare name stands for one instruction, or is reported as ambiguous. It is never unknown.
TEST(PublishedArithmetic, BareTcgen05Names) {
    for (const char* name : {"UTCHMMA", "UTCQMMA", "UTCOMMA", "UTCOMMA.4X"}) {
        try {
            EXPECT_EQ(find_instruction(Arch::Blackwell, name).arch, Arch::Blackwell);
        } catch (const NameError& error) {
            EXPECT_NE(std::string(error.what()).find("ambiguous"), std::string::npos) << error.what();
        }
    }
    for (const auto& [sass, types, k] : {std::tuple{".F32.TF32", "f32.tf32.tf32", 8},
                                         {".F32", "f32.f16.f16", 16},
                                         {".F16", "f16.f16.f16", 16},
                                         {".F32.BF16", "f32.bf16.bf16", 16}}) {
        expect_types({std::string("UTCHMMA") + sass, "UTCHMMA.128x256x" + std::to_string(k) + sass}, types, k,
                     {"", "", "", "", "", "FDA 25", ""});
    }
}

}  // namespace
}  // namespace karat::test
