// SPDX-License-Identifier: Apache-2.0
// The summation trees that MMA-Sim prints, and the algorithms of its Tables I (NVIDIA) and II (AMD).
#include <array>
#include <sstream>

#include "karat_probe/suites/published.hpp"

namespace karat::probe {
namespace {

struct Tree {
    const char* arch;
    const char* instruction;
    const char* shape;
};
constexpr std::array kTrees{
    Tree{"Ampere", "DMMA.884", "sequential"},
    Tree{"CDNA2", "v_mfma_f32_32x32x8f16", "pairwise in groups of four, the groups sequential with c"},
    Tree{"Ampere", "HMMA.1684.F32.TF32", "one fused sum of 5"},
    Tree{"Ampere", "HMMA.1688.F32.TF32", "two chained fused sums of 5"},
};

struct MmaSimRow {
    const char* archs;         ///< separated by blanks
    const char* instructions;  ///< separated by blanks
    const char* algorithm;
    const char* later = "";
};

constexpr const char* kHmma168 = "HMMA.1688.F32 HMMA.1688.F16";
constexpr const char* kHmma884 = "HMMA.884.F32.F32 HMMA.884.F32.F16 HMMA.884.F16.F16";
constexpr const char* kAmpereOne = "HMMA.1688.F32.BF16 HMMA.1684.F32.TF32";
constexpr const char* kAmpereChain = "HMMA.16816.F32 HMMA.16816.F16 HMMA.16816.F32.BF16 HMMA.1688.F32.TF32";
constexpr const char* kFp4 =
    "products of FP4 under one scale factor differ by 2^7 at most: no product is ever lost, so no order "
    "shows";

/// Table I.
constexpr std::array kNvidia{
    MmaSimRow{"Volta", kHmma884, "FDA 23"},
    MmaSimRow{"Turing", kHmma884, "FDA 24"},
    MmaSimRow{"Turing Ampere Ada", kHmma168, "FDA 24"},
    MmaSimRow{"Ampere Ada", kAmpereOne, "FDA 24"},
    MmaSimRow{"Ampere Ada", kAmpereChain, "CoFDA 24"},
    MmaSimRow{"Hopper Blackwell RTXBlackwell", kHmma168, "FDA 25"},
    MmaSimRow{"Hopper Blackwell RTXBlackwell", kAmpereOne, "FDA 25"},
    MmaSimRow{"Hopper Blackwell RTXBlackwell", kAmpereChain, "FDA 25"},
    MmaSimRow{"Ampere Ada Hopper Blackwell RTXBlackwell", "DMMA.884", "SFMA"},
    MmaSimRow{"Hopper", "DMMA.16x8x16 DMMA.16x8x8 DMMA.16x8x4", "SFMA"},
    MmaSimRow{"Ada", "QMMA.16832.F32.E4M3.E4M3 QMMA.16832.F16.E5M2.E5M2", "CoFDA 13"},
    MmaSimRow{"Ada", "QMMA.16816.F32.E4M3.E4M3 QMMA.16816.F16.E5M2.E5M2", "FDA 13"},
    MmaSimRow{"Hopper", "HGMMA.64x8x8.F32.TF32 HGMMA.64x8x16.F32 HGMMA.64x8x16.F16 HGMMA.64x8x16.F32.BF16",
              "FDA 25"},
    MmaSimRow{"Hopper", "QGMMA.64x8x32.F32.E4M3.E4M3 QGMMA.64x8x32.F16.E5M2.E5M2", "FDA 13"},
    MmaSimRow{"Blackwell",
              "UTCHMMA.64x8x8.F32.TF32 UTCHMMA.64x8x16.F32 UTCHMMA.64x8x16.F16 UTCHMMA.64x8x16.F32.BF16 "
              "UTCQMMA.64x8x32.F32.E4M3.E4M3 UTCQMMA.SF.64x8x32.F32.E5M2.E5M2.E8",
              "FDA 25"},
    MmaSimRow{"Blackwell", "UTCOMMA.64x8x64.F32.E2M1.E2M1.E8 UTCOMMA.4X.64x8x64.F32.E2M1.E2M1.UE4M3",
              "GDFS 35", kFp4},
    MmaSimRow{"RTXBlackwell",
              "QMMA.16832.F32.E4M3.E4M3 QMMA.16832.F16.E5M2.E5M2 QMMA.16816.F32.E4M3.E4M3 "
              "QMMA.SF.16832.F32.E4M3.E4M3.E8",
              "FDA 25"},
    MmaSimRow{"RTXBlackwell", "OMMA.SF.16864.F32.E2M1.E2M1.E8 OMMA.SF.16864.F32.E2M1.E2M1.UE4M3.4X",
              "GDFS 35", kFp4},
};

/// Table II. CDNA1 is in MMA-Sim's public code only.
constexpr std::array kAmd{
    MmaSimRow{"CDNA2", "v_mfma_f64_16x16x4f64 v_mfma_f64_4x4x4f64", "SFMA"},
    MmaSimRow{"CDNA3", "v_mfma_f64_16x16x4_f64 v_mfma_f64_4x4x4_4b_f64", "SFMA"},
    MmaSimRow{"CDNA1 CDNA2", "v_mfma_f32_32x32x2f32 v_mfma_f32_16x16x4f32", "SFMA"},
    MmaSimRow{"CDNA3", "v_mfma_f32_32x32x2_f32 v_mfma_f32_16x16x4_f32", "SFMA"},
    MmaSimRow{"CDNA1", "v_mfma_f32_4x4x4f16 v_mfma_f32_32x32x8f16 v_mfma_f32_16x16x16f16",
              "GPS(4), no flush"},
    MmaSimRow{"CDNA2", "v_mfma_f32_4x4x4f16 v_mfma_f32_32x32x8f16 v_mfma_f32_16x16x16f16", "GPS(4)"},
    MmaSimRow{"CDNA1", "v_mfma_f32_4x4x2bf16 v_mfma_f32_32x32x4bf16 v_mfma_f32_16x16x8bf16",
              "GPS(2), no flush"},
    MmaSimRow{"CDNA2", "v_mfma_f32_4x4x2bf16 v_mfma_f32_32x32x4bf16 v_mfma_f32_16x16x8bf16", "GPS(2)"},
    MmaSimRow{"CDNA2", "v_mfma_f32_32x32x8bf16_1k v_mfma_f32_16x16x16bf16_1k", "GPS(4)"},
    MmaSimRow{
        "CDNA3",
        "v_mfma_f32_4x4x4_16b_f16 v_mfma_f32_32x32x8_f16 v_mfma_f32_32x32x8_bf16 v_mfma_f32_32x32x4_xf32",
        "FDRDA"},
    MmaSimRow{"CDNA3", "v_mfma_f32_16x16x16_f16 v_mfma_f32_16x16x16_bf16 v_mfma_f32_16x16x8_xf32", "CoFDRDA"},
    MmaSimRow{"CDNA3", "v_mfma_f32_32x32x16_fp8_fp8 v_mfma_f32_32x32x16_bf8_bf8", "GFDRDA"},
    MmaSimRow{"CDNA3", "v_mfma_f32_16x16x32_fp8_fp8 v_mfma_f32_16x16x32_bf8_bf8", "CoGFDRDA"},
};

void add(std::vector<PublishedCell>& out, const char* table, const MmaSimRow& row) {
    std::istringstream archs(row.archs);
    for (std::string arch; archs >> arch;) {
        std::istringstream names(row.instructions);
        for (std::string name; names >> name;)
            out.push_back({table, name, arch, row.algorithm, arch, name, "algorithm", row.later});
    }
}

}  // namespace

std::vector<PublishedCell> mma_sim_cells() {
    std::vector<PublishedCell> out;
    out.reserve(kTrees.size());
    for (const Tree& tree : kTrees)
        out.push_back({"MMA-Sim, summation trees", tree.instruction, tree.arch, tree.shape, tree.arch,
                       tree.instruction, "shape"});
    for (const MmaSimRow& row : kNvidia) add(out, "MMA-Sim, Table I", row);
    for (const MmaSimRow& row : kAmd) add(out, "MMA-Sim, Table II", row);
    return out;
}

}  // namespace karat::probe
