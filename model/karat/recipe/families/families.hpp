// SPDX-License-Identifier: Apache-2.0
// The known arithmetics as recipes, one file per family. Knobs (recipe/spec.hpp) are shorthand for these
// recipes.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

/// The recipe that a specification stands for. Precondition: validate(spec) passes.
[[nodiscard]] Recipe expand(const Spec& spec);

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
/// cdna3.cpp: CDNA3's FDRDA, or GFDRDA for 8-bit operands; a chain if terms < k.
[[nodiscard]] Spec cdna3_spec(Format a, Format b, int k, int terms);

// Arithmetics that knobs cannot describe, as complete recipes.

/// riscv.cpp: RVBNA on k products, c and d fp32.
[[nodiscard]] Recipe rvbna(Format a, Format b, int k);

enum class Wave : std::uint8_t { w32, w64 };
/// rdna4.cpp: `input` is fp16 or bf16; `output`, the format of c and d, is fp32 or the same as `input`.
[[nodiscard]] Recipe rdna4_wmma(Format input, Format output, Wave wave);
[[nodiscard]] Recipe rdna4_dot2(Format input);

}  // namespace families
}  // namespace karat
