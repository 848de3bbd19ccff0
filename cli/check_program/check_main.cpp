// SPDX-License-Identifier: Apache-2.0
// The program that karat_add_rtl_check() makes: karat check with a design linked in. The build writes
// karat_check_defaults.inc: option, value,
// ... as raw strings.
#include "karat_cli/check/check_main.hpp"

int main(int argc, char** argv) {
    const karat::cli::Arguments defaults{
#include "karat_check_defaults.inc"
    };
    return karat::cli::check_main(argc, argv, defaults, karat::cli::LinkedDesign(karat_candidate_open));
}
