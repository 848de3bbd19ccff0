// SPDX-License-Identifier: Apache-2.0
// RISC-V, draft extensions Zvbdota and Zvqbdota: bulk-normalised dot products of bf16 and of FP8. Draft:
// names and rules may change.
#include <array>

#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {
namespace {

constexpr std::array kLengths{4, 8, 16, 32, 64};

void push(std::vector<Instruction>& all, const std::string& name, Format a, Format b) {
    for (const int k : kLengths) {
        all.push_back({Arch::RISCV,
                       name + ".k" + std::to_string(k),
                       {},
                       {1, 1, k, 1},
                       spec_of(families::rvbna(a, b, k))});
        all.back().draft = true;
    }
}

}  // namespace

void add_riscv(std::vector<Instruction>& all) {
    push(all, "vfwbdot.vv.bf16", Format::bf16, Format::bf16);
    for (const Format a : {Format::e4m3, Format::e5m2}) {
        for (const Format b : {Format::e4m3, Format::e5m2})
            push(all, "vfqbdot.vv." + std::string(name_of(a)) + "." + std::string(name_of(b)), a, b);
    }
}

}  // namespace karat
