/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between karat and an RTL candidate. The candidate is a shared object that exports
 * karat_candidate_open(), or that function is linked into the executable that runs the check. The interface
 * hides Verilator's generated types, so that one harness can drive every candidate. */
#ifndef KARAT_CANDIDATE_H
#define KARAT_CANDIDATE_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KARAT_CANDIDATE_ABI 6u

/* The ports with which the candidate was built. Sizes are bytes of storage (1, 2, 4, 8, then multiples of 4).
 * The harness compares them with the specification. The size of a missing scale, metadata or flags port is 0.
 * m, n: lanes; 0 if the build did not specify them. */
typedef struct karat_candidate_ports {
    uint32_t abi;
    uint32_t m, n;
    uint32_t a_bytes, b_bytes, c_bytes, d_bytes, scale_a_bytes, scale_b_bytes;
    uint32_t has_waves; /* built with support for `dump` */
    uint32_t metadata_bytes;
    uint32_t mode_bits; /* width of the mode input, at most 32; 0 if there is none */
    uint32_t flags_bytes;
    uint32_t has_events; /* the adapter of a contract has the port events_o */
} karat_candidate_ports;

/* Why a design ended. FINISHED: $finish. STOPPED: $stop, $fatal or a failed assertion. FAILED: the design
 * could not be evaluated, for example because of a combinational loop. */
#define KARAT_CANDIDATE_FINISHED 1u
#define KARAT_CANDIDATE_STOPPED 2u
#define KARAT_CANDIDATE_FAILED 3u

/* What the adapter of a contract sees in a cycle; the port events_o. LIMITED: the unit could take the tile
 * that is offered, but already holds as many as the contract's depth. BETWEEN: the unit has taken some
 * transfers of a tile, but not all. AGAIN: the unit takes a load, and no tile came after the load before.
 * TAG: a tile goes to the unit; its tag is in the bits from KARAT_EVENT_TAG_AT on. */
#define KARAT_EVENT_LIMITED 1u
#define KARAT_EVENT_BETWEEN 2u
#define KARAT_EVENT_AGAIN 4u
#define KARAT_EVENT_TAG 8u
#define KARAT_EVENT_TAG_AT 4u

/* One clock cycle. The testbench drives the inputs before the rising edge and samples the outputs just before
 * it. Operands are packed like the ports: element i is at bits [(i+1)W-1 : iW] of an array of 32-bit words,
 * the least significant word first. i = m*K+k for a, n*K+k for b (2K with metadata),
 * m*N+n for c and d. */
typedef struct karat_candidate_cycle {
    uint32_t rst_n, valid_in, ready_in;
    uint32_t dump; /* record this cycle's waves */
    const uint32_t* a;
    const uint32_t* b;
    const uint32_t* c;
    const uint32_t* scale_a; /* element m*S+s, S = K / block; read only if the port exists */
    const uint32_t* scale_b;
    uint32_t ready_out, valid_out;
    uint32_t finished;        /* 0, or why the design ended: one of the codes above */
    uint32_t* d;              /* written only if valid_out is 1 */
    uint32_t* d_unknown;      /* bits of d that are X or Z; not written by a two-state design, so all 0 */
    const uint32_t* metadata; /* element m*G+g of 4 bits, G groups; read only if the port exists */
    uint32_t mode;   /* of the tile that is offered, or offered next; driven in every cycle, in reset too */
    uint32_t* flags; /* 4 bits per element: invalid, overflow, underflow, inexact. Written with d, if the port
                      * exists. Element m*N+n, or one element for the tile */
    uint32_t events; /* KARAT_EVENT_... of the cycle, in reset too; 0 without the port */
} karat_candidate_cycle;

typedef struct karat_candidate {
    karat_candidate_ports ports;
    void* self;
    void (*cycle)(void* self, karat_candidate_cycle* cycle);
    void (*close)(void* self);
} karat_candidate;

typedef struct karat_candidate_options {
    const char* waves;           /* path of the FST file for dumped cycles, or NULL */
    const char* const* plusargs; /* as the design sees them: "+fault=1" */
    uint32_t plusarg_count;
} karat_candidate_options;

/* Creates the model and fills `out`. Returns 0, or 1 if the model could not be created. */
int karat_candidate_open(karat_candidate* out, const karat_candidate_options* options);
typedef int (*karat_candidate_open_fn)(karat_candidate* out, const karat_candidate_options* options);

#ifdef __cplusplus
}
#endif
#endif
