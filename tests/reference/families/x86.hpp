// SPDX-License-Identifier: Apache-2.0
//
// x86: VDPBF16PS (AVX512-BF16) and the floating-point AMX instructions, written independently of the model.
// self_check_x86.cpp replays outputs of VDPBF16PS recorded on a Zen 4. tests/recorded/intel has AMX's.
//
// All round to nearest even whatever MXCSR says. A result below 2^-126 becomes a zero of its sign; it is
// compared after rounding to 24 bits with an unlimited exponent, so 2^-126 - 2^-150 becomes zero but
// 2^-126 - 2^-151 rounds up to 2^-126.
//
// The 16-bit forms read subnormal fp32 operands, sums included, as zeros of their sign. Their NaN is the
// first NaN of a, b and the accumulator, or of the two addends in the order they are written below, made
// quiet. Without a NaN operand, an invalid operation gives FFC00000. For AMX, Intel's text says nothing about
// it: this is what Bochs does, and a Xeon.
//
// The FP8 forms follow Intel's Instruction Set Extensions reference (ISE), 319433-057 and later. Emulators
// with an older rule, such as Bochs, differ: they round at every step of two sums, like the 16-bit forms, and
// read a subnormal BF8 operand and a subnormal c as zeros.

#pragma once

#include <cstdint>
#include <span>

#include "reference/encoding.hpp"

namespace reference {

// Two bf16 products: FMA(a0, b0, FMA(a1, b1, c)).
std::uint64_t vdpbf16ps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c);

// One element of d. Two chains of FMAs start at +0, over even k and over odd k: d = c + (even + odd). K is
// even. Subnormal bf16 operands are read as zeros, subnormal fp16 operands are kept.
std::uint64_t tdpbf16ps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c);
std::uint64_t tdpfp16ps(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c);

// TDPBF8PS, TDPHF8PS, TDPBHF8PS and TDPHBF8PS. BF8 is e5m2, HF8 is e4m3. The sum of all K products is exact
// and is converted to fp32 once: d = c + sum. K is a multiple of 4. Subnormal operands are kept, also c.
// FFC00000 is the result of any NaN in a, b or c, of 0 * infinity, and of infinities of both signs, among the
// products or between their sum and c.
std::uint64_t tdpf8ps(const Format& a_format, const Format& b_format, std::span<const std::uint64_t> a,
                      std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
