// SPDX-License-Identifier: Apache-2.0
// Compiled together with one Verilated model (`verilator --prefix Vcandidate`). The build passes the shape as
// KARAT_M, KARAT_N, KARAT_K, KARAT_AW, KARAT_BW, KARAT_CW, KARAT_DW.
#include <verilated.h>

#include <cstring>
#include <memory>

#include "Vcandidate.h"
#include "karat_candidate.h"

namespace {

// A port is a machine word up to 64 bits and an array of 32-bit words above.
template <class Port>
void put(Port& port, const uint32_t* words) {
    std::memcpy(&port, words, sizeof(Port));
}
template <class Port>
void get(const Port& port, uint32_t* words) {
    std::memcpy(words, &port, sizeof(Port));
}

struct Candidate {
    VerilatedContext context;
    std::unique_ptr<Vcandidate> top;

    Candidate() : top(new Vcandidate(&context, "candidate")) {}
    ~Candidate() { top->final(); }

    void cycle(karat_candidate_cycle& io) {
        top->clk_i = 0;
        top->rst_ni = io.rst_n != 0;
        top->valid_i = io.valid_in != 0;
        top->ready_i = io.ready_in != 0;
        if (io.valid_in != 0) {
            put(top->a_i, io.a);
            put(top->b_i, io.b);
            put(top->c_i, io.c);
        }
        top->eval();
        io.ready_out = top->ready_o;
        io.valid_out = top->valid_o;
        if (io.valid_out != 0) get(top->d_o, io.d);
        context.timeInc(1);
        top->clk_i = 1;
        top->eval();
        context.timeInc(1);
        io.finished = context.gotFinish();
    }
};

}  // namespace

extern "C" int karat_candidate_open(karat_candidate* out) {
    try {
        auto* self = new Candidate;
        out->shape = {KARAT_CANDIDATE_ABI, KARAT_M, KARAT_N, KARAT_K, KARAT_AW, KARAT_BW, KARAT_CW, KARAT_DW};
        out->self = self;
        out->cycle = [](void* object, karat_candidate_cycle* io) { static_cast<Candidate*>(object)->cycle(*io); };
        out->close = [](void* object) { delete static_cast<Candidate*>(object); };
        return 0;
    } catch (...) {
        return 1;
    }
}
