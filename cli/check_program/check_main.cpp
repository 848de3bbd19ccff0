// SPDX-License-Identifier: Apache-2.0
// Main of the programs that karat_add_rtl_check() builds: karat check with a design linked in. All checks of
// a project share it.
#include "check_defaults.hpp"
#include "karat_cli/check/linked_main.hpp"

int main(int argc, char** argv) {
    return karat::cli::linked_main(argc, argv, check_defaults(), karat_candidate_open);
}
