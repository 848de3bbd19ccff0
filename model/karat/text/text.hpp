// SPDX-License-Identifier: Apache-2.0
// Conversion between encodings and human-readable text.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "karat/format/format.hpp"

namespace karat {

/// Hexadecimal, as wide as the format: "3f800000".
[[nodiscard]] std::string to_hex(std::uint64_t encoding, Format format);
/// The exact value: "1.5", "-0", "inf", "nan", or "0x1.6p-146" if there is no short decimal. A double
/// represents every finite value of every format exactly.
[[nodiscard]] std::string to_value_text(std::uint64_t encoding, Format format);

/// Reads an encoding in hexadecimal (with or without 0x). Throws OperandError for invalid digits or a value
/// too wide for the format.
[[nodiscard]] std::uint64_t encoding_from_hex(std::string_view text, Format format);
/// Reads user input: `0x...` is an encoding, anything else is a decimal or C99 hexadecimal number, inf or
/// nan. Throws OperandError if the text is not a number, is out of range, or is not representable in the
/// format (the message names its two neighbours).
[[nodiscard]] std::uint64_t encoding_from_value(std::string_view text, Format format);
/// The same, but a number between two floating-point values is rounded to nearest (RNE) and sets `rounded`.
/// An integer format takes only its own integers.
[[nodiscard]] std::uint64_t encoding_from_value(std::string_view text, Format format, bool& rounded);

/// The value as a double (exact); NaNs become a quiet NaN.
[[nodiscard]] double to_double(std::uint64_t encoding, Format format);

/// Distance in units in the last place: the number of steps between neighbouring representable values,
/// counted through zero. Infinity is one step beyond the largest finite value. Precondition: neither is a NaN
/// (see `is_nan`).
[[nodiscard]] std::uint64_t ulp_distance(std::uint64_t x, std::uint64_t y, Format format);
[[nodiscard]] bool is_nan(std::uint64_t encoding, Format format);

}  // namespace karat
