// SPDX-License-Identifier: Apache-2.0
//
// RISC-V's bulk-normalised arithmetic (RVBNA, draft Zvbdota and Zvqbdota), written from ARITHMETIC section 8:
// a dot product whose alignment and whose two roundings are to odd.

#pragma once

#include <cstdint>
#include <span>

#include "encoding.hpp"

namespace reference {

// fp32 encoding of c + sum over k of a_k * b_k. `a` and `b` are of one length.
std::uint64_t rvbna(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
