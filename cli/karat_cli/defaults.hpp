// SPDX-License-Identifier: Apache-2.0
// Defaults that differ between the algorithms of a comparison, and would otherwise change it unnoticed.
#pragma once
#include <string>
#include <vector>

#include "karat/recipe/spec.hpp"

namespace karat::cli {

/// A line for each such default: the rounding of the result where algorithms differ in it, and the groups of
/// gfda, gfdrda and gps. `rounding_option`, `group_option`: how to set them, as in "--output-rounding".
[[nodiscard]] std::vector<std::string> differing_defaults(const std::vector<Spec>& specs,
                                                          const std::string& rounding_option,
                                                          const std::string& group_option);
/// Prints them, indented.
void print_defaults(const std::vector<Spec>& specs, const std::string& rounding_option,
                    const std::string& group_option);

}  // namespace karat::cli
