// SPDX-License-Identifier: Apache-2.0
//
// AMD RDNA3 (gfx1100): v_wmma_{f32,f16,bf16}_16x16x16_{f16,bf16} and v_dot2, written independently of the
// model. self_check_rdna3.cpp replays recorded outputs against it.

#pragma once

#include <cstdint>
#include <span>

#include "reference/encoding.hpp"

namespace reference {

// One element of d: 16 products in eight steps of two, k in order. `input` is fp16 or bf16. `output` is the
// format of c and d: fp32 or the same as `input`.
std::uint64_t rdna3_wmma(const Format& input, const Format& output, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c);

// Two products and c in one step, with the same formats.
std::uint64_t rdna3_dot2(const Format& input, const Format& output, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
