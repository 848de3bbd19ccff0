// SPDX-License-Identifier: Apache-2.0
// Instruction lookup: shapes in names, spellings, errors, and every entry of the registry by its own names.
#include "karat/instruction/names.hpp"

#include <fstream>
#include <set>

#include "karat/instruction/registry.hpp"
#include "karat/text/nearest.hpp"
#include "recorded_files.hpp"
#include "specs.hpp"

namespace karat::test {
namespace {

/// The message of the NameError that a lookup throws.
std::string refusal(std::string_view arch, std::string_view name) {
    try {
        const Instruction found = find_instruction(arch, name);
        ADD_FAILURE() << arch << ' ' << name << " was found as: " << found.name;
    } catch (const NameError& error) {
        return error.what();
    }
    return {};
}

void expect_refusal(std::string_view arch, std::string_view name, const std::vector<std::string>& parts) {
    const std::string sentence = refusal(arch, name);
    for (const std::string& part : parts)
        EXPECT_NE(sentence.find(part), std::string::npos) << "no \"" << part << "\" in: " << sentence;
}

std::string filled(std::string name, const std::string& m, const std::string& n) {
    for (const auto& [letter, value] : {std::pair{"{M}", m}, {"{N}", n}}) {
        if (const auto at = name.find(letter); at != std::string::npos) name.replace(at, 3, value);
    }
    return name;
}

/// An extra letter before a name is one edit, like a wrong letter.
TEST(Names, OneLetterTooManyIsNearerThanTwoWrong) { EXPECT_EQ(nearest_names("xab", {"xcd", "ab"}, 1), "ab"); }

TEST(Names, EveryNameAndAliasFindsItsEntry) {
    for (const Instruction& entry : registry()) {
        std::vector<std::string> names = entry.aliases;
        names.push_back(entry.name);
        for (const std::string& name : names) {
            for (const auto& [m, n] : {std::pair{"64", "8"}, {"128", "256"}, {"M", "N"}}) {
                const std::string asked = filled(name, m, n);
                SCOPED_TRACE(std::string(name_of(entry.arch)) + ' ' + asked);
                try {
                    const Instruction found = find_instruction(entry.arch, asked);
                    EXPECT_EQ(found.spec, entry.spec);
                    EXPECT_EQ(found.arch, entry.arch);
                    EXPECT_NE(found.shape.m, 0);
                    EXPECT_NE(found.shape.n, 0);
                    EXPECT_EQ(found.name.find('{'), std::string::npos) << found.name;
                    EXPECT_EQ(find_instruction(entry.arch, to_lower(asked)).spec, entry.spec);
                    EXPECT_EQ(find_instruction(entry.arch, found.name).spec, entry.spec)
                        << "lookup by the name that was found: " << found.name;
                } catch (const NameError& error) {
                    // only a name without operand types may be ambiguous
                    EXPECT_NE(std::string(error.what()).find("ambiguous"), std::string::npos) << error.what();
                    EXPECT_NE(name, entry.name);
                    EXPECT_TRUE(name.starts_with("tcgen05.mma.kind::") || name.starts_with("UTC")) << name;
                    EXPECT_EQ(name.find('.', 12), std::string::npos) << name;
                }
            }
        }
    }
}

TEST(Names, EntriesDifferInArchitectureOrName) {
    std::set<std::pair<Arch, std::string>> seen;
    for (const Instruction& entry : registry()) {
        EXPECT_TRUE(seen.emplace(entry.arch, name_key(entry.name)).second)
            << name_of(entry.arch) << ' ' << entry.name;
        EXPECT_FALSE(entry.sources.empty()) << entry.name;
        EXPECT_EQ(entry.shape.k, entry.spec.k) << entry.name;
    }
}

TEST(Names, ShapeOfWgmmaComesFromTheName) {
    for (const int n : {8, 16, 64, 248, 256}) {
        const std::string text = std::to_string(n);
        for (const std::string& name :
             {"QGMMA.64x" + text + "x32.F32.E4M3.E5M2", "qgmma.64X" + text + "X32.f32.e4m3.e5m2",
              "wgmma.mma_async.sync.aligned.m64n" + text + "k32.f32.e4m3.e5m2"}) {
            const Instruction found = find_instruction("Hopper", name);
            EXPECT_EQ(found.shape.m, 64) << name;
            EXPECT_EQ(found.shape.n, n) << name;
            EXPECT_EQ(found.shape.k, 32) << name;
            EXPECT_EQ(found.name, "QGMMA.64xNx32.F32.E4M3.E5M2");
            EXPECT_EQ(found.spec.a, Format::e4m3);
            EXPECT_EQ(found.spec.b, Format::e5m2);
        }
    }
    for (const char* n : {"0", "4", "12", "257", "264", "512", "-8", "8x", "", "99999999999"}) {
        EXPECT_THROW((void)find_instruction("Hopper", "QGMMA.64x" + std::string(n) + "x32.F32.E4M3.E5M2"),
                     NameError)
            << n;
    }
    for (const char* name : {"QGMMA.128x8x32.F32.E4M3.E5M2", "QGMMA.64x8x16.F32.E4M3.E5M2",
                             "HGMMA.64x8x16.F32.E4M3.E4M3", "QGMMA.64x8x32.F32.E4M3"}) {
        EXPECT_THROW((void)find_instruction("Hopper", name), NameError) << name;
    }
}

TEST(Names, ShapeOfTcgen05ComesFromTheName) {
    const Instruction found = find_instruction("Blackwell", "UTCHMMA.128x48x16.F32.BF16");
    EXPECT_EQ(found.shape.m, 128);
    EXPECT_EQ(found.shape.n, 48);
    for (const char* shape : {"32x8x16", "256x8x16", "64x4x16", "64x264x16", "64x8x32"}) {
        EXPECT_THROW((void)find_instruction("Blackwell", "UTCHMMA." + std::string(shape) + ".F32.BF16"),
                     NameError)
            << shape;
    }
}

TEST(Names, UnknownNamesGiveTheNearest) {
    expect_refusal("Hopper", "HMMA.16816.F23",
                   {"unknown instruction \"HMMA.16816.F23\"", "on Hopper", "nearest: ", "HMMA.16816.F32"});
    expect_refusal("CDNA3", "v_mfma_f32_32x32x8_f61", {"v_mfma_f32_32x32x8_f16"});
    expect_refusal("Volta", "HMMA.16816.F23",
                   {"on Volta; nearest: HMMA.884.F"});  // not a name of another architecture
    expect_refusal("", "HMNA.16816.F32", {"unknown instruction", "HMMA.16816.F32"});
    expect_refusal("Hopper", "", {"unknown instruction \"\""});
    expect_refusal("", "MI300", {"\"MI300\" is an architecture, CDNA3,", "karat list --arch MI300"});
    expect_refusal("", "Hopper", {"\"Hopper\" is an architecture, not an instruction"});
    for (const char* name : {"HMMA.16816.F32 ", " HMMA.16816.F32", "HMMA.16816.F32.", "HMMA", "mma",
                             "mma.sync.aligned", ".", "v_mfma_"}) {
        EXPECT_THROW((void)find_instruction("Hopper", name), NameError) << '"' << name << '"';
    }
}

TEST(Names, WrongArchitectureSaysWhereItExists) {
    expect_refusal(
        "Volta", "HMMA.16816.F32",
        {"does not exist on Volta", "exists on", "Ampere", "Ada", "Hopper", "Blackwell", "RTXBlackwell"});
    expect_refusal("Hopper", "HMMA.884.F32.F32", {"Volta, Turing"});
    expect_refusal("CDNA1", "v_mfma_f32_32x32x16_fp8_fp8", {"does not exist on CDNA1; it exists on CDNA3"});
    expect_refusal("Ampere", "QGMMA.64x8x32.F32.E4M3.E4M3", {"it exists on Hopper"});
    // Blackwell is also part of the name RTXBlackwell; both must be listed
    expect_refusal("Volta", "DMMA.884", {"Ampere, Ada, Hopper, Blackwell, RTXBlackwell"});
    expect_refusal("Volta", "UTCHMMA.F32", {"it exists on Blackwell"});
}

TEST(Names, AmbiguousWithoutTypesOrArchitecture) {
    expect_refusal("Blackwell", "tcgen05.mma.kind::f16",
                   {"ambiguous on Blackwell", "UTCHMMA", "give the operand types"});
    expect_refusal("Blackwell", "tcgen05.mma.cta_group::1.kind::f8f6f4", {"ambiguous", "UTCQMMA"});
    expect_refusal("", "HMMA.16816.F32", {"differs between architectures", "Ampere, Ada, Hopper, Blackwell"});
}

TEST(Names, ArchitectureMayBeLeftOutWhereItMakesNoDifference) {
    EXPECT_EQ(find_instruction("", "QGMMA.64x8x32.F32.E4M3.E4M3").arch, Arch::Hopper);
    EXPECT_EQ(find_instruction("", "v_mfma_f32_32x32x16_fp8_fp8").arch, Arch::CDNA3);
    EXPECT_EQ(find_instruction("", "IMMA.16816.S8.S8").spec.algorithm, Algorithm::exact);
    expect_refusal("", "DMMA.884", {"Ampere, Ada, Hopper, Blackwell, RTXBlackwell"});  // the NaN differs
    EXPECT_EQ(find_instruction("", "v_mfma_f32_16x16x4_f32").spec.k, 4);
}

TEST(Names, Architectures) {
    for (const Instruction& entry : registry())
        EXPECT_EQ(arch_from_name(to_lower(name_of(entry.arch))), entry.arch);
    for (const auto& [text, arch] : {std::pair{"V100", Arch::Volta},
                                     {"t4", Arch::Turing},
                                     {"A100", Arch::Ampere},
                                     {"L40S", Arch::Ada},
                                     {"H100", Arch::Hopper},
                                     {"h200", Arch::Hopper},
                                     {"SM_90", Arch::Hopper},
                                     {"B200", Arch::Blackwell},
                                     {"RTX5090", Arch::RTXBlackwell},
                                     {"MI100", Arch::CDNA1},
                                     {"gfx90a", Arch::CDNA2},
                                     {"GFX942", Arch::CDNA3},
                                     {"rtxblackwell", Arch::RTXBlackwell}}) {
        EXPECT_EQ(arch_from_name(text), arch) << text;
        EXPECT_FALSE(find_instruction(text, arch >= Arch::CDNA1    ? "v_mfma_f32_16x16x16f16"
                                            : arch <= Arch::Turing ? "HMMA.884.F32.F32"
                                                                   : "HMMA.16816.F32")
                         .name.empty());
    }
    for (const char* text : {"", "Vega", "Hopper2", "sm_999", "black"})
        EXPECT_EQ(arch_from_name(text), std::nullopt) << text;
    expect_refusal("Hoper", "HMMA.16816.F32", {"unknown architecture \"Hoper\"", "Volta, Turing", "CDNA3"});
}

TEST(Names, ProductsAndCompilerTargets) {
    for (std::size_t i = 0; i < EnumNames<Arch>::names.size(); ++i) {
        const auto arch = static_cast<Arch>(i);
        EXPECT_FALSE(other_names(arch).empty()) << name_of(arch);
        for (const std::string_view name : other_names(arch)) EXPECT_EQ(arch_from_name(name), arch) << name;
    }
    for (const auto& [text, arch] : {std::pair{"gfx1200", Arch::RDNA4},
                                     {"gfx1103", Arch::RDNA3},
                                     {"gfx940", Arch::CDNA3},
                                     {"sm_121", Arch::RTXBlackwell},
                                     {"L4", Arch::Ada},
                                     {"a10", Arch::Ampere},
                                     {"riscv64", Arch::RISCV},
                                     {"SapphireRapids", Arch::x86},
                                     {"neoverse-v2", Arch::Arm}}) {
        EXPECT_EQ(required_arch(text), arch) << text;
    }
}

TEST(Names, AcceleratorsWithoutAModel) {
    for (const char* text : {"CDNA4", "gfx950", "MI350X", "mi355x"}) {
        expect_refusal(text, "HMMA.16816.F32",
                       {"CDNA4 is not modelled: no source gives its arithmetic", "other-accelerators.md"});
    }
    expect_refusal("Xe", "HMMA.16816.F32", {"Intel Xe is not modelled", "other-accelerators.md"});
    expect_refusal("sm_103", "HMMA.16816.F32", {"unknown architecture \"sm_103\"", "karat list --archs"});
}

TEST(Names, WhatLacksOnlyItsEndingIsNamed) {
    expect_refusal(
        "RDNA4", "v_wmma_f32_16x16x16_f16",
        {"does not exist on RDNA4; use v_wmma_f32_16x16x16_f16_w32 or v_wmma_f32_16x16x16_f16_w64"});
    expect_refusal("RDNA4", "v_swmmac_f16_16x16x32_f16", {"_w32 or v_swmmac_f16_16x16x32_f16_w64"});
}

TEST(Names, FullPtxWithScopesAndKinds) {
    const Spec omma = find_instruction("RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X").spec;
    EXPECT_EQ(find_instruction("RTXBlackwell",
                               "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X."
                               "f32.e2m1.e2m1.f32.ue4m3")
                  .spec,
              omma);
    EXPECT_EQ(find_instruction("RTXBlackwell",
                               "MMA.SYNC.ALIGNED.kind::mxf8f6f4.block_scale.scale_vec::1X.m16n8k32.row.col."
                               "f32.e4m3.e2m1.f32.ue8m0")
                  .spec,
              find_instruction("RTXBlackwell", "QMMA.SF.16832.F32.E4M3.E2M1.E8").spec);
    EXPECT_EQ(find_instruction("Hopper", "mma.sync.aligned.f32.bf16.bf16.f32.m16n8k16").spec,
              find_instruction("Hopper", "HMMA.16816.F32.BF16").spec)
        << "the shape may be anywhere in the name";
    EXPECT_EQ(find_instruction("CDNA2", "V_MFMA_F32_16X16X16BF16_1K").spec,
              find_instruction("CDNA2", "v_mfma_f32_16x16x16_bf16_1k").spec);
}

TEST(Names, EveryRecordedVectorFileNamesAnInstruction) {
    auto files = recorded_files();
    if (files.empty()) std::puts("no recorded vectors in " KARAT_VECTORS " and " KARAT_FAMILY_VECTORS);
    for (std::string& path : own_recordings()) files.push_back(std::move(path));
    for (const std::string& path : files) {
        std::ifstream in(path);
        std::string arch, name;
        for (std::string line; std::getline(in, line) && line.starts_with("#");) {
            if (line.starts_with("# arch: ")) arch = line.substr(8);
            if (line.starts_with("# instruction: ")) name = line.substr(15);
        }
        SCOPED_TRACE(path);
        EXPECT_EQ(find_instruction(arch, name).evidence, Evidence::hardware_checked);
    }
}

}  // namespace
}  // namespace karat::test
