// SPDX-License-Identifier: Apache-2.0
// Compiled together with one Verilated model (`verilator --prefix Vcandidate`). The build may define KARAT_M
// and KARAT_N, the number of lanes; if it does not, the user gives them when running the check. It may define
// KARAT_MODE_BITS, the width of mode_i; if it does not, that is the number of bits in which Verilator stores
// the port.
#include <verilated.h>
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif

#include <cstring>
#include <memory>
#include <vector>

#include "Vcandidate.h"
#include "karat_candidate.h"
#include "required_ports.hpp"
#include "verilated_stops.hpp"

#ifndef KARAT_M
#define KARAT_M 0
#endif
#ifndef KARAT_N
#define KARAT_N 0
#endif

namespace {

// Verilator represents a port of up to 64 bits as a machine word, and a wider one as an array of 32-bit
// words.
template <class Port>
void put(Port& port, const uint32_t* words) {
    std::memcpy(&port, words, sizeof(Port));
}
template <class Port>
void get(const Port& port, uint32_t* words) {
    std::memcpy(words, &port, sizeof(Port));
}

// The scale, metadata, mode, flags and events ports are optional: the first overload is viable only if the
// design has them.
template <class Top>
auto put_scales(Top& top, const karat_candidate_cycle& io, int)
    -> decltype(top.scale_a_i, top.scale_b_i, void()) {
    put(top.scale_a_i, io.scale_a);
    put(top.scale_b_i, io.scale_b);
}
template <class Top>
void put_scales(Top& /*top*/, const karat_candidate_cycle& /*io*/, long) {}

template <class Top>
auto scale_bytes(Top& top, karat_candidate_ports& ports, int)
    -> decltype(top.scale_a_i, top.scale_b_i, void()) {
    ports.scale_a_bytes = sizeof(top.scale_a_i);
    ports.scale_b_bytes = sizeof(top.scale_b_i);
}
template <class Top>
void scale_bytes(Top& /*top*/, karat_candidate_ports& /*ports*/, long) {}

template <class Top>
auto put_metadata(Top& top, const karat_candidate_cycle& io, int) -> decltype(top.metadata_i, void()) {
    put(top.metadata_i, io.metadata);
}
template <class Top>
void put_metadata(Top& /*top*/, const karat_candidate_cycle& /*io*/, long) {}

template <class Top>
auto metadata_bytes(Top& top, karat_candidate_ports& ports, int) -> decltype(top.metadata_i, void()) {
    ports.metadata_bytes = sizeof(top.metadata_i);
}
template <class Top>
void metadata_bytes(Top& /*top*/, karat_candidate_ports& /*ports*/, long) {}

template <class Top>
auto put_mode(Top& top, const karat_candidate_cycle& io, int) -> decltype(top.mode_i, void()) {
    put(top.mode_i, &io.mode);
}
template <class Top>
void put_mode(Top& /*top*/, const karat_candidate_cycle& /*io*/, long) {}

template <class Top>
auto mode_bits(Top& top, int) -> decltype(top.mode_i, uint32_t()) {
    static_assert(sizeof(top.mode_i) <= 4, "mode_i of TOP has more than 32 bits");
#ifdef KARAT_MODE_BITS
    static_assert(KARAT_MODE_BITS <= 8 * sizeof(top.mode_i), "mode_i of TOP has fewer bits than MODE_BITS");
    return KARAT_MODE_BITS;
#else
    return 8 * sizeof(top.mode_i);
#endif
}
template <class Top>
uint32_t mode_bits(Top& /*top*/, long) {
    return 0;
}

template <class Top>
auto get_flags(const Top& top, karat_candidate_cycle& io, int) -> decltype(top.flags_o, void()) {
    if (io.flags != nullptr) get(top.flags_o, io.flags);
}
template <class Top>
void get_flags(const Top& /*top*/, karat_candidate_cycle& /*io*/, long) {}

template <class Top>
auto flags_bytes(const Top& top, int) -> decltype(top.flags_o, uint32_t()) {
    return sizeof(top.flags_o);
}
template <class Top>
uint32_t flags_bytes(const Top& /*top*/, long) {
    return 0;
}

template <class Top>
auto get_events(const Top& top, karat_candidate_cycle& io, int) -> decltype(top.events_o, void()) {
    io.events = top.events_o;
}
template <class Top>
void get_events(const Top& /*top*/, karat_candidate_cycle& /*io*/, long) {}

template <class Top>
auto has_events(const Top& top, int) -> decltype(top.events_o, uint32_t()) {
    return 1;
}
template <class Top>
uint32_t has_events(const Top& /*top*/, long) {
    return 0;
}

// A template, so that no member is instantiated for a top module that lacks a port.
template <class Top>
struct Candidate {
    VerilatedContext context;
    std::unique_ptr<Top> top;
    bool failed = false;
#if VM_TRACE_FST
    std::unique_ptr<VerilatedFstC> waves;
#endif

