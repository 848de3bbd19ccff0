// SPDX-License-Identifier: Apache-2.0
// The main function of the programs that karat_add_rtl_check() builds: each checks one design.
#pragma once
#include "karat_cli/check/check_design.hpp"

namespace karat::cli {

/// karat check of `linked`; null: the options give the design. `typed`: the arguments in the command that the
/// report prints to repeat the run. main prints what it throws as one line and exits with status 2.
int check(const Arguments& arguments, const Design* linked, const Arguments& typed);

/// Runs such a program. `defaults` (--spec FILE, or --arch A --instruction I, ...) apply to options that argv
/// does not give. Prints errors and returns the exit status.
int check_main(int argc, char** argv, const Arguments& defaults, const Design& design);

}  // namespace karat::cli
