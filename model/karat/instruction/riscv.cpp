// SPDX-License-Identifier: Apache-2.0
// RISC-V, draft extension Zvbdota: bulk-normalised accumulation of bf16 dot products. Draft: names and rules
// may change.
#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {

void add_riscv(std::vector<Instruction>& all) {
    for (const int k : {4, 8, 16, 32, 64}) {
        all.push_back({Arch::RISCV,
                       "vfwbdot.vv.bf16.k" + std::to_string(k),
                       {},
                       {1, 1, k, 1},
                       spec_of(families::rvbna(Format::bf16, Format::bf16, k)),
                       Evidence::assumed,
                       "draft Zvbdota, as documented; no hardware",
                       {}});
    }
}

}  // namespace karat
