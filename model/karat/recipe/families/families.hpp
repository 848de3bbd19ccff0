// SPDX-License-Identifier: Apache-2.0
// The known arithmetics as recipes, one file per family. Knobs (recipe/spec.hpp) are shorthand for these
// recipes.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

/// The recipe that a specification stands for. Precondition: validate(spec) passes.
[[nodiscard]] Recipe expand(const Spec& spec);
/// Its operands alone.
[[nodiscard]] OperandRules operands_of(const Spec& spec);

namespace families {

// Each function returns the `result` of the recipe; expand() adds the operands.
[[nodiscard]] Expression fda(const Spec& spec);     ///< fused.cpp: FDA, CoFDA, fused with sticky
[[nodiscard]] Expression sda(const Spec& spec);     ///< separated.cpp: SDA
[[nodiscard]] Expression gfda(const Spec& spec);    ///< grouped.cpp: GFDA, GDFS
[[nodiscard]] Expression fdrda(const Spec& spec);   ///< cdna3.cpp: FDRDA, CoFDRDA
[[nodiscard]] Expression gfdrda(const Spec& spec);  ///< cdna3.cpp: GFDRDA, CoGFDRDA
[[nodiscard]] Expression gps(const Spec& spec);     ///< tree.cpp: GPS, adder trees of rounded operations
[[nodiscard]] Expression muladd(const Spec& spec);  ///< sequential.cpp: MULADD
[[nodiscard]] Expression fma(const Spec& spec);     ///< sequential.cpp: FMA, SFMA
[[nodiscard]] Expression exact(const Spec& spec);   ///< exact.cpp: the correctly rounded result

// Specifications of the published arithmetics. Rows of the registry start from these.

/// tree.cpp: GPS with groups of `group` products, all roundings to nearest even; c and d fp32.
[[nodiscard]] Spec gps_spec(Format input, int k, int group);
/// grouped.cpp: GDFS with groups of 16 products and a scale factor for each `block` products.
[[nodiscard]] Spec gdfs_spec(Format input, int k, Format scale, int block);
/// exact.cpp: integers, added exactly to an int32 c; `overflow` is wrap or saturate.
[[nodiscard]] Spec integer_spec(Format a, Format b, int k, Overflow overflow);
/// cdna3.cpp: CDNA3's FDRDA, or GFDRDA for 8-bit operands; a chain if terms < k.
[[nodiscard]] Spec cdna3_spec(Format a, Format b, int k, int terms);

// Arithmetics that knobs cannot describe, as complete recipes.

/// riscv.cpp: RVBNA on k products, c and d fp32.
[[nodiscard]] Recipe rvbna(Format a, Format b, int k);

// RDNA: `input` is fp16 or bf16; `output`, the format of c and d, is fp32 or the same as `input`.

enum class Wave : std::uint8_t { w32, w64 };
[[nodiscard]] Recipe rdna4_wmma(Format input, Format output, Wave wave);  ///< rdna4.cpp
[[nodiscard]] Recipe rdna4_dot2(Format input, Format output);
[[nodiscard]] Recipe rdna3_wmma(Format input, Format output);  ///< rdna3.cpp
[[nodiscard]] Recipe rdna3_dot2(Format input, Format output);

[[nodiscard]] Recipe vdpbf16ps();                         ///< x86.cpp
[[nodiscard]] Recipe amx(Format input, int k);            ///< x86.cpp: bf16 or fp16; k is even
[[nodiscard]] Recipe amx_fp8(Format a, Format b, int k);  ///< x86.cpp: e5m2, e4m3; k is a multiple of 4

/// arm.cpp. `ebf`: FPCR.EBF is 1.
[[nodiscard]] Recipe arm_bfdot(bool ebf);
[[nodiscard]] Recipe arm_bfmmla(bool ebf);
[[nodiscard]] Recipe arm_fmopa();  ///< fp16 operands

}  // namespace families
}  // namespace karat
