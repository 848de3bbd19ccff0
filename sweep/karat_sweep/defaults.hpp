// SPDX-License-Identifier: Apache-2.0
// Defaults that differ between the algorithms of a comparison, and would otherwise change it unnoticed.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/spec.hpp"

namespace karat::sweep {

/// A specification of a comparison. `instruction`: the instruction that it comes from; "" for none.
struct Compared {
    std::string instruction;
    Spec spec;
};
/// The specifications whose algorithm was chosen: those without an instruction, and those of an instruction
/// that is compared under several algorithms. Any other instruction has defaults of its own.
[[nodiscard]] std::vector<Spec> chosen_specs(const std::vector<Compared>& all);

/// A line for each such default: the rounding of the result where algorithms differ in it, and the groups of
/// gfda, gfdrda and gps. `rounding_option`, `group_option`: how to set them, as in "--output-rounding".
[[nodiscard]] std::vector<std::string> differing_defaults(const std::vector<Spec>& specs,
                                                          const std::string& rounding_option,
                                                          const std::string& group_option);

}  // namespace karat::sweep
