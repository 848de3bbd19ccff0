// SPDX-License-Identifier: Apache-2.0
// The form of a recipe that the step kernel supports: each sum is one processor instruction, and their order
// is one that the kernel implements.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "karat/recipe/program.hpp"
#include "karat/simd/steps/step_plan.hpp"

namespace karat::simd {

/// An exact sum that is then rounded: of one product, of two numbers, or of a product and a number.
struct Step {
    enum class Kind : std::uint8_t { product, addition, multiply_add };
    Kind kind = Kind::product;
    Slot first = 0;   ///< the product, if there is one
    Slot second = 0;  ///< the number, or the second number
};

/// Empty if the operation is not such a sum, or has an attribute that an ordinary addition does not have.
[[nodiscard]] std::optional<Step> step_of(const Program& program, const Operation& op);

/// The order of the steps: either all are multiply-adds in sequence, starting from c, or products are summed
/// in `groups` trees of `group` products. Pairing and the place of c are as in StepPlan.
struct StepTree {
    bool fused = false;
    int groups = 0;
    int group = 0;
    Pairing pairing = Pairing::adjacent;
    CPlace c_place = CPlace::first;
    std::vector<std::uint32_t> order;  ///< k of the p-th product
};

/// Empty if the kernel does not implement the order. If several orders match, one that uses the products in
/// ascending k is preferred.
[[nodiscard]] std::optional<StepTree> step_tree(const Program& program);

}  // namespace karat::simd
