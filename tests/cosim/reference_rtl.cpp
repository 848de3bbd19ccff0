// SPDX-License-Identifier: Apache-2.0
// The reference RTL, Verilated as a SystemC module, behind the transactor: `karat check` for it. KARAT_DEFAULTS: the specification.
#include "Vcandidate.h"
#include "karat_cosim/check_main.hpp"

int sc_main(int argc, char** argv) {
    const karat::cosim::SystemCDesign<Vcandidate> design({KARAT_M, KARAT_N});
    return karat::cli::check_main(argc, argv, {KARAT_DEFAULTS}, design);
}
