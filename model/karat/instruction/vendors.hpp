// SPDX-License-Identifier: Apache-2.0
// The rows of the registry, one file per vendor and family. Internal to instruction/.
#pragma once
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

/// FDA or CoFDA as `arch` does it. `terms` < k makes a chain.
[[nodiscard]] Spec nvidia_fda(Arch arch, Format a, Format b, Format c, Format d, int k, int F, int terms);
/// GDFS: FP4 with block scales.
[[nodiscard]] Spec nvidia_gdfs(Format scale, int block);
/// FP64, sequential fused multiply-adds.
[[nodiscard]] Spec sfma(Format format, int k);
/// Bits of the alignment on `arch` where the instruction has no narrower one: 23, 24 or 25.
[[nodiscard]] int nvidia_width(Arch arch);
/// Questions that stay open for an FDA-family instruction.
[[nodiscard]] std::vector<OpenQuestion> nvidia_open(Arch arch, const Spec& spec);
/// "E4M3" for SASS, "e4m3" for PTX.
[[nodiscard]] std::string sass_type(Format format);
[[nodiscard]] std::string ptx_type(Format format);

}  // namespace karat