    explicit Candidate(const karat_candidate_options& options) {
        const char* const path = options.waves;
        std::vector<const char*> words{"candidate"};  // the name of the program comes first
        words.insert(words.end(), options.plusargs, options.plusargs + options.plusarg_count);
        context.commandArgs(static_cast<int>(words.size()), words.data());
        context.traceEverOn(path != nullptr);
        top.reset(new Top(&context, "candidate"));
#if VM_TRACE_FST
        if (path != nullptr) {
            waves.reset(new VerilatedFstC);
            top->trace(waves.get(), 99);
            waves->open(path);
        }
#endif
    }
    ~Candidate() {
        if (!failed) top->final();
#if VM_TRACE_FST
        if (waves) waves->close();
#endif
        Verilated::threadContextp(&context);  // its scopes leave that one, and another model may have set it
    }

    void dump(bool wanted) {
#if VM_TRACE_FST
        if (wanted && waves) waves->dump(context.time());
#else
        (void)wanted;
#endif
    }

    // A failed evaluation cannot be resumed: from then on there is no answer, and `finished` stays set.
    void cycle(karat_candidate_cycle& io) {
        io.ready_out = io.valid_out = io.events = 0;
        io.finished = KARAT_CANDIDATE_FAILED;
        if (failed) return;
        try {
            evaluate(io);
        } catch (const std::exception&) {
            failed = true;
        }
    }

    void evaluate(karat_candidate_cycle& io) {
        top->clk_i = 0;
        top->rst_ni = io.rst_n != 0;
        top->valid_i = io.valid_in != 0;
        top->ready_i = io.ready_in != 0;
        put_mode(*top, io, 0);
        if (io.valid_in != 0) {
            put(top->a_i, io.a);
            put(top->b_i, io.b);
            put(top->c_i, io.c);
            put_scales(*top, io, 0);
            put_metadata(*top, io, 0);
        }
        top->eval();
        dump(io.dump != 0);
        io.ready_out = top->ready_o;
        io.valid_out = top->valid_o;
        get_events(*top, io, 0);
        if (io.valid_out != 0) {
            get(top->d_o, io.d);
            get_flags(*top, io, 0);
        }
        context.timeInc(1);
        top->clk_i = 1;
        top->eval();
        dump(io.dump != 0);
        context.timeInc(1);
        io.finished = context.gotError()    ? KARAT_CANDIDATE_STOPPED
                      : context.gotFinish() ? KARAT_CANDIDATE_FINISHED
                                            : 0;
    }
};

template <class Top>
int open_candidate(karat_candidate* out, const karat_candidate_options& options,
                   std::true_type /*has the ports*/) {
    try {
        auto* self = new Candidate<Top>(options);
        Top& top = *self->top;
        out->ports = {KARAT_CANDIDATE_ABI,
                      KARAT_M,
                      KARAT_N,
                      sizeof(top.a_i),
                      sizeof(top.b_i),
                      sizeof(top.c_i),
                      sizeof(top.d_o),
                      0,
                      0,
                      VM_TRACE_FST,
                      0,
                      mode_bits(top, 0),
                      flags_bytes(top, 0),
                      has_events(top, 0)};
        scale_bytes(top, out->ports, 0);
        metadata_bytes(top, out->ports, 0);
        out->self = self;
        out->cycle = [](void* object, karat_candidate_cycle* io) {
            static_cast<Candidate<Top>*>(object)->cycle(*io);
        };
        out->close = [](void* object) { delete static_cast<Candidate<Top>*>(object); };
        return 0;
    } catch (...) {
        return 1;
    }
}
template <class Top>
int open_candidate(karat_candidate* /*out*/, const karat_candidate_options& /*options*/,
                   std::false_type /*has the ports*/) {
    return 1;
}

}  // namespace

extern "C" int karat_candidate_open(karat_candidate* out, const karat_candidate_options* options) {
    return open_candidate<Vcandidate>(out, *options,
                                      std::integral_constant<bool, required_ports::all<Vcandidate>()>());
}
