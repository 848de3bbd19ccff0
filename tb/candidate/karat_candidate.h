/* SPDX-License-Identifier: Apache-2.0 */
/* The interface between karat and one RTL candidate: a shared object that exports karat_candidate_open(), or the same function linked
 * into the check's own executable. It hides Verilator's generated types, so that one harness drives every candidate. */
#ifndef KARAT_CANDIDATE_H
#define KARAT_CANDIDATE_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KARAT_CANDIDATE_ABI 2u

/* The ports as the candidate was built. Sizes are bytes of storage (1, 2, 4, 8, then multiples of 4), which the harness holds against the
 * specification; 0 for a scale port that the design has not. m, n: lanes, or 0 where only the user knows. */
typedef struct karat_candidate_ports {
    uint32_t abi;
    uint32_t m, n;
    uint32_t a_bytes, b_bytes, c_bytes, d_bytes, scale_a_bytes, scale_b_bytes;
    uint32_t has_waves; /* built so that `dump` works */
} karat_candidate_ports;

/* $finish; $stop, $fatal or a failed assertion; the evaluation itself failed, as in a combinational loop. */
#define KARAT_CANDIDATE_FINISHED 1u
#define KARAT_CANDIDATE_STOPPED 2u
#define KARAT_CANDIDATE_FAILED 3u

/* One clock cycle. Inputs are what the testbench drives before the rising edge; outputs are what it samples just before it.
 * Operands are packed like the ports: element i at bits [(i+1)W-1 : iW] of little-endian 32-bit words; i = m*K+k, n*K+k, m*N+n. */
typedef struct karat_candidate_cycle {
    uint32_t rst_n, valid_in, ready_in;
    uint32_t dump; /* record this cycle's waves */
    const uint32_t* a;
    const uint32_t* b;
    const uint32_t* c;
    const uint32_t* scale_a; /* element m*S+s, S = K / block; read only if the design has the port */
    const uint32_t* scale_b;
    uint32_t ready_out, valid_out;
    uint32_t finished;                       /* 0, or why the design will not go on: one of the codes above */
    uint32_t* d;                             /* written only while valid_out */
    uint32_t* d_unknown;                     /* bits of d that are X or Z; a two-state design leaves them as they are, 0 */
} karat_candidate_cycle;

typedef struct karat_candidate {
    karat_candidate_ports ports;
    void* self;
    void (*cycle)(void* self, karat_candidate_cycle* cycle);
    void (*close)(void* self);
} karat_candidate;

/* Fills `out`. `waves`: path of the FST file that dumped cycles go to, or NULL. Returns 0, or 1 if the model could not be made. */
int karat_candidate_open(karat_candidate* out, const char* waves);
typedef int (*karat_candidate_open_fn)(karat_candidate* out, const char* waves);

#ifdef __cplusplus
}
#endif
#endif
