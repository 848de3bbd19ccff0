// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// A sum in units of 2^lsb, as FixedSum in evaluate/sum.hpp.
struct DeformedSum {
    BigInt value = 0;
    int e_max = kNoExponent;
    int lsb = 0;
    bool sticky = false;
    bool has_terms = false;
    bool negative_zero = false;  ///< the sign if the value is zero
    SpecialsSeen specials;       ///< if any() is true, there is no value
};

/// The sum of one operation. `slots`: all values so far.
[[nodiscard]] DeformedSum deformed_sum(const Program& program, const Operation& op, const Hooks& hooks,
                                       const Operands& in, std::span<const Value> slots);

}  // namespace karat::tb
