// SPDX-License-Identifier: Apache-2.0
//
// RISC-V's bulk-normalised arithmetic (RVBNA, draft Zvbdota and Zvqbdota), written independently of the
// model. The alignment, the rounding of the dot product and the rounding of the addition of c are all to odd.

#pragma once

#include <cstdint>
#include <span>

#include "reference/encoding.hpp"

namespace reference {

// The fp32 encoding of c + sum over k of a_k * b_k. `a` and `b` must have the same length.
std::uint64_t rvbna(const Format& format_a, const Format& format_b, std::span<const std::uint64_t> a,
                    std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
