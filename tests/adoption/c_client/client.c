/* SPDX-License-Identifier: Apache-2.0
 * A C program that uses an installed karat for one dot-add: 1 * 2 + 0.5 * 4 + 3 = 7. */
#include <inttypes.h>
#include <karat.h>
#include <stdio.h>

int main(void) {
    karat_model* model = NULL;
    if (karat_open_instruction("Hopper", "HMMA.1688.F32", &model) != KARAT_OK) {
        fprintf(stderr, "%s\n", karat_last_error());
        return 1;
    }
    const uint64_t a[8] = {0x3c00, 0x3800};
    const uint64_t b[8] = {0x4000, 0x4400};
    const karat_dot_operands in = {.a = {a, 8}, .b = {b, 8}, .c = 0x40400000};
    uint64_t d = 0;
    if (karat_dot_add(model, &in, &d) != KARAT_OK) {
        fprintf(stderr, "%s\n", karat_last_error());
        return 1;
    }
    printf("karat %s: d = 0x%08" PRIx64 "\n", karat_version(), d);
    return karat_close(model) == KARAT_OK && d == 0x40e00000 ? 0 : 1;
}
