// SPDX-License-Identifier: Apache-2.0
// A program like those of karat_add_rtl_check(), around fake_candidate.cpp.
#include "karat_cli/check/linked_main.hpp"

int main(int argc, char** argv) {
    const char* const defaults[] = {"--arch", "Volta", "--instruction", "HMMA.884.F32.F32"};
    return karat::cli::linked_main(argc, argv, defaults, karat_candidate_open);
}
