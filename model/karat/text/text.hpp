// SPDX-License-Identifier: Apache-2.0
// Encodings as text a person reads, and back.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "karat/format/format.hpp"

namespace karat {

/// Hexadecimal, as wide as the format: "3f800000".
[[nodiscard]] std::string to_hex(std::uint64_t encoding, Format format);
/// Exact value: "1.5", "-0", "inf", "nan", "0x1.6p-146" for what has no short decimal. Every finite value of
/// every format is exact in a double.
[[nodiscard]] std::string to_value_text(std::uint64_t encoding, Format format);

/// Reads an encoding in hexadecimal (with or without 0x). Throws OperandError for bad digits or a value too
/// wide for the format.
[[nodiscard]] std::uint64_t encoding_from_hex(std::string_view text, Format format);
/// Reads what a person types: `0x...` is an encoding; otherwise a decimal or C99 hexadecimal number, inf,
/// nan. The number must be a value of the format: throws OperandError if it is not (the sentence names the
/// two neighbours), if it is out of range, if it is no number.
[[nodiscard]] std::uint64_t encoding_from_value(std::string_view text, Format format);
/// The same, but a number between two values becomes the nearest one (RNE) and sets `rounded`.
[[nodiscard]] std::uint64_t encoding_from_value(std::string_view text, Format format, bool& rounded);

/// The value as a double (exact); NaNs become a quiet NaN.
[[nodiscard]] double to_double(std::uint64_t encoding, Format format);

/// Distance in units in the last place: how many representable values lie between, counting through zero.
/// Infinity is one step beyond the largest finite. Precondition: neither is NaN (see `is_nan`).
[[nodiscard]] std::uint64_t ulp_distance(std::uint64_t x, std::uint64_t y, Format format);
[[nodiscard]] bool is_nan(std::uint64_t encoding, Format format);

}  // namespace karat
