/* SPDX-License-Identifier: Apache-2.0
 * The C ABI from C11: the header compiles, and a dot-add, a tile, a comparison and errors give the expected
 * results. */
#include <stdio.h>
#include <string.h>

#include "karat.h"

static int failures = 0;

static void expect(int good, const char *what) {
    if (good) return;
    ++failures;
    fprintf(stderr, "c_client: FAILED: %s (last error: %s)\n", what, karat_last_error());
}

static void dot_adds(karat_model *model) {
    uint64_t a[16], b[16], d = 0;
    karat_dot_operands in = {{a, 16}, {b, 16}, {NULL, 0}, {NULL, 0}, 0x3F800000u, {NULL, 0}};
    char trace[8192];
    size_t length = 0;
    for (int i = 0; i < 16; ++i) a[i] = b[i] = 0x4000u; /* 2 */
    expect(karat_dot_add(model, &in, &d) == KARAT_OK && d == 0x42820000u, "16 * 2 * 2 + 1 is 65");
    expect(karat_get_trace(model, &in, trace, sizeof trace, &length) == KARAT_OK && trace[0] == '{' &&
               strlen(trace) == length,
           "trace");
    a[3] = 0x10000u;
    expect(karat_dot_add(model, &in, &d) == KARAT_BAD_OPERAND && strstr(karat_last_error(), "a[3]") != NULL,
           "an encoding that is too wide");
    in.a.count = 3;
    expect(karat_dot_add(model, &in, &d) == KARAT_BAD_OPERAND, "too few elements");
    expect(d == 0x42820000u, "a failed call leaves the result unchanged");
}

static void tiles(karat_model *model) {
    uint16_t a[2 * 16], b[16 * 3];
    uint32_t c[2 * 3], d[2 * 3];
    karat_tile_operands in = {2,
                              3,
                              {a, sizeof a, 0, 0},
                              {b, sizeof b, 0, 1},
                              {c, sizeof c, 0, 0},
                              {NULL, 0, 0, 0},
                              {NULL, 0, 0, 0},
                              {NULL, 0, 0, 0}};
    const karat_result result = {d, sizeof d, 0, 0};
    const karat_matrix got = {d, sizeof d, 0, 0};
    karat_comparison comparison;
    char report[4096];
    for (int i = 0; i < 2 * 16; ++i) a[i] = i < 16 ? 0x3C00u : 0x4000u; /* 1, then 2 */
    for (int i = 0; i < 16 * 3; ++i) b[i] = 0x3C00u;
    for (int i = 0; i < 2 * 3; ++i) c[i] = 0;
    expect(karat_tile(model, &in, &result) == KARAT_OK, "tile");
    expect(d[0] == 0x41800000u && d[2] == 0x41800000u && d[3] == 0x42000000u && d[5] == 0x42000000u,
           "16 and 32");
    expect(karat_compare(model, 0, &in, &got, NULL, &comparison, report, sizeof report, NULL) == KARAT_OK,
           "a correct tile");
    expect(comparison.lanes == 6 && comparison.mismatches == 0, "six lanes");
    d[4] ^= 1u;
    expect(karat_compare(model, 7, &in, &got, NULL, &comparison, report, sizeof report, NULL) ==
               KARAT_MISMATCH,
           "a wrong tile");
    expect(comparison.mismatches == 1 && comparison.m == 1 && comparison.n == 1 &&
               comparison.got == 0x42000001u,
           "the wrong lane");
    expect(strncmp(report, "mismatch: tile 7, lane (1,1)\n", 29) == 0, "the report's first line");
    in.a.bytes -= 1;
    expect(karat_tile(model, &in, &result) == KARAT_BAD_OPERAND, "a matrix that is too short");
}

/* 2:4: the metadata selects elements 1 and 3 of the first four of B, and 2 and 0 of the others. */
static void sparse_tile(void) {
    const uint16_t a[4] = {0x3C00u, 0x4000u, 0x4200u, 0x4400u}; /* 1, 2, 3, 4 */
    const uint16_t b[8] = {0x4900u, 0x4D00u, 0x4F80u, 0x5100u,  /* 10, 20, 30, 40 */
                           0x3C00u, 0x4000u, 0x4400u, 0x4800u}; /* 1, 2, 4, 8 */
    const uint32_t c = 0x3F000000u;                             /* 0.5 */
    uint8_t metadata = 0x2Du;                                   /* 0xd, then 0x2 */
    uint32_t d = 0;
    karat_tile_operands in = {0, 0, {a, sizeof a, 0, 0}, {b, sizeof b, 0, 1}, {&c, sizeof c, 0, 0},
                              {NULL, 0, 0, 0}, {NULL, 0, 0, 0}, {&metadata, sizeof metadata, 0, 0}};
    const karat_result result = {&d, sizeof d, 0, 0};
    karat_model *model = NULL;
    const char *const spec =
        "{\"karat_spec\": 1, \"algorithm\": \"fda\", \"k\": 4, \"metadata\": \"2:4\"}";
    expect(karat_open_spec(spec, &model) == KARAT_OK, "open a sparse model");
    expect(karat_tile(model, &in, &result) == KARAT_OK && d == 0x42E90000u,
           "20 + 80 + 12 + 4 + 0.5 is 116.5");
    metadata = 0x5Du;
    expect(karat_tile(model, &in, &result) == KARAT_BAD_OPERAND &&
               strstr(karat_last_error(), "metadata: row 0, element 1: 0x5 is not allowed") != NULL,
           "the same index twice");
    in.metadata.data = NULL;
    expect(karat_tile(model, &in, &result) == KARAT_BAD_OPERAND, "no metadata");
    expect(d == 0x42E90000u && karat_close(model) == KARAT_OK, "a failed tile writes nothing");
}

