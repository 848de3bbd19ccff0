// SPDX-License-Identifier: Apache-2.0
// Text of the C ABI as a string that SystemVerilog copies.
#pragma once
#include <string>

#include "karat.h"

namespace karat::dpi {

/// Grows `text` to what `get` wants to write; on failure it becomes empty.
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
