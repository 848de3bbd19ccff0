// SPDX-License-Identifier: Apache-2.0
// Outputs recorded on hardware that replay without a mismatch. NVIDIA's are from MATLAB-tensor-core (Khattak
// and Mikaitis), AMD's from ROCm.
#include <algorithm>
#include <array>

#include "karat/instruction/vendors.hpp"

namespace karat {
namespace {

constexpr const char* kMatlab = "2026-11-21";
constexpr const char* kRocm = "2026-11-22";

struct Row {
    Arch arch;
    std::string_view instruction;
    int elements;
    const char* date;
};
constexpr std::array kRows{
    Row{Arch::Volta, "HMMA.884.F32.F32", 1000, kMatlab},
    Row{Arch::Volta, "HMMA.884.F16.F16", 1000, kMatlab},
    Row{Arch::Ampere, "HMMA.1684.F32.TF32", 1000, kMatlab},
    Row{Arch::Ampere, "HMMA.1688.F16", 1000, kMatlab},
    Row{Arch::Ampere, "HMMA.1688.F32", 1000, kMatlab},
    Row{Arch::Ampere, "HMMA.1688.F32.BF16", 1000, kMatlab},
    Row{Arch::Ada, "HMMA.1688.F16", 1000, kMatlab},
    Row{Arch::Ada, "HMMA.1688.F32", 1000, kMatlab},
    Row{Arch::Ada, "QMMA.16832.F32.E4M3.E4M3", 1000, kMatlab},
    Row{Arch::Ada, "QMMA.16832.F32.E5M2.E5M2", 1000, kMatlab},
    Row{Arch::Hopper, "HMMA.16816.F16", 1000, kMatlab},
    Row{Arch::Hopper, "HMMA.16816.F32", 1000, kMatlab},
    Row{Arch::Hopper, "HMMA.16816.F32.BF16", 1000, kMatlab},
    Row{Arch::Hopper, "HMMA.1684.F32.TF32", 1000, kMatlab},
    Row{Arch::Hopper, "QGMMA.64x{N}x32.F32.E4M3.E4M3", 1000, kMatlab},
    Row{Arch::Hopper, "QGMMA.64x{N}x32.F32.E5M2.E5M2", 1000, kMatlab},
    Row{Arch::Hopper, "mma.m16n8k32.f16.e4m3.e4m3.f16", 1000, kMatlab},
    Row{Arch::Hopper, "mma.m16n8k32.f16.e5m2.e5m2.f16", 1000, kMatlab},
    Row{Arch::Blackwell, "HMMA.16816.F16", 1000, kMatlab},
    Row{Arch::Blackwell, "HMMA.16816.F32", 1000, kMatlab},
    Row{Arch::Blackwell, "HMMA.16816.F32.BF16", 1000, kMatlab},
    Row{Arch::Blackwell, "mma.m16n8k32.f16.e4m3.e4m3.f16", 1000, kMatlab},
    Row{Arch::Blackwell, "mma.m16n8k32.f32.e4m3.e4m3.f32", 1000, kMatlab},
    Row{Arch::RDNA4, "v_dot2_f32_bf16", 36, kRocm},
    Row{Arch::RDNA4, "v_dot2_f32_f16", 25, kRocm},
    Row{Arch::RDNA4, "v_wmma_bf16_16x16x16_bf16_w32", 384, kRocm},
    Row{Arch::RDNA4, "v_wmma_bf16_16x16x16_bf16_w64", 128, kRocm},
    Row{Arch::RDNA4, "v_wmma_f16_16x16x16_f16_w32", 635, kRocm},
    Row{Arch::RDNA4, "v_wmma_f16_16x16x16_f16_w64", 384, kRocm},
    Row{Arch::RDNA4, "v_wmma_f32_16x16x16_bf16_w32", 6, kRocm},
    Row{Arch::RDNA4, "v_wmma_f32_16x16x16_bf16_w64", 6, kRocm},
    Row{Arch::RDNA4, "v_wmma_f32_16x16x16_f16_w32", 6, kRocm},
    Row{Arch::RDNA4, "v_wmma_f32_16x16x16_f16_w64", 6, kRocm},
};

}  // namespace

void add_recorded(std::vector<Instruction>& all) {
    for (Instruction& one : all) {
        const auto* const row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& x) {
            return x.arch == one.arch && x.instruction == one.name;
        });
        if (row != kRows.end()) one.recorded = {row->elements, row->date};
    }
}

}  // namespace karat
