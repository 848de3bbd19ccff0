// SPDX-License-Identifier: Apache-2.0
// Table III of FTTN.
#include <array>

#include "karat_probe/suites/published.hpp"

namespace karat::probe {
namespace {

constexpr std::size_t kColumns = 6;
constexpr std::array<const char*, kColumns> kNames{"subnormal in / out", "extra bits",
                                                   "rounding",           "FMA width",
                                                   "order controllable", "output or product rounding"};
constexpr std::array<const char*, kColumns> kTests{"in-out", "extra-bits", "rounding",
                                                   "width",  "order",      "output"};

struct FttnRow {
    const char* name;
    const char* arch;
    const char* instruction;
    std::array<const char*, kColumns> printed;
    const char* with_narrow_result = "";  ///< the same inputs with a result in fp16, for the last column
};

constexpr std::array kRows{
    FttnRow{"FP16, V100",
            "Volta",
            "HMMA.884.F32.F32",
            {"yes / yes", "0", "truncate", "4", "no", "RNE"},
            "HMMA.884.F16.F16"},
    FttnRow{"FP16, A100",
            "Ampere",
            "HMMA.16816.F32",
            {"yes / yes", "1", "truncate", "8", "no", "RNE"},
            "HMMA.16816.F16"},
    FttnRow{"FP16, H100",
            "Hopper",
            "HMMA.16816.F32",
            {"yes / yes", ">= 2", "truncate", ">= 16", "no", "RNE"},
            "HMMA.16816.F16"},
    FttnRow{"FP16, MI100", "CDNA1", "v_mfma_f32_32x32x8f16", {"yes / yes", "3", "RNE", "4", "no", "RNE"}},
    FttnRow{"FP16, MI250X", "CDNA2", "v_mfma_f32_32x32x8f16", {"no / no", "3", "RNE", "1", "n/a", "RNE"}},
    FttnRow{"BF16, A100", "Ampere", "HMMA.16816.F32.BF16", {"yes / yes", "1", "truncate", "8", "no", "n/a"}},
    FttnRow{"BF16, H100",
            "Hopper",
            "HMMA.16816.F32.BF16",
            {"yes / yes", ">= 2", "truncate", ">= 16", "no", "RNE"}},
    FttnRow{"BF16, MI100", "CDNA1", "v_mfma_f32_32x32x4bf16", {"yes / yes", "3", "RNE", "2", "no", "RNE"}},
    FttnRow{"BF16, MI250X", "CDNA2", "v_mfma_f32_32x32x8bf16_1k", {"no / no", "3", "RNE", "1", "n/a", "RNE"}},
    FttnRow{"TF32, A100", "Ampere", "HMMA.1688.F32.TF32", {"yes / yes", "1", "RNE", "4", "no", "n/a"}},
    FttnRow{
        "TF32, H100", "Hopper", "HMMA.1688.F32.TF32", {"yes / yes", ">= 2", "truncate", "4", "no", "n/a"}},
    FttnRow{"FP32, MI100", "CDNA1", "v_mfma_f32_16x16x4f32", {"yes / yes", "3", "RNE", "1", "n/a", "RNE"}},
    FttnRow{"FP32, MI250X", "CDNA2", "v_mfma_f32_16x16x4f32", {"yes / yes", "3", "RNE", "1", "n/a", "RNE"}},
    FttnRow{"FP64, A100", "Ampere", "DMMA.884", {"yes / yes", "3", "RNE", "1", "no / n/a", "RNE"}},
    FttnRow{"FP64, H100", "Hopper", "DMMA.16x8x16", {"yes / yes", "3", "RNE", "1", "no / n/a", "RNE"}},
    FttnRow{
        "FP64, MI250X", "CDNA2", "v_mfma_f64_16x16x4f64", {"yes / yes", "3", "RNE", "1", "no / n/a", "RNE"}},
};

struct Evidence {
    const char* row;
    const char* column;
    const char* text;
};

constexpr const char* kConverts = "the instruction's result is fp32; what FTTN saw is a conversion after it";
constexpr const char* kGroups =
    "MMA-Sim validated GPS(4) on an MI250X bit for bit: groups of four products, summed in pairs";
constexpr const char* kBlockOrder = "follows from the width: a block of four products has an order";

/// What later work says against a printed cell, and what the instructions cannot show.
constexpr std::array kEvidence{
    Evidence{"FP16, MI250X", "width", kGroups},
    Evidence{"FP16, MI250X", "order", kBlockOrder},
    Evidence{"BF16, MI250X", "width", kGroups},
    Evidence{"BF16, MI250X", "order", kBlockOrder},
    Evidence{
        "TF32, A100", "rounding",
        "MMA-Sim and Khattak and Mikaitis: truncation; 1000 results recorded on an A100 (HMMA.1684) replay "
        "with it"},
    Evidence{"TF32, H100", "width",
             "MMA-Sim validated one fused sum of all eight products and c, with F = 25, on an H100"},
    Evidence{"FP16, MI100", "output", kConverts},
    Evidence{"FP16, MI250X", "output", kConverts},
    Evidence{"BF16, H100", "output", kConverts},
    Evidence{"BF16, MI100", "output", kConverts},
    Evidence{"BF16, MI250X", "output", kConverts},
};

std::string later(const std::string& row, const std::string& test) {
    for (const Evidence& evidence : kEvidence)
        if (row == evidence.row && test == evidence.column) return evidence.text;
    return {};
}

}  // namespace

std::vector<PublishedCell> fttn_cells() {
    std::vector<PublishedCell> out;
    for (const FttnRow& row : kRows) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            const bool narrow = i + 1 == kColumns && *row.with_narrow_result != '\0';
            out.push_back({"FTTN, Table III", row.name, kNames[i], row.printed[i], row.arch,
                           narrow ? row.with_narrow_result : row.instruction, kTests[i],
                           later(row.name, kTests[i])});
        }
    }
    return out;
}

}  // namespace karat::probe
