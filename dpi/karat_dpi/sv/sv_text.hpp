// SPDX-License-Identifier: Apache-2.0
// Text of the C ABI in a std::string, from which SystemVerilog copies it.
#pragma once
#include <string>

#include "karat.h"

namespace karat::dpi {

/// Resizes `text` to fit and lets `get` write it; empty on failure. Returns the status of `get`.
template <class Get>
int get_text(std::string& text, Get&& get) {
    std::size_t length = 0;
    karat_status status = get(nullptr, std::size_t{0}, &length);
    if (status == KARAT_OK) {
        text.resize(length);
        status = get(text.data(), length + 1, &length);
    } else {
        text.clear();
    }
    return status;
}

}  // namespace karat::dpi
