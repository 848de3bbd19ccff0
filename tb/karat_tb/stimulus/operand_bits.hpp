// SPDX-License-Identifier: Apache-2.0
// Builds encodings from their parts.
#pragma once
#include <cstdint>

#include "karat/format/format.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::tb {

/// The encoding with this exponent, clamped to the format's range, and these fraction bits. An exponent below
/// the range gives a subnormal. The magnitude is clamped to the largest finite value.
[[nodiscard]] std::uint64_t compose(const FormatInfo& f, bool negative, int exponent, std::uint64_t fraction);

/// A NaN or infinity of the format, or a large value if the format has neither. In IEEE formats about half of
/// the NaNs have a single-bit payload. `walk` counts these, so that each bit is used in turn.
[[nodiscard]] std::uint64_t any_special(const FormatInfo& f, Random& random, std::uint64_t& walk);

}  // namespace karat::tb
