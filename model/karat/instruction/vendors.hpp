// SPDX-License-Identifier: Apache-2.0
// The rows of the registry, one file per vendor and family. Internal to instruction/.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "karat/instruction/instruction.hpp"

namespace karat {

void add_nvidia(std::vector<Instruction>& all);      ///< nvidia.cpp: calls the three below
void add_nvidia_mma(std::vector<Instruction>& all);  ///< HMMA, DMMA, QMMA, OMMA and the emulated FP8 mma.sync
void add_nvidia_wgmma(std::vector<Instruction>& all);    ///< HGMMA, QGMMA
void add_nvidia_tcgen05(std::vector<Instruction>& all);  ///< UTCHMMA, UTCQMMA, UTCOMMA
void add_amd(std::vector<Instruction>& all);             ///< v_mfma_*
void add_rdna(std::vector<Instruction>& all);            ///< v_wmma_*, v_dot2_*
void add_riscv(std::vector<Instruction>& all);           ///< vfwbdot

/// Sets what is recorded of each.
void add_recorded(std::vector<Instruction>& all);

/// FDA or CoFDA as `arch` does it. `terms` < k makes a chain.
[[nodiscard]] Spec nvidia_fda(Arch arch, Format a, Format b, Format c, Format d, int k, int F, int terms);
/// GDFS: FP4 with block scales.
[[nodiscard]] Spec nvidia_gdfs(Format scale, int block);
/// FP64, sequential fused multiply-adds.
[[nodiscard]] Spec sfma(Format format, int k);
/// How an architecture does mma.sync on FP8 operands: not at all, by QMMA, or by HMMA on FP16 operands.
enum class Fp8Mma : std::uint8_t { none, qmma, emulated };
/// What the instructions of an architecture have in common.
struct NvidiaArch {
    Arch arch;
    int width;       ///< bits of the alignment where the instruction has no narrower one
    bool hmma_884;   ///< has HMMA.884
    bool hmma_168;   ///< HMMA.168xx on fp16 operands
    bool bf16_tf32;  ///< HMMA.168xx on all others, 16816, and DMMA
    bool one_chunk;  ///< an HMMA is one operation, not a chain of two
    Fp8Mma fp8;
};
inline constexpr std::array kNvidiaArchs{
    NvidiaArch{Arch::Volta, 23, true, false, false, false, Fp8Mma::none},
    NvidiaArch{Arch::Turing, 24, true, true, false, false, Fp8Mma::none},
    NvidiaArch{Arch::Ampere, 24, false, true, true, false, Fp8Mma::none},
    NvidiaArch{Arch::Ada, 24, false, true, true, false, Fp8Mma::qmma},
    NvidiaArch{Arch::Hopper, 25, false, true, true, true, Fp8Mma::emulated},
    NvidiaArch{Arch::Blackwell, 25, false, true, true, true, Fp8Mma::emulated},
    NvidiaArch{Arch::RTXBlackwell, 25, false, true, true, true, Fp8Mma::qmma}};
/// The operand types of 16 bits and more that wgmma and tcgen05 have in common.
struct DenseTypes {
    const char* sass;  ///< the instruction's name goes on with it
    Format in, d;
    int k;
};
inline constexpr std::array kDenseTypes{DenseTypes{".F32.TF32", Format::tf32, Format::fp32, 8},
                                        DenseTypes{".F32", Format::fp16, Format::fp32, 16},
                                        DenseTypes{".F16", Format::fp16, Format::fp16, 16},
                                        DenseTypes{".F32.BF16", Format::bf16, Format::fp32, 16}};
/// Precondition: `arch` is one of NVIDIA's.
[[nodiscard]] const NvidiaArch& nvidia(Arch arch);
/// Questions that stay open for an FDA-family instruction.
[[nodiscard]] std::vector<OpenQuestion> nvidia_open(Arch arch, const Spec& spec);
/// "E4M3" for SASS, "e4m3" for PTX.
[[nodiscard]] std::string sass_type(Format format);
[[nodiscard]] std::string ptx_type(Format format);

}  // namespace karat
