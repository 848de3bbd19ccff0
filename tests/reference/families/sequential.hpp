// SPDX-License-Identifier: Apache-2.0
//
// gps, muladd and fma: sequences and trees of IEEE 754 operations. Each operation is rounded.
#pragma once

#include "reference/operation.hpp"

namespace reference {

// These take unpacked operands and return the encoding of d.
std::uint64_t gps(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                  const Number& c);
std::uint64_t muladd(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                     const Number& c);
std::uint64_t fma(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                  const Operand& c);

// The final rounding to d of every algorithm.
Output final_output(const Params& params);

}  // namespace reference
