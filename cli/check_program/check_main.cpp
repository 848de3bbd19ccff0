// SPDX-License-Identifier: Apache-2.0
// Main of the programs that karat_add_rtl_check() builds: karat check with a design linked in. The build
// generates karat_check_defaults.inc, a list of raw strings: option, value, option, value, ...
#include "karat_cli/check/linked_main.hpp"

int main(int argc, char** argv) {
    const char* const defaults[] = {
#include "karat_check_defaults.inc"
    };
    return karat::cli::linked_main(argc, argv, defaults, karat_candidate_open);
}
