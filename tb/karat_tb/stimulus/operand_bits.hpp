// SPDX-License-Identifier: Apache-2.0
// Encodings put together from their parts.
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::tb {

/// The encoding with this exponent (clamped to the format's range) and these fraction bits; below the range,
/// a subnormal.
[[nodiscard]] std::uint64_t compose(const FormatInfo& f, bool negative, int exponent, std::uint64_t fraction);

/// A NaN or infinity of the format; a large value where it has neither. Every other NaN has a payload of one
/// bit, each bit in its turn: `walk` counts them.
[[nodiscard]] std::uint64_t any_special(const FormatInfo& f, Random& random, std::uint64_t& walk);

}  // namespace karat::tb
