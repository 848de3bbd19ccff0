// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "karat_tb/faults/deformable_sum.hpp"
#include "karat_tb/faults/hooks.hpp"

namespace karat::tb {

/// Rounds a sum without specials and encodes it. For an integer only the last hook is called.
[[nodiscard]] std::uint64_t deformed_round(const OutputRule& rule, const Hooks& hooks,
                                           const DeformedSum& sum);

/// The encoding of a result beyond the range.
[[nodiscard]] std::uint64_t encoding_of_overflow(const OutputRule& rule, bool negative);

}  // namespace karat::tb
