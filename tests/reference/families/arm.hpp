// SPDX-License-Identifier: Apache-2.0
//
// Arm's BFDOT, BFMMLA and FMOPA (fp16 to fp32), written independently of the model from Arm's pseudo-code:
// BFDotAdd, BFMatMulAdd and FPDotAdd_ZA. FPCR has its reset value, except for `ebf`. c and d are fp32, and
// a NaN d is always 7FC00000.

#pragma once

#include <cstdint>
#include <span>

namespace reference {

// c + (a0 * b0 + a1 * b1) of bf16 operands. `ebf` is FPCR.EBF. 0: each product and each sum is rounded to
// odd, and subnormals are flushed. 1: the sum of the products is rounded once to nearest even, then c is
// added and the result is rounded again; subnormals are kept.
std::uint64_t bfdot(bool ebf, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    std::uint64_t c);

// Four bf16 products: bfdot() of k = 0, 1 and c, then of k = 2, 3 and that result.
std::uint64_t bfmmla(bool ebf, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                     std::uint64_t c);

// Two fp16 products. The arithmetic is that of bfdot() with EBF = 1.
std::uint64_t fmopa_f16(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
