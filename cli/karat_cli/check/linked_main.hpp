// SPDX-License-Identifier: Apache-2.0
// The main function of a program that checks one Verilated design. Nothing of karat's own is included: such a
// program is compiled once for every design, and the headers of a check take seconds each time.
#pragma once
#include <span>

#include "candidate/karat_candidate.h"

namespace karat::cli {

/// check_main() of the design behind `open`. `defaults`: option, value, option, value, ...
int linked_main(int argc, char** argv, std::span<const char* const> defaults, karat_candidate_open_fn open);

}  // namespace karat::cli
