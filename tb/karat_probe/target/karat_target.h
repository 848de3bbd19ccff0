/* SPDX-License-Identifier: Apache-2.0 */
/* A black box as a shared library: `library:FILE.so` on karat's command line. The library exports one C
 * function, karat_target_dot_add(). karat loads the library into its own process and calls the function from
 * one thread, once for each question. A library that crashes ends karat; use a program (program:COMMAND)
 * where that matters. docs/how-to/attach-a-target.md has an example. */
#ifndef KARAT_TARGET_H
#define KARAT_TARGET_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this structure. It grows at its end only; a change of what is there is a new version. */
#define KARAT_TARGET_VERSION 1u

/* The operands of one dot-add, d = c + sum over k of a[k] * b[k]. An element is the native encoding in the
 * low bits of a word, with zeros above. Formats have the names of docs/reference/formats.md ("fp16"). All
 * pointers are valid during the call only. */
typedef struct karat_target_question {
    uint32_t version;  /* KARAT_TARGET_VERSION of the karat that asks */
    uint32_t k;        /* elements of a */
    uint32_t k_of_b;   /* elements of b: k, or 2k with metadata */
    uint32_t scales;   /* elements of scale_a and of scale_b: k / block; 0 without scale factors */
    uint32_t groups;   /* elements of metadata: k / 2 for 2:4, k for 1:2; 0 without metadata */
    uint32_t reserved; /* 0 */
    const uint64_t* a;
    const uint64_t* b;
    const uint64_t* scale_a; /* NULL without scale factors */
    const uint64_t* scale_b;
    const uint64_t* metadata; /* 4 bits each; NULL without metadata */
    uint64_t c;
    const char* a_format;
    const char* b_format;
    const char* c_format;
    const char* d_format;
    const char* scale_format;    /* NULL without scale factors */
    const char* metadata_format; /* "2:4" or "1:2"; NULL without metadata */
    const char* multiplier;      /* "product", or "xor" for b1 */
} karat_target_question;

/* Writes the encoding of d, with zeros above the bits of its format, and returns 0. Any other return value
 * refuses the question, for example because of its formats or its version; karat then stops with an error
 * that contains the value. Must not throw. */
int karat_target_dot_add(const karat_target_question* question, uint64_t* d);
typedef int (*karat_target_dot_add_fn)(const karat_target_question* question, uint64_t* d);

#ifdef __cplusplus
}
#endif
#endif
