// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "karat/format/format.hpp"

namespace karat::probe {

/// Encodings of a nonzero operand with a simpler significand, the simplest first: the significand 1, then
/// ever more of its leading bits; then the other sign, if it is negative. The exponent stays. A NaN becomes
/// the quiet NaN, an integer the power of two at its leading bit.
[[nodiscard]] std::vector<std::uint64_t> simpler_significands(const FormatInfo& format, std::uint64_t code);

/// The encoding times 2^shift; the operand itself if the format cannot represent that exactly, and for
/// zeros, specials and integers.
[[nodiscard]] std::uint64_t shifted(const FormatInfo& format, std::uint64_t code, int shift);

/// The power of two at the lowest set bit, with the same sign; the operand itself if it is zero or special.
[[nodiscard]] std::uint64_t last_bit(const FormatInfo& format, std::uint64_t code);

/// The weight of the leading bit. Precondition: a finite nonzero number.
[[nodiscard]] int leading_exponent(const FormatInfo& format, std::uint64_t code);

[[nodiscard]] bool is_finite_nonzero(const FormatInfo& format, std::uint64_t code);

}  // namespace karat::probe