/* The largest number of fp16 doubled: overflow, and inexact. A unit that does not raise overflow. */
static void flags(void) {
    const uint16_t a = 0x7BFFu, b = 0x4000u, c = 0;
    uint8_t raised = 0, wrong = 0;
    const uint8_t got = KARAT_INEXACT;
    char report[64];
    const karat_tile_operands in = {1, 1, {&a, 2, 0, 0}, {&b, 2, 0, 1}, {&c, 2, 0, 0},
                                    {NULL, 0, 0, 0}, {NULL, 0, 0, 0}, {NULL, 0, 0, 0}};
    const karat_flag_port port = {15, 0, 0, KARAT_TINY_DEFAULT, 0};
    const karat_result to = {&raised, 1, 0, 0}, mask = {&wrong, 1, 0, 0};
    const karat_matrix seen = {&got, 1, 0, 0};
    karat_flag_comparison comparison;
    karat_model *model = NULL;
    const char *const spec = "{\"karat_spec\": 1, \"algorithm\": \"exact\", \"a\": \"fp16\", "
                             "\"b\": \"fp16\", \"c\": \"fp16\", \"d\": \"fp16\", \"k\": 1}";
    expect(karat_open_spec(spec, &model) == KARAT_OK, "open a model with flags");
    expect(karat_tile_flags(model, &in, &port, &to) == KARAT_OK && raised == (KARAT_OVERFLOW | KARAT_INEXACT),
           "overflow and inexact");
    expect(karat_compare_flags(model, 7, &in, &port, &seen, NULL, NULL, &mask, &comparison, report,
                               sizeof report, NULL) == KARAT_MISMATCH,
           "a flag that is not raised");
    expect(wrong == KARAT_OVERFLOW && comparison.missing == KARAT_OVERFLOW && comparison.without_cause == 0,
           "which one");
    expect(strncmp(report, "wrong flags: tile 7, lane (0,0): expected overflow, inexact; ", 61) == 0,
           "its report");
    expect(karat_close(model) == KARAT_OK, "close a model with flags");
}

int main(void) {
    karat_model *model = NULL;
    karat_shape shape;
    char text[32];
    size_t length = 0;
    expect(karat_abi_version() == KARAT_ABI_VERSION, "the library's ABI version is the header's");
    expect(strcmp(karat_last_error(), "") == 0, "no error before any call failed");
    expect(karat_open_instruction("Hopper", "HMMA.16816.F99", &model) == KARAT_BAD_NAME && model == NULL,
           "an unknown instruction");
    expect(karat_open_instruction("Hopper", "HMMA.16816.F32", &model) == KARAT_OK, "open");
    expect(karat_get_shape(model, &shape) == KARAT_OK && shape.m == 16 && shape.n == 8 && shape.k == 16 &&
               shape.a_bits == 16,
           "shape");
    dot_adds(model);
    tiles(model);
    sparse_tile();
    flags();
    expect(karat_set_knob(model, "F", "24") == KARAT_OK, "set a knob");
    expect(karat_get_knob(model, "F", text, sizeof text, &length) == KARAT_OK && length == 2 &&
               strcmp(text, "24") == 0,
           "get a knob");
    expect(karat_set_knob(model, "F", "many") == KARAT_BAD_SPEC, "a wrong value");
    expect(strcmp(karat_status_name(KARAT_BAD_SPEC), "KARAT_BAD_SPEC") == 0, "the name of a status");
    expect(karat_close(model) == KARAT_OK, "close");
    expect(karat_close(model) == KARAT_BAD_HANDLE, "close twice");
    expect(karat_close((karat_model *)0x1234) == KARAT_BAD_HANDLE, "an invented handle");
    if (failures == 0)
        printf("c_client: karat %s, ABI %u: all good\n", karat_version(), (unsigned)karat_abi_version());
    return failures == 0 ? 0 : 1;
}
