// SPDX-License-Identifier: Apache-2.0
// Products that lie on a tie, or beside one by far less than an ulp.
#pragma once
#include "karat/format/format.hpp"
#include "karat_tb/stimulus/random.hpp"

namespace karat::tb {

/// Fractions of two normal operands. With exponents e_a and e_b their product has the bit 2^(e_a + e_b +
/// half) and, below it, nothing, the product's last bit alone, or a few of its last bits; or it lies as
/// little below that bit.
struct HardToRoundProduct {
    std::uint64_t a_fraction = 0;
    std::uint64_t b_fraction = 0;
    int half = 0;
};

/// Draws one: bits below the half that are chosen, as many as b can choose and a few more, or a half with
/// nothing but the last place below.
[[nodiscard]] HardToRoundProduct hard_to_round_product(const FormatInfo& fa, const FormatInfo& fb,
                                                       Random& random);

}  // namespace karat::tb
