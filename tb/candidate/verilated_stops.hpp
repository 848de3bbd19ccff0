// SPDX-License-Identifier: Apache-2.0
// Replaces Verilator's handlers for $finish, $stop and fatal errors. The originals abort on $stop, $fatal and
// a combinational loop, and exit with status 0 on a second $finish. A check would then end without a report,
// or look as if it had passed. Active if the build defines VL_USER_FINISH, VL_USER_STOP and VL_USER_FATAL.
// Include this header in exactly one source of a program.
#pragma once
#if defined(VL_USER_FINISH) && defined(VL_USER_STOP) && defined(VL_USER_FATAL)
#include <verilated.h>

#include <cstdio>
#include <stdexcept>

void vl_finish(const char* file, int line, const char* /*scope*/) VL_MT_UNSAFE {
    if (!Verilated::threadContextp()->gotFinish()) std::fprintf(stderr, "  %s:%d: $finish\n", file, line);
    Verilated::threadContextp()->gotFinish(true);
}

void vl_stop(const char* file, int line, const char* /*scope*/) VL_MT_UNSAFE {
    if (!Verilated::threadContextp()->gotFinish())
        std::fprintf(stderr, "  %s:%d: $stop, $fatal or a failed assertion\n", file, line);
    Verilated::threadContextp()->gotError(true);
    Verilated::threadContextp()->gotFinish(true);
}

// Evaluation cannot continue. Verilator's loop would not end after a plain return, hence the exception.
void vl_fatal(const char* file, int line, const char* /*scope*/, const char* message) VL_MT_UNSAFE {
    Verilated::threadContextp()->gotError(true);
    Verilated::threadContextp()->gotFinish(true);
    std::fprintf(stderr, "  %s:%d: %s\n", file, line, message);
    throw std::runtime_error(message);
}
#endif
