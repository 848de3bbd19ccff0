// SPDX-License-Identifier: Apache-2.0
// Bounds of what operands, products and sums can be: from them follows which bins no operands reach.
#pragma once
#include "karat/coverage/coverage_sites.hpp"

namespace karat {

/// Logarithm of the format's largest finite value with so many fraction bits.
[[nodiscard]] double log2_largest(const FormatInfo& f, int fraction);

/// Nonzero finite values of an operand as it is stored, then multiplied.
[[nodiscard]] ValueRange operand_range(const FormatInfo& stored, const FormatInfo& multiplied);
[[nodiscard]] ValueRange product_range(const Plan& plan);

/// The bounds of the sum of a site's addends before any rounding.
[[nodiscard]] ValueRange sum_range(const Site& site);

/// Whether the largest value of one addend and what the others can add to it pass the least magnitude that overflows.
[[nodiscard]] bool can_overflow(const Site& site);

/// Whether some overflow of a site that `overflows` gives the output's largest number.
[[nodiscard]] bool overflows_to_largest(const Site& site);

/// Exponent of the last place of the finest grid on which the aligned addends sum to the output's largest number, if they do; kNoExponent
/// where a width is exact.
[[nodiscard]] int unit_of_largest(const Site& site);

/// Lowest bit that any alignment of the site can keep.
[[nodiscard]] int lowest_kept(const Site& site);

/// A sum of products as an addend: exponent of the largest product, `width` bits below it.
[[nodiscard]] ValueRange dot_range(const ValueRange& product, const Site& site, Width width);

/// Exponent that even a zero of the addend lends to e_max, if the zero rule always makes it take part.
[[nodiscard]] int zero_floor(ZeroExponent rule, const FormatInfo& f);

}  // namespace karat
