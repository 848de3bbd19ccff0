// SPDX-License-Identifier: Apache-2.0
//
// The special encodings of AMD RDNA3 and RDNA4 results.

#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "reference/encoding.hpp"

namespace reference {

// In the format of c and d.
struct Specials {
    std::uint64_t nan_operand;
    std::uint64_t invalid;
    std::uint64_t infinity;
    std::uint64_t sign;
    std::uint64_t quiet_bit;
};

inline Specials specials_of(const Format& format) {
    if (format.name == "fp32") {
        return {0xFFC00A3D, 0xFFC00000, 0x7F800000, 0x80000000, 0x00400000};
    }
    if (format.name == "fp16") {
        return {0xFE3D, 0xFE00, 0x7C00, 0x8000, 0x0200};
    }
    if (format.name == "bf16") {
        return {0xFFFD, 0xFFC0, 0x7F80, 0x8000, 0x0040};
    }
    throw std::invalid_argument("not an output format of RDNA: " + std::string(format.name));
}

}  // namespace reference
