// SPDX-License-Identifier: Apache-2.0
#include "karat_systemc/instruction_module.hpp"

int sc_main(int /*argc*/, char** /*argv*/) {
    const karat::systemc::InstructionModule hmma("hmma", "Volta", "HMMA.884.F32.F32");
    return 0;
}
