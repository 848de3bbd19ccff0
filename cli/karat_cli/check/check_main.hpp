// SPDX-License-Identifier: Apache-2.0
// `main` of a program that checks one design, as karat_add_rtl_check() makes it.
#pragma once
#include "karat_cli/check/check_design.hpp"

namespace karat::cli {

/// `karat check` with the design given (null: the options name it). `typed`: the arguments that the report
/// tells to repeat. Throws what main turns into one line and exit status 2.
int check(const Arguments& arguments, const Design* linked, const Arguments& typed);

/// The command line of such a program: `defaults` (--spec FILE, or --arch A --instruction I, ...), for those
/// options that argv does not give. Prints errors, returns the exit status.
int check_main(int argc, char** argv, const Arguments& defaults, const Design& design);

}  // namespace karat::cli
