/* SPDX-License-Identifier: Apache-2.0
 * Loaded before libkarat_dpi, it makes that library look like one of another version. */
#include <stdint.h>

uint32_t karat_abi_version(void);
uint32_t karat_abi_version(void) { return 99; }
