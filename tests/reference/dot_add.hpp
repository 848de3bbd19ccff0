// SPDX-License-Identifier: Apache-2.0
//
// d = c + sum over k of a_k * b_k, as specified in docs/reference/knobs.md. This is the second, independent
// implementation that the tests compare the model with. It shares no code with the model. It is written
// to be read beside docs/reference/knobs.md, not for speed.
#pragma once

#include <cstdint>
#include <span>

#include "reference/params.hpp"

namespace reference {

// The encoding of d. `a` and `b` have params.k elements. `scale_a` and `scale_b` have
// params.k / params.scale_block elements if there are scales, and are ignored otherwise.
// Throws std::invalid_argument for a knob value that docs/reference/knobs.md does not define. Does not check
// whether a combination of knobs makes sense.
std::uint64_t dot_add(const Params& params, std::span<const std::uint64_t> a,
                      std::span<const std::uint64_t> b, std::span<const std::uint64_t> scale_a,
                      std::span<const std::uint64_t> scale_b, std::uint64_t c);

}  // namespace reference
