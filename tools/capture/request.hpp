// SPDX-License-Identifier: Apache-2.0
// A dot-add as the kernels see it: operands packed along k into words, lowest k in the lowest bits.
#pragma once
#include <cstdint>

namespace capture {

struct Request {
    std::uint32_t a[32];    ///< a row of A
    std::uint32_t b[32];    ///< a column of B
    std::uint32_t scale_a;  ///< up to four scale factors, lowest k in the lowest byte
    std::uint32_t scale_b;
    std::uint32_t metadata[2];  ///< a digit for each group, lowest k in the lowest bits
    std::uint32_t c[2], d[2];   ///< two words for fp64
    std::uint32_t executed;     ///< set by the kernel; stays 0 if it was not compiled for this device
    std::uint32_t unused;
};

}  // namespace capture
