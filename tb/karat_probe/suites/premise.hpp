// SPDX-License-Identifier: Apache-2.0
// What every test of the suites takes for granted: d is near the sum of the products and c.
#pragma once
#include "karat_probe/suites/finding.hpp"
#include "karat_probe/target/target.hpp"

namespace karat::probe {

/// How a target answers questions so plain that every sum of the products and c that keeps a few bits agrees.
struct Premise {
    /// Why no such sum answers like this: "c has no effect"; empty if nothing speaks against one.
    std::string contradiction;
    std::vector<Question> questions;  ///< that show it; empty if nothing does
};

/// Asks about 3 k dot-adds of values 1, -1 and 2: every product and c alone, each product with c, and scale
/// factors of 2. An answer counts as near up to 1/16 of the sum. Throws TargetError.
[[nodiscard]] Premise check_premise(Target& target);

}  // namespace karat::probe
