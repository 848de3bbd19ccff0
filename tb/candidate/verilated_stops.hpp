// SPDX-License-Identifier: Apache-2.0
// What a Verilated design does to its program. Verilator's own functions abort on $stop, $fatal and a
// combinational loop, and exit with status 0 on a second $finish: a check would end without a report, or as
// if it had passed. Used where the build defines VL_USER_FINISH, VL_USER_STOP and VL_USER_FATAL. To be
// included by one source of a program.
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

// The evaluation cannot go on, and where it called from would not end by itself.
void vl_fatal(const char* file, int line, const char* /*scope*/, const char* message) VL_MT_UNSAFE {
    Verilated::threadContextp()->gotError(true);
    Verilated::threadContextp()->gotFinish(true);
    std::fprintf(stderr, "  %s:%d: %s\n", file, line, message);
    throw std::runtime_error(message);
}
#endif
