// SPDX-License-Identifier: Apache-2.0
// The known arithmetics as recipes, a file a family. Knobs (recipe/spec.hpp) are shorthand for these.
#pragma once
#include "karat/recipe/recipe.hpp"

namespace karat {

/// The recipe that a specification stands for. Precondition: validate(spec) passes.
[[nodiscard]] Recipe expand(const Spec& spec);

namespace families {

// Each gives the `result` of the recipe; expand() adds the operands.
[[nodiscard]] Expression fda(const Spec& spec);     ///< fused.cpp: FDA, CoFDA, fused with sticky
[[nodiscard]] Expression sda(const Spec& spec);     ///< separated.cpp: SDA
[[nodiscard]] Expression gfda(const Spec& spec);    ///< grouped.cpp: GFDA, GDFS
[[nodiscard]] Expression fdrda(const Spec& spec);   ///< cdna3.cpp: FDRDA, CoFDRDA
[[nodiscard]] Expression gfdrda(const Spec& spec);  ///< cdna3.cpp: GFDRDA, CoGFDRDA
[[nodiscard]] Expression gps(const Spec& spec);     ///< tree.cpp: GPS, adder trees of rounded operations
[[nodiscard]] Expression muladd(const Spec& spec);  ///< sequential.cpp: MULADD
[[nodiscard]] Expression fma(const Spec& spec);     ///< sequential.cpp: FMA, SFMA
[[nodiscard]] Expression exact(const Spec& spec);   ///< exact.cpp: the correctly rounded result

// Those that no knobs describe are whole recipes.

/// riscv.cpp: RVBNA on k products, c and d fp32.
[[nodiscard]] Recipe rvbna(Format a, Format b, int k);

enum class Wave : std::uint8_t { w32, w64 };
/// rdna4.cpp: `input` fp16 or bf16; `output`, of c and d, fp32 or the same as `input`.
[[nodiscard]] Recipe rdna4_wmma(Format input, Format output, Wave wave);
[[nodiscard]] Recipe rdna4_dot2(Format input);

}  // namespace families
}  // namespace karat
