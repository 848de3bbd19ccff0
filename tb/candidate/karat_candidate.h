/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between karat and one Verilated RTL candidate, a shared object that exports karat_candidate_open().
 * It hides Verilator's generated types, so that one harness drives every candidate. */
#ifndef KARAT_CANDIDATE_H
#define KARAT_CANDIDATE_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KARAT_CANDIDATE_ABI 1u

/* Tile and port widths (bits of one element), as the candidate was built. */
typedef struct karat_candidate_shape {
    uint32_t abi;
    uint32_t m, n, k;
    uint32_t aw, bw, cw, dw;
} karat_candidate_shape;

/* One clock cycle. Inputs are what the testbench drives before the rising edge; outputs are what it samples just before it.
 * Operands are packed like the ports: element i at bits [(i+1)W-1 : iW] of little-endian 32-bit words; i = m*K+k, n*K+k, m*N+n. */
typedef struct karat_candidate_cycle {
    uint32_t rst_n, valid_in, ready_in;
    const uint32_t* a;
    const uint32_t* b;
    const uint32_t* c;
    uint32_t ready_out, valid_out, finished; /* finished: the design executed $finish or $stop */
    uint32_t* d;                             /* written only while valid_out */
} karat_candidate_cycle;

typedef struct karat_candidate {
    karat_candidate_shape shape;
    void* self;
    void (*cycle)(void* self, karat_candidate_cycle* cycle);
    void (*close)(void* self);
} karat_candidate;

/* Fills `out`. Returns 0, or 1 if the model could not be made. */
int karat_candidate_open(karat_candidate* out);
typedef int (*karat_candidate_open_fn)(karat_candidate* out);

#ifdef __cplusplus
}
#endif
#endif
