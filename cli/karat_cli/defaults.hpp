// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <iostream>

#include "karat_sweep/defaults.hpp"

namespace karat::cli {

/// Prints the defaults that differ between specifications, indented. `rounding_option`, `group_option`: how
/// to set them, as in "--output-rounding".
inline void print_defaults(const std::vector<Spec>& specs, const std::string& rounding_option,
                           const std::string& group_option) {
    for (const std::string& line : sweep::differing_defaults(specs, rounding_option, group_option))
        std::cout << "  " << line << '\n';
}

}  // namespace karat::cli
