// SPDX-License-Identifier: Apache-2.0
// Main of the programs that karat_add_rtl_check(... SYSTEMC) builds: karat check with a module from
// `verilator --sc` behind the transactor. The build defines KARAT_M, KARAT_N and, for a design with a mode
// input, KARAT_MODE_BITS.
#include "Vcandidate.h"
#include "check_defaults.hpp"
#include "required_ports.hpp"
#include "systemc_design.hpp"
#include "verilated_stops.hpp"

#ifndef KARAT_MODE_BITS
#define KARAT_MODE_BITS 0
#endif

namespace {

// A template, so that the checking branch is not compiled for a top module that lacks a port.
template <class Top>
int check(int argc, char** argv, const karat::cli::Arguments& defaults) {
    if constexpr (required_ports::all<Top>())
        return karat::cli::check_main(argc, argv, defaults,
                                      karat::cosim::SystemCDesign<Top>({KARAT_M, KARAT_N}, KARAT_MODE_BITS));
    else
        return 2;
}

}  // namespace

int sc_main(int argc, char** argv) {
    const auto given = check_defaults();
    const karat::cli::Arguments defaults(given.begin(), given.end());
    // a design may ask for plusargs, which Verilator refuses before this
    Verilated::commandArgs(argc, argv);
    return check<Vcandidate>(argc, argv, defaults);
}
