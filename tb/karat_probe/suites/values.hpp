// SPDX-License-Identifier: Apache-2.0
// Numbers as a test writes them: exact encodings, factors of a product, words for reports.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "karat/format/format.hpp"

namespace karat::probe {

/// The encoding of exactly this value; empty if the format does not have it. -0, infinities and NaNs count as
/// values.
[[nodiscard]] std::optional<std::uint64_t> exact_encoding(double value, Format format);

/// Whether the format has this value as a normal number, or as zero. Every integer is one.
[[nodiscard]] bool is_normal(double value, Format format);

/// Values of a and b whose exact product is `value`, with exponents that add up to that of the value if
/// possible. Normal numbers are preferred, and exponents that share the range evenly. Empty if there are
/// none.
[[nodiscard]] std::optional<std::pair<double, double>> factors(double value, Format a, Format b);

/// "0", "1.5", "-2^-24", "1+2^-23", "1.5*2^12", "inf", "nan"; anything else as C99 hexadecimal. Exact.
[[nodiscard]] std::string in_words(double value);

/// 2^e.
[[nodiscard]] double two(int e);

}  // namespace karat::probe
