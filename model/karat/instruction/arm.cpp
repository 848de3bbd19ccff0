// SPDX-License-Identifier: Apache-2.0
// Arm: BFDOT and BFMMLA (with FEAT_EBF16 and FPCR.EBF = 1: the names in .EBF), FMOPA of SME, and
// the integer products SMMLA, UMMLA and USMMLA.
#include "karat/instruction/vendors.hpp"
#include "karat/recipe/families/families.hpp"
#include "karat/recipe/own_recipe.hpp"

namespace karat {

void add_arm(std::vector<Instruction>& all) {
    for (const auto& [ebf, suffix] : {std::pair{false, ""}, {true, ".EBF"}}) {
        std::vector<OpenQuestion> open;
        if (ebf) {
            open.push_back({"rounding, flush", Evidence::documented,
                            "FPCR at its reset value: to nearest even, subnormals kept"});
        }
        all.push_back({Arch::Arm,
                       std::string("BFDOT") + suffix,
                       {},
                       {1, 1, 2, 1},
                       spec_of(families::arm_bfdot(ebf)),
                       open});
        all.push_back({Arch::Arm,
                       std::string("BFMMLA") + suffix,
                       {},
                       {2, 2, 4, 1},
                       spec_of(families::arm_bfmmla(ebf)),
                       open});
    }
    all.push_back({Arch::Arm,
                   "FMOPA.F32.F16",
                   {},
                   {1, 1, 2, 1},
                   spec_of(families::arm_fmopa()),
                   {{"rounding, flush", Evidence::documented,
                     "FPCR at its reset value: to nearest even, subnormals kept"}}});
    const auto push_mmla = [&](const char* name, Format a, Format b) {
        all.push_back({Arch::Arm, name, {}, {2, 2, 8, 1}, families::integer_spec(a, b, 8, Overflow::wrap)});
    };
    push_mmla("SMMLA", Format::int8, Format::int8);
    push_mmla("UMMLA", Format::uint8, Format::uint8);
    push_mmla("USMMLA", Format::uint8, Format::int8);
}

}  // namespace karat
