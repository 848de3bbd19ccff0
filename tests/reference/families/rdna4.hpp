// SPDX-License-Identifier: Apache-2.0
//
// AMD RDNA4 (gfx1201): v_wmma_{f32,f16,bf16}_16x16x16_{f16,bf16} and v_dot2_f32_{f16,bf16}, written
// independently of the model. self_check_rdna4.cpp replays recorded outputs against it.

#pragma once

#include <cstdint>
#include <span>

#include "reference/encoding.hpp"

namespace reference {

enum class Wave { w32, w64 };

// One element of d: 16 products in four steps. `input` is fp16 or bf16. `output` is the format of c and d:
// fp32 or the same as `input`.
std::uint64_t rdna4_wmma(const Format& input, const Format& output, Wave wave,
                         std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, std::uint64_t c);

// Two products and an fp32 c in one step.
std::uint64_t rdna4_dot2(const Format& input, std::span<const std::uint64_t> a,
                         std::span<const std::uint64_t> b, std::uint64_t c);

}  // namespace reference
