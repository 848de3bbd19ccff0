// SPDX-License-Identifier: Apache-2.0
// What a sum finds out about its addends before it adds them.
#pragma once
#include <span>
#include <vector>

#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// The addends of a sum, with scale factors, flush, and the exponent by which they are compared.
struct SeenAddends {
    std::vector<AddendSite> sites;
    std::vector<Value> values;
};
[[nodiscard]] SeenAddends seen_addends(const Program& program, const Operation& op, const Hooks& hooks,
                                       const Operands& in, std::span<const Value> slots);

/// SpecialsOf::operands: the special values of the operands below a sum, or, if there are none, those of
/// products that overflowed.
[[nodiscard]] SpecialsSeen operand_specials(const Program& program, const Operation& op, const Hooks& hooks,
                                            const Operands& in, std::span<const Value> slots);

}  // namespace karat::tb
