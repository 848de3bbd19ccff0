// SPDX-License-Identifier: Apache-2.0
// Products that lie on a tie, or off a tie by far less than an ulp.
#pragma once
#include "karat/format/format.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::tb {

/// Fraction fields of two normal operands. With exponents e_a and e_b, the half bit of their product has the
/// weight 2^(e_a + e_b + half). Below the half bit, the product has no set bits, only its last bit, or a few
/// of its last bits. Or the product lies below that tie by as little.
struct HardToRoundProduct {
    std::uint64_t a_fraction = 0;
    std::uint64_t b_fraction = 0;
    int half = 0;
};

/// Draws a product of one of two kinds. Either its low bits, from the half bit down, are chosen; they are at
/// most a few more than b can determine. Or it is a tie plus or minus one unit of its last place.
[[nodiscard]] HardToRoundProduct hard_to_round_product(const FormatInfo& fa, const FormatInfo& fb,
                                                       Random& random);

}  // namespace karat::tb
