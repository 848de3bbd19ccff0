// SPDX-License-Identifier: Apache-2.0
// The options that a check has unless its command line says otherwise.
#pragma once
#include <cstddef>
#include <span>

/// Option, value, option, value, ..., a null pointer. karat_add_rtl_check() generates it for each check.
extern const char* const karat_check_defaults[];

inline std::span<const char* const> check_defaults() {
    std::size_t count = 0;
    while (karat_check_defaults[count] != nullptr) ++count;
    return {karat_check_defaults, count};
}
