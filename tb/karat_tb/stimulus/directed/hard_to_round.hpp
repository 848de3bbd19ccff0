// SPDX-License-Identifier: Apache-2.0
// Products that lie on a tie, or off a tie by far less than an ulp.
#pragma once
#include <cstdint>
#include <optional>

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

/// A hard-to-round product whose own ulp, with `kept` fraction bits, is twice its half bit. Its last nonzero
/// bit has the weight 2^last of the half bit; 0 is a tie.
struct HardToRoundLoneProduct {
    HardToRoundProduct product;
    int last = 0;
};

/// Draws a product of more than kept + 1 bits that lies on a tie of the format with `kept` fraction bits, or
/// next to one. Nothing if the formats have too few bits for such a product.
[[nodiscard]] std::optional<HardToRoundLoneProduct> hard_to_round_alone(const FormatInfo& fa,
                                                                        const FormatInfo& fb, int kept,
                                                                        Random& random);

}  // namespace karat::tb
