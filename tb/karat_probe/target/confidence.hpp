// SPDX-License-Identifier: Apache-2.0
// What answers without a fault say about the faults that were not seen.
#pragma once
#include <cmath>
#include <cstdint>

namespace karat::probe {

/// With 95 % confidence fewer than one in so many is faulty, if none of `seen` drawn at random was.
/// (1 - p)^seen = 0.05. `seen`: 1 or more.
[[nodiscard]] inline std::uint64_t fewer_than_one_in(std::uint64_t seen) {
    const double most = -std::expm1(std::log(0.05) / static_cast<double>(seen));
    return static_cast<std::uint64_t>(1 / most);
}

}  // namespace karat::probe
