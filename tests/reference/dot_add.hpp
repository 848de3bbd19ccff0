// SPDX-License-Identifier: Apache-2.0
//
// d = c + sum over k of a_k * b_k, as docs/knobs.md specifies it. This is the second, independent
// implementation that the tests compare the model with. It shares no code with the model and is written
// to be read beside docs/knobs.md, not to be fast.
#pragma once

#include <cstdint>
#include <span>

#include "params.hpp"

namespace reference {

// The encoding of d. `a` and `b` have params.k elements; `scale_a` and `scale_b` have
// params.k / params.scale_block elements where there are scales and are not looked at otherwise.
// Throws std::invalid_argument for a knob value that docs/knobs.md does not know. Whether a combination
// of knobs makes sense is not checked.
std::uint64_t dot_add(const Params& params, std::span<const std::uint64_t> a,
                      std::span<const std::uint64_t> b, std::span<const std::uint64_t> scale_a,
                      std::span<const std::uint64_t> scale_b, std::uint64_t c);

}  // namespace reference
