// SPDX-License-Identifier: Apache-2.0
// The rows of the registry, one file per vendor and family. Internal to instruction/.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "karat/instruction/instruction.hpp"

namespace karat {

void add_nvidia(std::vector<Instruction>& all);      ///< nvidia.cpp: calls the five below
void add_nvidia_mma(std::vector<Instruction>& all);  ///< HMMA, DMMA, QMMA, OMMA and the emulated FP8 mma.sync
void add_nvidia_imma(std::vector<Instruction>& all);     ///< IMMA, BMMA
void add_nvidia_sparse(std::vector<Instruction>& all);   ///< mma.sp; after the dense ones
void add_nvidia_wgmma(std::vector<Instruction>& all);    ///< HGMMA, QGMMA, IGMMA
void add_nvidia_tcgen05(std::vector<Instruction>& all);  ///< UTCHMMA, UTCQMMA, UTCOMMA
void add_amd(std::vector<Instruction>& all);             ///< v_mfma_*, v_smfmac_*
void add_rdna(std::vector<Instruction>& all);            ///< v_wmma_*, v_swmmac_*, v_dot2_*
void add_x86(std::vector<Instruction>& all);             ///< VDPBF16PS, TDP*, VPDP*
void add_arm(std::vector<Instruction>& all);             ///< BFDOT, BFMMLA, FMOPA, *MMLA
void add_riscv(std::vector<Instruction>& all);           ///< vfwbdot, vfqbdot

/// What stays open about a sparse form of an instruction with these open questions. A sum of integers does
/// not depend on its order, so there only their overflow does. Elsewhere the sum itself is open, which the
/// questions about the dense form's sum are part of.
[[nodiscard]] std::vector<OpenQuestion> sparse_open(const Spec& spec, const std::vector<OpenQuestion>& dense);

/// Sets the sources and the level of evidence of each instruction. Throws std::logic_error if a row of the
/// table of sources names no instruction.
void add_sources(std::vector<Instruction>& all);

/// FDA or CoFDA as implemented by `arch`. `terms` < k gives a chain.
[[nodiscard]] Spec nvidia_fda(Arch arch, Format a, Format b, Format c, Format d, int k, int F, int terms);
/// GDFS: FP4 with block scales.
[[nodiscard]] Spec nvidia_gdfs(Format scale, int block);
/// Sequential fused multiply-adds in one format.
[[nodiscard]] Spec sfma(Format format, int k);
/// How an architecture implements mma.sync on FP8 operands: not at all, with QMMA, or emulated with HMMA on
/// FP16 operands.
enum class Fp8Mma : std::uint8_t { none, qmma, emulated };
/// Properties that the instructions of an architecture share.
struct NvidiaArch {
    Arch arch;
    int width;       ///< F of the alignment, unless the instruction has a narrower one
    bool hmma_884;   ///< has HMMA.884
    bool hmma_168;   ///< has HMMA.168xx on fp16 operands
    bool bf16_tf32;  ///< has HMMA.168xx on other formats, HMMA.16816 and DMMA
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
/// The operand types of at least 16 bits that wgmma and tcgen05 share.
struct DenseTypes {
    const char* sass;  ///< suffix of the instruction's name
    Format in, d;
    int k;
};
inline constexpr std::array kDenseTypes{DenseTypes{".F32.TF32", Format::tf32, Format::fp32, 8},
                                        DenseTypes{".F32", Format::fp16, Format::fp32, 16},
                                        DenseTypes{".F16", Format::fp16, Format::fp16, 16},
                                        DenseTypes{".F32.BF16", Format::bf16, Format::fp32, 16}};
/// Precondition: `arch` is one of NVIDIA's.
[[nodiscard]] const NvidiaArch& nvidia(Arch arch);
/// Open questions about an instruction of the FDA family or GDFS.
[[nodiscard]] std::vector<OpenQuestion> nvidia_open(Arch arch, const Spec& spec);
/// "E4M3" for SASS, "e4m3" for PTX.
[[nodiscard]] std::string sass_type(Format format);
[[nodiscard]] std::string ptx_type(Format format);

}  // namespace karat
