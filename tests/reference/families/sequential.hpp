// SPDX-License-Identifier: Apache-2.0
//
// gps, muladd and fma: sequences and trees of IEEE 754 operations, each rounded.
#pragma once

#include "operation.hpp"

namespace reference {

// Unpacked operands in, encoding of d out.
std::uint64_t gps(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                  const Number& c);
std::uint64_t muladd(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                     const Number& c);
std::uint64_t fma(const Params& params, std::span<const Operand> a, std::span<const Operand> b,
                  const Number& c);

// The rounding to d that every algorithm ends with.
Output final_output(const Params& params);

}  // namespace reference
